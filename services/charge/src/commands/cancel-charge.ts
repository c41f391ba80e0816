import { type Id, invariant, notFound, Refusal, type Tenant, unavailable } from '@gx/core';
import { type CallContext, inSpan, SpanKind } from '@gx/runtime';
import type { Bank, BankDirectory } from '../banks/bank-directory.ts';
import { type Charge, KEEP } from '../domain/charge.ts';
import { beginCancel } from '../domain/close.ts';
import type { ClosingStore } from '../store/closings.ts';
import { type Budget, deadlineOf } from './budget.ts';
import { closerAt, type FinishDeps, finishClosing } from './finish-closing.ts';

export type CancelDeps = FinishDeps & {
  readonly banks: BankDirectory;
  readonly closings: ClosingStore;
  readonly budget: Budget;
};

/** What a job does about a cancellation that could not be finished in its own time: again, at once. */
const AT_ONCE_MS = 0;
/** Between two looks at a charge that is still being created by somebody else. */
const POLL_MS = 100;
/** Left over for the answer to travel back before the caller's deadline. */
const ANSWER_MS = 300;

const notCancellable = (): Refusal =>
  new Refusal('unprocessable_entity', 'Only a charge that waits for its payment can be cancelled; refund a paid one.', {
    reason: 'charge_not_cancellable',
  });

/**
 * Cancels a charge of the tenant: the intent first, then the bank, then the end, so that no money can arrive
 * on a charge that reads cancelled and be kept. A caller that saw it open and finds it cancelled at the end
 * has cancelled it, whichever request or job wrote that. While the bank does not answer the intent stands and
 * a job finishes it: 503.
 */
export async function cancelCharge(
  deps: CancelDeps,
  ctx: CallContext,
  tenant: Tenant,
  id: Id<'charge'>,
): Promise<Charge> {
  const found = await deps.charges.byId(tenant, id);
  const options = {
    kind: SpanKind.INTERNAL,
    attributes: { 'gx.charge.id': found.id },
    links: [found.traceparent ?? undefined],
  };
  return inSpan('cancel charge', options, async () => {
    const begun = await begin(deps, found);
    return begun.status === 'CANCELLED' ? begun : end(deps, ctx, begun);
  });
}

/** Writes the intent, or closes the charge at once where there is nothing to remove. */
async function begin(deps: CancelDeps, found: Charge): Promise<Charge> {
  const closer = closerAt(deps.now());
  if (beginCancel(found, closer).kind === 'refused') throw notCancellable();
  return deps.charges.update(found.tenant, found, (current) => {
    const decision = beginCancel(current, closer);
    if (decision.kind !== 'refused') return decision;
    if (current.status === 'CANCELLED') return KEEP;
    throw notCancellable();
  });
}

async function end(deps: CancelDeps, ctx: CallContext, begun: Charge): Promise<Charge> {
  const bank: Bank | undefined = await deps.banks.byId(begun.bankProfileId);
  invariant(bank !== undefined, 'the bank profile of a charge is gone');
  const until = performance.now() + ctx.deadline.getTime() - deps.now().getTime() - ANSWER_MS;
  for (;;) {
    const totalMs = Math.min(deps.budget.totalMs, until - performance.now());
    const deadline = deadlineOf({ ...deps.budget, totalMs });
    const closed = await finishClosing(deps, bank, begun, { deadline, mayQueryPayer: () => false });
    if (closed.kind === 'ended') {
      if (closed.charge.status === 'CANCELLED') return closed.charge;
      throw closed.charge.status === 'REJECTED' ? notFound('charge') : notCancellable();
    }
    // Its creator is at work and has a deadline of its own: what comes of that is known before ours is over,
    // as a rule.
    if (closed.because !== 'being_created' || performance.now() + POLL_MS > until) {
      await deps.closings.reschedule(begun, AT_ONCE_MS);
      ctx.log.info({ charge_id: begun.id, bank_profile: bank.id, reason: closed.because }, 'a cancellation waits');
      throw unavailable(
        'The bank did not confirm that the charge is gone. It stays under way: look at the charge, or cancel again.',
        closed.retryAfterSeconds,
      );
    }
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}
