import { type Cents, type Reason, Refusal } from '@gx/core';
import { addDays, dayOf, nightOf } from './local-time.ts';
import type { PlainPayout } from './payout.ts';

/** What bounds an account's payouts, in centavos. Absent: no limit. */
export type PayoutLimits = {
  readonly perPayment?: number;
  readonly perDay?: number;
  readonly perNight?: number;
  readonly newDestination?: number;
};
/** What a payout adds to one total of its account, and above which nothing more is added. */
export type PayoutShare = { readonly total: string; readonly by: Cents; readonly max?: number };
/** What a payout has in common with another that is probably the same one by mistake. */
export type PayoutLikeness = { readonly name: string; readonly at: Date; readonly notSince?: Date };

/** So long a destination is new after the first payout that arrived there. */
const NEW_FOR_DAYS = 1;
const ALIKE_WITHIN_MS = 10 * 60_000;
/** Totals of a payout that is stuck at its bank are kept for as long as one may be returned, and more. */
const KEPT_DAYS = 120;

type Sent = Pick<PlainPayout, 'scheduledFor' | 'createdAt'>;
/** When it is to be sent: the local day and hour of that count (decisions, section 7, Limits). */
const sendingAt = ({ scheduledFor, createdAt }: Sent): Date => scheduledFor ?? createdAt;

/** Whether its destination is still new when it is sent; `firstPaidAt`: null before anything arrived there. */
export const isNewDestination = (payout: Sent, firstPaidAt: Date | null): boolean =>
  firstPaidAt === null || addDays(firstPaidAt, NEW_FOR_DAYS) > sendingAt(payout);

/** Until when its claims are worth keeping. */
export const claimedUntil = (payout: Sent): Date => addDays(sendingAt(payout), KEPT_DAYS);

const nightTotal = (night: string): string => `payout_per_night:${night}`;
const share = (total: string, by: Cents, max: number | undefined): PayoutShare =>
  max === undefined ? { total, by } : { total, by, max };

/** Everything that a payout claims when it is created. */
export function sharesOf(
  payout: Sent & Pick<PlainPayout, 'amount' | 'destinationIdentity'>,
  limits: PayoutLimits,
  firstPaidAt: Date | null,
): readonly PayoutShare[] {
  const { amount, destinationIdentity } = payout;
  const at = sendingAt(payout);
  const night = nightOf(at);
  return [
    share(`payout_per_day:${dayOf(at)}`, amount, limits.perDay),
    ...(night === null ? [] : [share(nightTotal(night), amount, limits.perNight)]),
    ...(isNewDestination(payout, firstPaidAt)
      ? [share(`payout_new_destination:${destinationIdentity}`, amount, limits.newDestination)]
      : []),
  ];
}

/** A payout of the same amount to the same destination within ten minutes is refused, unless it is meant. */
export function likenessOf(
  payout: Pick<PlainPayout, 'destinationIdentity' | 'amount' | 'createdAt' | 'allowDuplicate'>,
): PayoutLikeness {
  const { destinationIdentity, amount, createdAt, allowDuplicate } = payout;
  const name = `${destinationIdentity}:${amount}`;
  return allowDuplicate
    ? { name, at: createdAt }
    : { name, at: createdAt, notSince: new Date(createdAt.getTime() - ALIKE_WITHIN_MS) };
}

/** What is claimed at the moment of sending in a night that is not the one of its creation's claim. */
export const nightShareOf = ({ amount }: PlainPayout, night: string, perNight: number): PayoutShare =>
  share(nightTotal(night), amount, perNight);
/** The night that its claim at creation was for; null: it was to be sent by day. */
export const plannedNight = (payout: Sent): string | null => nightOf(sendingAt(payout));

type LimitReason = Extract<Reason, `payout_${string}`>;
const MESSAGE: Readonly<Partial<Record<LimitReason, string>>> = {
  payout_per_payment: 'The amount is above what the account may send in one payout.',
  payout_per_day: 'The payouts of that day would be above what the account may send in a day.',
  payout_per_night: 'The payouts of that night, 20 h to 6 h, would be above what the account may send in a night.',
  payout_new_destination:
    'The destination is less than 24 hours old, and would get more than the account may send to a new one.',
};

/** Over a limit (decisions, section 7, Refused). `total` is one of `sharesOf`, or the name of the limit. */
export function limitRefusal(total: string): Refusal {
  const reason = total.split(':')[0] as LimitReason;
  return new Refusal('fraud.payout_limit_exceeded', MESSAGE[reason] ?? 'The payout is over a limit of the account.', {
    reason,
  });
}

/** The limit that needs no sum. */
export const perPaymentRefusal = (amount: number, { perPayment }: PayoutLimits): Refusal | undefined =>
  perPayment !== undefined && amount > perPayment ? limitRefusal('payout_per_payment') : undefined;

export const duplicateRefusal = (): Refusal =>
  new Refusal(
    'unprocessable_entity',
    'A payout of this amount to this destination was created in the last 10 minutes. Send allow_duplicate if both are meant.',
    { reason: 'duplicate_suspected' },
  );
