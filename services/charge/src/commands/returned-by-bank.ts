import { type Cents, cents, type EndToEndId } from '@gx/core';
import type { ProviderDevolution, ProviderPayment } from '@gx/providers';
import { type Logger, onceADay } from '@gx/runtime';
import type { Bank } from '../banks/bank-directory.ts';
import type { Charge } from '../domain/charge.ts';
import { callFor } from './budget.ts';

/** What a bank shows as taken back of a payment. */
export type ReturnedByBank = {
  /** Some of it is under way: nobody knows yet how much will be left. */
  readonly isBeingTakenBack: boolean;
  /** Taken back for good. */
  readonly amount: Cents;
};

/**
 * How much of a payment the bank shows as given back, or on its way. Failed devolutions count for nothing;
 * one whose amount cannot be read is under way.
 */
export function returnedByBank({ devolutions }: Pick<ProviderPayment, 'devolutions'>): ReturnedByBank {
  const standing = devolutions.filter(({ status }) => status !== 'failed');
  const isFinal = ({ status, amount }: ProviderDevolution): boolean => status === 'returned' && amount !== null;
  const sum = standing.filter(isFinal).reduce((total, { amount }) => total + (amount ?? 0), 0);
  return { isBeingTakenBack: !standing.every(isFinal), amount: cents(sum) };
}

/** Told once a day by each process: a payment is looked at again and again while it waits. */
const isFirstToday = onceADay();

/**
 * A payment that the bank is taking back before anything was credited is undecided until the bank has
 * finished, and people are told.
 */
export function warnOfTakenBack(
  { log }: { readonly log: Logger },
  { endToEndId }: Pick<ProviderPayment, 'endToEndId'>,
  details: Readonly<Record<string, string>>,
): void {
  if (!isFirstToday(endToEndId)) return;
  log.error(
    { alarm: 'payment_moving_at_bank', ...details },
    'the bank is taking back a payment that is not decided about',
  );
}

/** How much of a payment is taken by the bank's own word, asked now; undefined when it gives none. */
export async function queryReturnedByBank(
  bank: Bank | undefined,
  charge: Charge,
  endToEndId: EndToEndId,
): Promise<ReturnedByBank | undefined> {
  const shown = await bank?.provider.getPayment(endToEndId, callFor(charge));
  return shown?.kind === 'done' && shown.value !== null ? returnedByBank(shown.value) : undefined;
}
