import { unavailable } from '@gx/core';
import { traceparent } from '@gx/runtime';
import type { Bank } from '../banks/bank-directory.ts';
import { endOrderCreation } from '../domain/apply-order-status.ts';
import type { Charge } from '../domain/charge.ts';
import { endCreation } from '../domain/create.ts';
import { optionOf } from '../domain/payment-options.ts';
import { type ClosedOption, type CloseLimits, closeOption } from './close-option.ts';
import { orderAdapter, removeAtProvider } from './provider-adapter.ts';
import { shownOrder } from './shown-order.ts';
import type { SubmitDeps } from './submit-to-provider.ts';

const ASK_AGAIN_MS = 60_000;

/**
 * Closes a charge that its provider did not confirm in its time, or that is cancelled before it did: removes
 * it there first, so that nobody can pay it any more. Money that came all the same is judged by the
 * provider's time of it, and may complete the charge instead.
 */
export async function closePending(deps: SubmitDeps, bank: Bank, charge: Charge, limits: CloseLimits): Promise<Charge> {
  const isPix = charge.method === 'PIX';
  const closed = isPix
    ? await closeOption(deps, bank, optionOf(charge), { ...limits, charge })
    : await closePendingOrder(deps, bank, charge, limits);
  if (closed.charge.status !== 'PENDING') return closed.charge;
  if (closed.because !== undefined) {
    await deps.creations.reschedule(charge, ASK_AGAIN_MS);
    throw unavailable(
      isPix
        ? 'The bank did not confirm that the charge is gone.'
        : 'The acquirer did not confirm that the order is gone.',
    );
  }
  const owner = charge.creation.owner ?? '';
  return deps.charges.update(charge.tenant, closed.charge, (current) =>
    endCreation(current, owner, { kind: 'cancel' }, deps.now()),
  );
}

/** An order that nobody has paid is not followed: its charge was never presented. */
async function closePendingOrder(
  deps: SubmitDeps,
  bank: Bank,
  charge: Charge,
  { deadline }: CloseLimits,
): Promise<ClosedOption> {
  const removed = await removeAtProvider(orderAdapter(deps, bank, charge), deadline);
  if (removed.kind !== 'done') return { charge, because: removed.kind === 'pending' ? 'still_active' : 'bank_silent' };
  const order = removed.value;
  if (order === null || order.payments.length === 0) return { charge };
  const context = { now: deps.now(), traceparent: traceparent() ?? null };
  return {
    charge: await deps.charges.update(charge.tenant, charge, (current) =>
      endOrderCreation(current, charge.creation.owner ?? '', shownOrder(order), context),
    ),
  };
}
