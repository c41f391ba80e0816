import { type Cents, cents, finishAfterMs, invariant, type Refusal } from '@gx/core';
import type { TransferBanks } from '@gx/providers';
import { type Call, type Logger, retryOnUnavailable } from '@gx/runtime';
import { accept, drop, reschedule } from '../domain/create.ts';
import type { Refund } from '../domain/refund.ts';
import { feeExceedsMargin, tooMany, tooMuch } from '../domain/refund-request.ts';
import { isHidden } from '../domain/transitions.ts';
import type { Holds } from '../peers/holds.ts';
import type { RefundableStore, Reservation } from '../store/refundables.ts';
import type { RefundStore } from '../store/refunds.ts';
import { claimDailyLimits, type DailyLimitDeps } from './claim-daily-limits.ts';

export type ReserveDeps = DailyLimitDeps & {
  readonly banks: TransferBanks;
  readonly refunds: RefundStore;
  readonly refundables: RefundableStore;
  readonly holds: Holds;
  readonly log: Logger;
  readonly now: () => Date;
};
/**
 * What became of a creation. `gone`: nothing of it is left, and its key is free. `lease_lost`: another
 * process owns it now.
 */
export type ReservationResult =
  | { readonly kind: 'accepted'; readonly refund: Refund }
  | { readonly kind: 'refused'; readonly refusal: Refusal }
  | { readonly kind: 'gone' | 'lease_lost' };

/**
 * The steps between the insert and the promise, on behalf of the lease's owner: share of the charge, the limits
 * of the day, hold in the wallet, PENDING with its event. Each may be repeated by anybody. Throws when one got no answer: the
 * refund is given back, and the next owner resumes it.
 */
export async function reserve(deps: ReserveDeps, refund: Refund, call: () => Call): Promise<ReservationResult> {
  const owner = refund.work.owner ?? '';
  try {
    return await steps(deps, refund, call);
  } catch (error) {
    await deps.refunds
      .update(refund, (current) => reschedule(current, owner, finishAfterMs(current.work.polls)))
      .catch((err: unknown) =>
        deps.log.warn({ refund_id: refund.id, err }, 'a creation stays with its owner until its lease is over'),
      );
    throw error;
  }
}

async function steps(deps: ReserveDeps, refund: Refund, call: () => Call): Promise<ReservationResult> {
  if (refund.status === 'DROPPED') return undo(deps, refund, call);
  const owner = refund.work.owner ?? '';
  const share = await shareOf(deps, refund);
  if (share.kind !== 'reserved') return refuse(deps, refund, refusalFor(share), call);
  const counted = await claimDailyLimits(deps, refund, share.amount, call);
  if (counted === 'released') return dropRefund(deps, refund, undefined, call);
  if (counted !== 'claimed') return refuse(deps, refund, counted, call);
  // No answer is not "short": the same hold is asked for again.
  const placed = await retryOnUnavailable(() => deps.holds.place(call(), refund, share));
  if (placed !== 'held') return dropRefund(deps, refund, placed === 'voided' ? undefined : placed, call);
  const body = await bodyOf(deps, refund, share.amount);
  const accepted = { amount: share.amount, body };
  const after = await deps.refunds.update(refund, (current) => accept(current, owner, accepted, deps.now()));
  if (after === undefined) return { kind: 'gone' };
  return isHidden(after.status) ? { kind: 'lease_lost' } : { kind: 'accepted', refund: after };
}

function refusalFor(share: Exclude<Reservation, { kind: 'reserved' }>): Refusal {
  if (share.kind === 'margin') return feeExceedsMargin();
  return share.kind === 'full' ? tooMany() : tooMuch(share.left);
}

/** What the platform bears of a cashout's fee. */
const costOf = ({ fee, bank }: Refund): Cents =>
  bank.strategy === 'CASHOUT' && fee.payer === 'PLATFORM' ? fee.amount : cents(0);

/**
 * Reserves the share. Before anybody is refused, and before "all that is left" is counted, what refunds that
 * are over left behind is given back.
 */
