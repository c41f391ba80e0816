import { BRAZIL_TIME_ZONE, type Cents, cents, dayIn, invariant, type Reason, Refusal } from '@gx/core';
import type { PlainRefund } from './refund.ts';

/** What bounds an account's refunds, as its settings say (decisions, section 10). Absent: nothing. */
export type RefundSettings = {
  /** A cashout goes to a key of the payer alone. */
  readonly payerOnly: boolean;
  readonly limits: DailyLimits;
};
/** In a day of Brazil; money in the smallest unit, each currency by itself. */
export type DailyLimits = {
  readonly countPerDay?: number;
  readonly sumPerDay?: Cents;
  /** In place of `sumPerDay`: what the sales of the account allow, and at least this. */
  readonly sumPerDayBySalesMin?: Cents;
  /** Keys that no refund of the account was ever paid to. */
  readonly newDestinationsPerDay?: number;
};

/** What a refund adds to one total of its day; `once`: however many refunds name it. */
export type DailyShare = {
  readonly total: string;
  readonly by: number;
  readonly max?: number | undefined;
  readonly once?: string;
};
type Counted = Pick<PlainRefund, 'createdAt' | 'currency' | 'limits'>;

const COUNT = 'refund_count_per_day';
const SUM = 'refund_sum_per_day';
const DESTINATIONS = 'refund_new_destinations';
const MESSAGES = {
  [COUNT]: 'The account may order no more refunds today.',
  [SUM]: 'The refunds of today would be more than the account may give back in a day.',
  [DESTINATIONS]: 'The account may pay no more new destination keys today.',
} as const satisfies Partial<Record<Reason, string>>;
type LimitReason = keyof typeof MESSAGES;

const dayInBrazil = dayIn(BRAZIL_TIME_ZONE);
/** The day that a refund counts in, whoever finishes its creation and when. */
const totalOf = (name: LimitReason, { createdAt }: Counted): string => `${name}:${dayInBrazil(createdAt)}`;

/** The total that a refund's amount is added to. */
export const sumTotalOf = (refund: Counted): string => `${totalOf(SUM, refund)}:${refund.currency}`;

/** What of a refund counts beside its limits. */
export type Countable = {
  readonly amount: Cents;
  /** The most that the refunds of the day may sum up to. */
  readonly sumMax: Cents | undefined;
  /** Names the key, where none of the account's refunds was paid to it before. */
  readonly newDestination: string | undefined;
};

/** Everything that a refund adds to: also what is not limited, for a limit that is set in the course of the day. */
export function dailyShares(refund: Counted, { amount, sumMax, newDestination }: Countable): readonly DailyShare[] {
  const { countPerDay, newDestinationsPerDay } = refund.limits ?? {};
  const destination = { total: totalOf(DESTINATIONS, refund), by: 1, max: newDestinationsPerDay };
  return [
    { total: totalOf(COUNT, refund), by: 1, max: countPerDay },
    { total: sumTotalOf(refund), by: amount, max: sumMax },
    ...(newDestination === undefined ? [] : [{ ...destination, once: newDestination }]),
  ];
}

export const SALES_DAYS = 30;
const SALES_TIMES = 2;
/** What the sales of the last days allow: twice their average day, and at least what is always allowed. */
export const sumMaxBySales = (sales: Cents, min: Cents): Cents =>
  cents(Math.max(min, Math.floor((SALES_TIMES * sales) / SALES_DAYS)));

/** Why a refund that would be over a total is refused. */
export function velocityExceeded(total: string): Refusal {
  const reason = total.split(':')[0] as LimitReason;
  const message = MESSAGES[reason];
  invariant(message !== undefined, 'a total of no limit');
  const param = reason === DESTINATIONS ? { param: 'destinationKey' } : {};
  return new Refusal('fraud.refund_velocity_exceeded', message, { reason, ...param });
}
