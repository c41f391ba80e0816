import { unavailable } from '@gx/core';
import type { PixProvider, ProviderCharge } from '@gx/providers';
import type { Bank } from '../banks/bank-directory.ts';
import type { Charge, PaymentOption } from '../domain/charge.ts';
import { endCreation } from '../domain/create.ts';
import { optionOf } from '../domain/payment-options.ts';
import { applyProviderCharge } from './apply-provider-charge.ts';
import { closePendingOrder } from './close-order.ts';
import type { Budget, SubmitDeps } from './submit-to-provider.ts';

const ASK_AGAIN_MS = 60_000;
/** The least that a call is given. */
const LAST_CALL_MS = 250;

export type PendingLimits = Budget & {
  /**
   * Whether the bank may be asked who paid, which takes seconds; always, unless the caller says otherwise.
   */
  readonly mayQueryPayer?: () => boolean;
};

/**
 * Closes a charge that the bank did not confirm in its time, or that is cancelled before it did: removes it
 * there first, so that nobody can pay it any more. Money that came all the same is judged by the bank's time
 * of it, and may complete the charge instead.
 */
export async function closePending(
  deps: SubmitDeps,
  bank: Bank,
  charge: Charge,
  { callMs, totalMs, ...asking }: PendingLimits,
): Promise<Charge> {
  if (charge.method !== 'PIX') return closePendingOrder(deps, bank, charge, { callMs, totalMs });
  const end = performance.now() + totalMs;
  const shown = await removed(bank.provider, optionOf(charge), () => Math.min(callMs, end - performance.now()));
  const isClear = shown !== undefined && !shown?.payments.some(({ kind }) => kind === 'unreadable');
  const books = isClear ? await applyProviderCharge(deps, bank, charge, { shown, ...asking }) : undefined;
  if (books !== undefined && books.charge.status !== 'PENDING') return books.charge;
  if (books?.outcome !== 'complete') {
    await deps.creations.reschedule(charge, ASK_AGAIN_MS);
    throw unavailable('The bank did not confirm that the charge is gone.');
  }
  const owner = charge.creation.owner ?? '';
  return deps.charges.update(charge.tenant, books.charge, (current) =>
    endCreation(current, owner, { kind: 'cancel' }, deps.now()),
  );
}

/**
 * The charge as the bank shows it once it cannot be paid any more, null if it has none; undefined when it
 * does not say.
 */
export async function removed(
  provider: PixProvider,
  { txid }: Pick<PaymentOption, 'txid'>,
  left?: () => number,
): Promise<ProviderCharge | null | undefined> {
  const call = () => (left === undefined ? undefined : { deadlineMs: Math.max(left(), LAST_CALL_MS) });
  const found = await provider.getCharge(txid, call());
  if (found.kind !== 'done') return undefined;
  if (found.value?.status !== 'active') return found.value;
  const cancelled = await provider.cancelCharge(txid, call());
  if (cancelled.kind === 'done') return cancelled.value;
  const again = await provider.getCharge(txid, call());
  return again.kind === 'done' && again.value?.status !== 'active' ? again.value : undefined;
}
