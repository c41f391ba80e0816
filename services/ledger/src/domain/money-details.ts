import { AMOUNT_MAX, type Id, isCents, parseId } from '@gx/core';

/**
 * What every event about money says, before anything of it is believed. The amount is in the smallest unit.
 */
export type MoneyDetails = {
  readonly livemode: boolean;
  /** Empty for money of no charge. */
  readonly chargeId: string;
  readonly amount: number;
  readonly currency: string;
};

const CURRENCY = /^[A-Z0-9]{3,8}$/;

export const isCurrency = (text: string): boolean => CURRENCY.test(text);

/** Above zero and no more than a bank's message can carry. */
export const isAmount = (value: number): boolean => isCents(value) && value > 0 && value <= AMOUNT_MAX;

/** Why money of this currency and amount can never be booked; undefined when it can. */
export function moneyFault({ currency, amount }: MoneyDetails): string | undefined {
  if (!isCurrency(currency)) return 'the currency is malformed';
  return isAmount(amount) ? undefined : 'the amount is not whole, not above zero or too large';
}

/** The bank at which money moves, where an event names one. */
export const bankOf = ({
  bankProfileId = '',
}: {
  readonly bankProfileId?: string;
}): { readonly bankProfileId?: string } => (bankProfileId === '' ? {} : { bankProfileId });

/** The charge that money belongs to, null for none; undefined when the id is malformed. */
export const chargeOf = ({ chargeId }: Pick<MoneyDetails, 'chargeId'>): Id<'charge'> | null | undefined =>
  chargeId === '' ? null : parseId('charge', chargeId);