async function shareOf({ refunds, refundables }: ReserveDeps, refund: Refund): Promise<Reservation> {
  const { tenant, chargeId, amount } = refund;
  invariant(chargeId !== null, 'a refund is of a charge');
  const want = { refundId: refund.id, amount, cost: costOf(refund) };
  const first = amount === null ? undefined : await refundables.reserve(tenant, chargeId, want);
  if (first?.kind === 'reserved') return first;
  const holders = await refundables.holders(tenant, chargeId);
  const standings = await refunds.standings(tenant, holders);
  const failed = holders.filter((id) => standings.get(id) === 'FAILED');
  const unmade = holders.filter((id) => !standings.has(id) || standings.get(id) === 'DROPPED');
  if (failed.length > 0) await refundables.free(tenant, chargeId, failed);
  if (unmade.length > 0) await refundables.forget(tenant, chargeId, unmade);
  if (failed.length + unmade.length === 0 && first !== undefined) return first;
  return refundables.reserve(tenant, chargeId, want);
}

async function bodyOf({ banks }: ReserveDeps, { bank: order, reason }: Refund, amount: Cents): Promise<string> {
  const bank = await banks.byId(order.profileId);
  if (bank === undefined) throw new Error('the bank profile of a refund is gone');
  const terms = { amount, ...(reason === null ? {} : { text: reason }) };
  if (order.order !== undefined) {
    invariant(bank.orders !== null, 'the bank profile of an order has no acquirer any more');
    return bank.orders.orderRefundRequest({ amount, ...(reason === null ? {} : { reason }) });
  }
  if (order.strategy === 'DEVOLUTION') return bank.provider.devolutionRequest(terms);
  invariant(order.destinationKey !== null, 'a cashout has a destination');
  return bank.provider.pixOutRequest({ ...terms, destination: { kind: 'key', key: order.destinationKey } });
}

/**
 * Refused before its hold was asked for. If no owner before this one can have asked for it either, there is
 * nothing to undo.
 */
async function refuse(
  deps: ReserveDeps,
  refund: Refund,
  refusal: Refusal,
  call: () => Call,
): Promise<ReservationResult> {
  if (refund.work.attempts > 0) return dropRefund(deps, refund, refusal, call);
  if (!(await deps.refunds.remove(refund))) return { kind: 'lease_lost' };
  await forget(deps, refund);
  return { kind: 'refused', refusal };
}

/** The share of a refund that will not be. */
async function forget({ refundables }: ReserveDeps, { tenant, chargeId, id }: Refund): Promise<void> {
  if (chargeId !== null) await refundables.forget(tenant, chargeId, [id]);
}

/**
 * Nothing of a refused refund stays. That it is refused is written down first, so that nobody promises it
 * meanwhile; then its hold is given back, so that one that is still on its way finds it voided.
 */
async function dropRefund(
  deps: ReserveDeps,
  refund: Refund,
  refusal: Refusal | undefined,
  call: () => Call,
): Promise<ReservationResult> {
  const owner = refund.work.owner ?? '';
  const dropped = await deps.refunds.update(refund, (current) => drop(current, owner, deps.now()));
  if (dropped?.work.owner !== owner) return { kind: dropped === undefined ? 'gone' : 'lease_lost' };
  const undone = await undo(deps, dropped, call);
  return undone.kind === 'gone' && refusal !== undefined ? { kind: 'refused', refusal } : undone;
}

/** Gives hold, share, key and its part of the day's limits back of a dropped refund. */
async function undo(deps: ReserveDeps, dropped: Refund, call: () => Call): Promise<ReservationResult> {
  const isVoid = await deps.holds.end(call(), dropped, 'FAILED');
  invariant(isVoid, 'the hold of a refund that was never promised was committed');
  await forget(deps, dropped);
  await deps.dailyLimits.release(dropped);
  return { kind: (await deps.refunds.remove(dropped)) ? 'gone' : 'lease_lost' };
}
