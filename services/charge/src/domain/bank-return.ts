import { type Cents, cents, type EndToEndId, type Id } from '@gx/core';
import type { Charge } from './charge.ts';

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
  /** The bank had given it up before it executed it. */
  readonly hasFailed?: true;
  /** The case that it belongs to, and what of it the hold of that case pays. Absent: none. */
  readonly dispute?: { readonly id: Id<'dispute'>; readonly amount: Cents };
};
/**
 * A devolution as the bank shows it, with the id that it will have if it is new. `isOfCase`: it may be that
 * of a case about its Pix.
 */
export type ShownBankReturn = Omit<BankReturn, 'firstSeenAt' | 'hasFailed' | 'dispute'> & {
  readonly isOfCase?: boolean;
};

/** What of it the hold of its case pays. */
export const partOf = ({ dispute }: Pick<BankReturn, 'dispute'>): number => dispute?.amount ?? 0;

export const bankReturnsOf = ({ bankReturns }: Pick<Charge, 'bankReturns'>): readonly BankReturn[] => bankReturns ?? [];

/** The devolution that a bank shows, among those that are recorded. */
export const sameDevolution =
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
  bankReturnsOf(charge).some((one) => sameDevolution(shown)(one) && one.status === shown.status);

/**
 * Whether what the bank shows can never follow what it showed before: another amount, or the end of what was
 * executed.
 */
export function isContradiction(charge: Pick<Charge, 'bankReturns'>, shown: ShownBankReturn): boolean {
  const known = bankReturnsOf(charge).find(sameDevolution(shown));
  if (known === undefined) return false;
  return known.amount !== shown.amount || (known.status === 'REFUNDED' && shown.status !== 'REFUNDED');
}
