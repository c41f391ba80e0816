import { unavailable } from '@gx/core';
import type { ProviderOrder } from '@gx/providers';
import { traceparent } from '@gx/runtime';
import type { Bank } from '../banks/bank-directory.ts';
import { endOrderCreation } from '../domain/apply-order-status.ts';
import type { Charge, PaymentOption } from '../domain/charge.ts';
import { endCreation } from '../domain/create.ts';
import { optionOf } from '../domain/payment-options.ts';
import { applyProviderOrder } from './apply-provider-order.ts';
import type { CloseDeps, CloseResult } from './close-charge.ts';
import { orderAdapterOf } from './creation-adapter.ts';
import { shownOrder } from './shown-order.ts';
import type { Budget, SubmitDeps } from './submit-to-provider.ts';

const ASK_AGAIN_MS = 60_000;
/** The least that a call is given. */
const LAST_CALL_MS = 250;
const OPEN: ReadonlySet<string> = new Set(['awaiting_payer', 'authenticating']);

/**
 * Carries out the intent of a charge that was presented: the acquirer cancels its order if it still can, and
 * the charge follows what that shows.
 */
export async function closeOrder(deps: CloseDeps, bank: Bank, found: Charge, limits: Budget): Promise<CloseResult> {
  const end = performance.now() + limits.totalMs;
  const order = await cancelledOrder(bank, optionOf(found), () => Math.min(limits.callMs, end - performance.now()));
  // An acquirer that has confirmed an order and does not know it may be the wrong one: nothing is concluded
  // from that.
  if (order === undefined || order === null)
    return { kind: 'waits', because: order === null ? 'not_at_bank' : 'bank_silent', retryAfterSeconds: 1 };
  const { charge } = await applyProviderOrder(deps, bank, found, order);
  return charge.closing === null
    ? { kind: 'ended', charge }
    : { kind: 'waits', because: 'still_active', retryAfterSeconds: 1 };
}

/**
 * Closes a charge that the acquirer did not confirm in its time, or that is cancelled before it did. Money
 * that came all the same completes it instead, by the acquirer's time of it.
 */
export async function closePendingOrder(deps: SubmitDeps, bank: Bank, charge: Charge, limits: Budget): Promise<Charge> {
  const end = performance.now() + limits.totalMs;
  const order = await cancelledOrder(bank, optionOf(charge), () => Math.min(limits.callMs, end - performance.now()));
  if (order === undefined || (order !== null && OPEN.has(order.status))) {
    await deps.creations.reschedule(charge, ASK_AGAIN_MS);
    throw unavailable('The acquirer did not confirm that the order is gone.');
  }
  const owner = charge.creation.owner ?? '';
  const settling = { now: deps.now(), traceparent: traceparent() ?? null };
  return deps.charges.update(charge.tenant, charge, (current) =>
    order === null || order.payments.length === 0
      ? endCreation(current, owner, { kind: 'cancel' }, settling.now)
      : endOrderCreation(current, owner, shownOrder(order), settling),
  );
}

/**
 * The order as the acquirer shows it once it was asked to cancel it, null if it has none; undefined when it
 * does not say.
 */
export async function cancelledOrder(
  bank: Bank,
  { txid }: Pick<PaymentOption, 'txid'>,
  left?: () => number,
): Promise<ProviderOrder | null | undefined> {
  const { provider } = orderAdapterOf(bank);
  const call = () => (left === undefined ? undefined : { deadlineMs: Math.max(left(), LAST_CALL_MS) });
  const found = await provider.getOrder(txid, call());
  if (found.kind !== 'done') return undefined;
  if (found.value === null || !OPEN.has(found.value.status)) return found.value;
  const cancelled = await provider.cancelOrder(txid, call());
  if (cancelled.kind === 'done') return cancelled.value;
  const again = await provider.getOrder(txid, call());
  return again.kind === 'done' ? again.value : undefined;
}
