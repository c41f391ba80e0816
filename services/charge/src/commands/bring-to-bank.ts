import type { Outcome, ProviderCharge } from '@gx/acquirer';
import { unavailable } from '@gx/core';
import type { Logger } from '@gx/runtime';
import type { Bank } from '../banks/bank-directory.ts';
import { pixCodeOf } from '../domain/br-code.ts';
import type { Charge } from '../domain/charge.ts';
import { type CreationEnd, endCreation } from '../domain/create.ts';
import type { ChargeStore } from '../store/charges.ts';
import type { CreationStore } from '../store/creations.ts';
import { closePending } from './close-pending.ts';

export type BringDeps = {
  readonly charges: ChargeStore;
  readonly creations: CreationStore;
  readonly log: Logger;
  readonly now: () => Date;
};
export type Budget = { readonly totalMs: number; readonly callMs: number };

/** Either the bank's answer can be believed, or the question stays open. `doubt`: the bank may hold the charge. */
type Answer = CreationEnd | { readonly kind: 'open'; readonly doubt: boolean; readonly retryAfterSeconds: number };

/** Asked again by a job this long after the first, second, … attempt (pix.md, section 3). */
const ASK_AFTER_MS = [5_000, 30_000, 120_000, 600_000] as const;
/** Within one request, so that a bank in trouble is not hammered. */
const CREATES_PER_RUN = 2;
const PAUSE_MS = 200;
/** Not worth another call. */
const LAST_CALL_MS = 250;

/**
 * Brings a PENDING charge to the bank on behalf of its lease's owner and writes down how that ended. Throws
 * `service_unavailable` when it did not end: the charge is given back, and whoever comes next resumes it.
 */
export async function bringToBank(deps: BringDeps, bank: Bank, charge: Charge, budget: Budget): Promise<Charge> {
  // It was cancelled while nobody was at it: what the bank may have of it is removed instead.
  if (charge.closing !== null) return closePending(deps, bank, charge, budget);
  const owner = charge.creation.owner ?? '';
  const answer = await askBank(deps, bank, charge, budget);
  if (answer.kind !== 'open') {
    return deps.charges.update(charge.tenant, charge, (current) => endCreation(current, owner, answer, deps.now()));
  }
  const step = Math.min(charge.creation.attempts, ASK_AFTER_MS.length) - 1;
  // A merchant who was answered already does not come back with the same request.
  const isJobs = answer.doubt || charge.firstStatus !== null;
  const askAfterMs = isJobs ? (ASK_AFTER_MS[step] ?? ASK_AFTER_MS[0]) : null;
  if (!(await deps.creations.giveBack(charge, askAfterMs))) {
    // A notice of its payment, or another owner, may have finished it meanwhile.
    const current = await deps.charges.forSettlement(charge.tenant, charge.id);
    if (current !== undefined && current.status !== 'PENDING') return current;
  }
  throw unavailable(
    'The bank did not confirm the charge in time. Retry with the same Idempotency-Key.',
    answer.retryAfterSeconds,
  );
}

async function askBank(deps: BringDeps, bank: Bank, charge: Charge, budget: Budget): Promise<Answer> {
  const { txid, body } = charge.bank;
  const end = performance.now() + budget.totalMs;
  const left = (): number => Math.min(budget.callMs, end - performance.now());
  // An earlier attempt may have worked although nobody heard of it: look before doing it again.
  let doubt = charge.creation.attempts > 1;
  for (let creates = 0; creates < CREATES_PER_RUN && left() > LAST_CALL_MS; creates += 1) {
    if (doubt) {
      const found = await bank.provider.getCharge(txid, { deadlineMs: left() });
      if (found.kind !== 'done') return open(true, found);
      if (found.value !== null) return endOf(deps, bank, charge, found.value);
      if (left() <= LAST_CALL_MS) break;
    }
    const outcome = await bank.provider.createCharge({ txid, body }, { deadlineMs: left() });
    if (outcome.kind === 'done') return endOf(deps, bank, charge, outcome.value);
    if (outcome.kind === 'declined')
      return believe(deps, bank, charge, { outcome, deadlineMs: Math.max(left(), LAST_CALL_MS) });
    if (outcome.kind === 'not_sent') return open(doubt, outcome);
    doubt = true;
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
  return { kind: 'open', doubt: true, retryAfterSeconds: 1 };
}

type Declined = { readonly outcome: Extract<Outcome<never>, { kind: 'declined' }>; readonly deadlineMs: number };

/** A refusal counts only if the bank does not show the charge all the same. */
async function believe(
  deps: BringDeps,
  bank: Bank,
  charge: Charge,
  { outcome, deadlineMs }: Declined,
): Promise<Answer> {
  const found = await bank.provider.getCharge(charge.bank.txid, { deadlineMs });
  if (found.kind !== 'done') return open(true, found);
  if (found.value !== null) return endOf(deps, bank, charge, found.value);
  deps.log.warn(
    { charge_id: charge.id, bank_profile: bank.id, bank_code: outcome.code },
    'charge declined by the bank',
  );
  return { kind: 'reject', rejection: { code: outcome.code, message: outcome.message } };
}

/** What a charge that the bank shows means for ours. */
function endOf({ log }: BringDeps, bank: Bank, charge: Charge, shown: ProviderCharge): Answer {
  if (shown.status === 'removed_by_receiver') return { kind: 'cancel' };
  if (shown.status === 'removed_by_bank') {
    return { kind: 'reject', rejection: { code: shown.status, message: 'The bank removed the charge.' } };
  }
  const pix = shown.amount === charge.amount ? pixCodeOf(shown, bank.merchant) : undefined;
  if (pix === undefined) {
    log.error(
      { alarm: 'charge_unusable_at_bank', charge_id: charge.id, bank_profile: bank.id },
      'the bank shows a charge that cannot be paid as ours',
    );
    return { kind: 'open', doubt: true, retryAfterSeconds: 5 };
  }
  return { kind: 'present', pix };
}

function open(doubt: boolean, outcome: Outcome<unknown>): Answer {
  const asked = outcome.kind === 'not_sent' || outcome.kind === 'unknown' ? outcome.cause.retryAfterSeconds : undefined;
  return { kind: 'open', doubt, retryAfterSeconds: asked ?? 1 };
}
