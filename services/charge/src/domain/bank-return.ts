import { type Cents, cents, type EndToEndId, type Id } from '@gx/core';
import { type Change, type Charge, type Decision, KEEP, type RefundUpdate, recordEvent } from './charge.ts';
import { nextStatus } from './transitions.ts';

export type BankReturnStatus = 'IN_PROGRESS' | 'REFUNDED' | 'FAILED';
export type BankReturnReason = 'MED_FRAUD' | 'MED_OPERATIONAL' | 'BANK_RETURN';

/** A part of the credited payment that the bank takes back by itself (decisions, section 9). */
export type BankReturn = {
  /** Ours, made when the bank first showed it: the id of its row among the refunds. */
  readonly id: Id<'refund'>;
  readonly endToEndId: EndToEndId;
  /** The bank's own; with the end-to-end id it names the devolution for ever. */
  readonly devolutionId: string;
  readonly amount: Cents;
  readonly status: BankReturnStatus;
  readonly reason: BankReturnReason;
  readonly firstSeenAt: Date;
};
/** A devolution as the bank shows it, with the id that it will have if it is new. */
export type ShownBankReturn = Omit<BankReturn, 'firstSeenAt'>;

/**
 * Each status, and those that it may become. A bank may execute what it had given up; what it has executed
 * stands.
 */
// biome-ignore format: one row per status, read as a table
const MAY_BECOME: Readonly<Record<BankReturnStatus, readonly BankReturnStatus[]>> = {
  IN_PROGRESS: ['REFUNDED', 'FAILED'],
  FAILED:      ['REFUNDED'],
  REFUNDED:    [],
};

export const bankReturnsOf = ({ bankReturns }: Pick<Charge, 'bankReturns'>): readonly BankReturn[] => bankReturns ?? [];

const sameAs =
  ({ endToEndId, devolutionId }: ShownBankReturn) =>
  (one: BankReturn): boolean =>
    one.endToEndId === endToEndId && one.devolutionId === devolutionId;

/** The money of the charge that is back at its payer, by anybody's order. */
export function sentBackOf(charge: Pick<Charge, 'refunds' | 'bankReturns'>): number {
  const all = [...charge.refunds, ...bankReturnsOf(charge)];
  return all.reduce((sum, { status, amount }) => (status === 'REFUNDED' ? sum + amount : sum), 0);
}

/**
 * What has gone or may go beyond the payment: refunds and bank returns that did not fail, less what was paid.
 * 0 where it fits.
 */
export function excessOf(charge: Pick<Charge, 'amount' | 'refunds' | 'bankReturns'>): Cents {
  const all = [...charge.refunds, ...bankReturnsOf(charge)];
  const out = all.reduce((sum, { status, amount }) => (status === 'FAILED' ? sum : sum + amount), 0);
  return cents(Math.max(0, out - charge.amount));
}

/** Whether the charge says of a devolution what the bank shows. */
export const isRecorded = (charge: Pick<Charge, 'bankReturns'>, shown: ShownBankReturn): boolean =>
  bankReturnsOf(charge).some((one) => sameAs(shown)(one) && one.status === shown.status);

/**
 * Whether what the bank shows can never follow what it showed before: another amount, or the end of what was
 * executed.
 */
export function isContradiction(charge: Pick<Charge, 'bankReturns'>, shown: ShownBankReturn): boolean {
  const known = bankReturnsOf(charge).find(sameAs(shown));
  if (known === undefined) return false;
  return known.amount !== shown.amount || (known.status === 'REFUNDED' && shown.status !== 'REFUNDED');
}

/**
 * Records what the bank takes back of the credited payment, each devolution in each of its states once: for
 * the ledger and refund, and for the merchant (decisions, section 9). When all of the payment is back at its
 * payer the charge is REFUNDED, in the same write.
 */
export function recordBankReturns(charge: Charge, shown: readonly ShownBankReturn[], now: Date): Decision {
  if (charge.settlement?.postedAt == null) return KEEP;
  const change = shown.reduce<Change>((soFar, one) => record(soFar, one, now), { charge, events: [] });
  return change.charge === charge ? KEEP : { kind: 'change', ...change };
}

function record(change: Change, shown: ShownBankReturn, now: Date): Change {
  const { charge } = change;
  if (isContradiction(charge, shown)) return change;
  const all = bankReturnsOf(charge);
  const known = all.find(sameAs(shown));
  if (known !== undefined && !MAY_BECOME[known.status].includes(shown.status)) return change;
  const bankReturn: BankReturn =
    known === undefined ? { ...shown, firstSeenAt: now } : { ...known, status: shown.status };
  const bankReturns = known === undefined ? [...all, bankReturn] : all.map((one) => (one === known ? bankReturn : one));
  const { status: previousStatus } = charge;
  const noted: Change = { ...change, charge: { ...charge, bankReturns } };
  const recorded = recordEvent(
    noted,
    { type: 'charge.returned_by_bank', bankReturn },
    { occurredAt: now, previousStatus },
  );
  const isBack = sentBackOf(recorded.charge) >= charge.amount;
  const status = (isBack ? nextStatus(previousStatus, 'refund', false) : undefined) ?? previousStatus;
  const moved: Change = { ...recorded, charge: { ...recorded.charge, status } };
  const refund = updateOf(bankReturn);
  return recordEvent(moved, { type: 'charge.refund_progressed', refund }, { occurredAt: now, previousStatus });
}

const updateOf = ({ id, amount, status, reason }: BankReturn): RefundUpdate => ({
  id,
  amount,
  status,
  initiator: 'bank',
  reason,
});
