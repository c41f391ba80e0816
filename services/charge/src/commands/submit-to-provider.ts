import { unavailable, waitAfter } from '@gx/core';
import { type Outcome, retryAfterOf } from '@gx/providers';
import { traceparent } from '@gx/runtime';
import type { Bank } from '../banks/bank-directory.ts';
import { endOrderCreation } from '../domain/apply-order-status.ts';
import type { Charge, Decision } from '../domain/charge.ts';
import { endCreation } from '../domain/create.ts';
import { RETRY_POLICIES } from '../domain/retry-policies.ts';
import type { CreationStore } from '../store/creations.ts';
import type { ApplyDeps } from './apply-provider-charge.ts';
import { type Budget, type Deadline, deadlineOf } from './budget.ts';
import { closePending } from './close-pending.ts';
import { type CreationResult, orderAdapter, type ProviderAdapter, pixAdapter } from './provider-adapter.ts';

export type SubmitDeps = ApplyDeps & { readonly creations: CreationStore };

/** Within one request, so that a bank in trouble is not hammered. */
const CREATES_PER_RUN = 2;
const PAUSE_MS = 200;

/**
 * Brings a PENDING charge to the bank on behalf of its lease's owner and writes down how that ended. Throws
 * `service_unavailable` when it did not end: the charge is given back, and the next owner resumes it.
 */
export async function submitToProvider(deps: SubmitDeps, bank: Bank, charge: Charge, budget: Budget): Promise<Charge> {
  // It was cancelled while nobody was at it: what the bank may have of it is removed instead.
  const deadline = deadlineOf(budget);
  if (charge.closing !== null) return closePending(deps, bank, charge, { deadline });
  const owner = charge.creation.owner ?? '';
  const answer = await ask(deps, bank, charge, deadline);
  if (answer.kind !== 'open') {
    const end = endBy(answer, owner, deps.now());
    return deps.charges.update(charge.tenant, charge, end);
  }
  // A merchant who was answered already does not come back with the same request.
  const isJobs = answer.isUnknown || charge.firstStatus !== null;
  const resumeAfterMs = isJobs ? waitAfter(RETRY_POLICIES.creation, charge.creation.attempts) : null;
  if (!(await deps.creations.reschedule(charge, resumeAfterMs))) {
    // A callback of its payment, or another owner, may have finished it meanwhile.
    const current = await deps.charges.inAnyStatus(charge.tenant, charge.id);
    if (current !== undefined && current.status !== 'PENDING') return current;
  }
  throw unavailable(
    'The bank did not confirm the charge in time. Retry with the same Idempotency-Key.',
    answer.retryAfterSeconds,
  );
}

/** How the answer ends the creation. An order may stand anywhere by now: the charge follows it there. */
const endBy =
  (answer: Exclude<CreationResult, { kind: 'open' }>, owner: string, now: Date) =>
  (current: Charge): Decision =>
    answer.kind === 'follow'
      ? endOrderCreation(current, owner, answer.shown, { now, traceparent: traceparent() ?? null })
      : endCreation(current, owner, answer, now);

/**
 * Has the provider of a charge's option create it, or finds it there; `creation.attempts` tells whether it
 * may be there already.
 */
export const ask = (deps: AskDeps, bank: Bank, charge: Charge, deadline: Deadline): Promise<CreationResult> =>
  charge.method === 'PIX'
    ? askBank({ ...deps, bank }, pixAdapter(deps, bank, charge), charge, deadline)
    : askBank({ ...deps, bank }, orderAdapter(deps, bank, charge), charge, deadline);

type AskDeps = Pick<SubmitDeps, 'log'>;
type AdapterDeps = AskDeps & { readonly bank: Bank };

async function askBank<T>(
  deps: AdapterDeps,
  adapter: ProviderAdapter<T>,
  charge: Charge,
  deadline: Deadline,
): Promise<CreationResult> {
  // An earlier attempt may have worked although nobody heard of it: look before doing it again.
  let isUnknown = charge.creation.attempts > 1;
  for (let creates = 0; creates < CREATES_PER_RUN && !deadline.isOver(); creates += 1) {
    if (isUnknown) {
      const found = await adapter.find(deadline.call());
      if (found.kind !== 'done') return open(true, found);
      if (found.value !== null) return adapter.endOf(found.value);
      if (deadline.isOver()) break;
    }
    const outcome = await adapter.create(deadline.call());
    if (outcome.kind === 'done') return adapter.endOf(outcome.value);
    if (outcome.kind === 'declined') return confirmDecline(deps, adapter, charge, { outcome, deadline });
    if (outcome.kind === 'not_sent') return open(isUnknown, outcome);
    isUnknown = true;
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
  return { kind: 'open', isUnknown: true, retryAfterSeconds: 1 };
}

type DeclinedCreation = {
  readonly outcome: Extract<Outcome<never>, { kind: 'declined' }>;
  readonly deadline: Deadline;
};

/**
 * A refusal counts only if the bank does not show the charge all the same, and never that its id is taken.
 */
async function confirmDecline<T>(
  { log, bank }: AdapterDeps,
  adapter: ProviderAdapter<T>,
  charge: Charge,
  { outcome, deadline }: DeclinedCreation,
): Promise<CreationResult> {
  const found = await adapter.find(deadline.call());
  if (found.kind !== 'done') return open(true, found);
  if (found.value !== null) return adapter.endOf(found.value);
  if (outcome.means === 'taken') return open(true, found);
  log.warn({ charge_id: charge.id, bank_profile: bank.id, bank_code: outcome.code }, 'charge declined by the bank');
  return { kind: 'reject', rejection: { code: outcome.code, message: outcome.message } };
}

const open = (isUnknown: boolean, outcome: Outcome<unknown>): CreationResult => ({
  kind: 'open',
  isUnknown,
  retryAfterSeconds: retryAfterOf(outcome) ?? 1,
});
