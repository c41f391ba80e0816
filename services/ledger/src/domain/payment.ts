import { addMillis, cents, type EndToEndId, isCents, PLATFORM_ACCOUNT, parseId } from '@gx/core';
import { type EntryDraft, paidReference } from './entry.ts';
import { bankOf, type MoneyDetails, moneyFault } from './money-details.ts';
import { isBalanced, paidPostings } from './postings.ts';

/** What an accepted payment says, before anything of it is believed. Amounts in the smallest unit. */
export type PaymentDetails = MoneyDetails & {
  readonly accountId: string;
  readonly endToEndId: string;
  readonly providerFee: number;
  readonly platformFee: number;
  readonly settlementDelaySeconds: number;
  readonly paidAt: Date;
  /** It was set aside before: it leaves suspense, not the bank's account. */
  readonly wasHeld: boolean;
  /** At which the money lies. */
  readonly bankProfileId?: string;
};

const DELAY_SECONDS_MAX = 10 * 365 * 86_400;
const LAST_TIME = Date.UTC(9989, 0, 1);

/**
 * The entry that credits a payment, or why there can never be one. No rule of business is asked here: who
 * sent the payment has decided that the money may be kept, and the ledger books whatever is whole and sums to
 * zero.
 */
export function creditPayment(details: PaymentDetails): EntryDraft | string {
  const accountId = parseId('account', details.accountId);
  const chargeId = parseId('charge', details.chargeId);
  if (accountId === undefined) return 'the account id is malformed';
  if (accountId === PLATFORM_ACCOUNT) return 'the platform has no wallet';
  if (chargeId === undefined) return 'the charge id is malformed';
  if (details.endToEndId === '') return 'there is no end-to-end id';
  const fault = moneyFault(details);
  if (fault !== undefined) return fault;
  const { amount, providerFee, platformFee, settlementDelaySeconds } = details;
  if (!(isCents(providerFee) && isCents(platformFee))) return 'a fee is not whole or below zero';
  if (providerFee + platformFee > amount) return 'the fees exceed the amount';
  if (!(isCents(settlementDelaySeconds) && settlementDelaySeconds <= DELAY_SECONDS_MAX))
    return 'the settlement delay is out of range';
  if (!(details.paidAt.getTime() > 0 && details.paidAt.getTime() < LAST_TIME))
    return 'the time of settlement is malformed';
  const net = amount - providerFee - platformFee;
  const isDelayed = settlementDelaySeconds > 0 && net > 0;
  const postings = paidPostings(
    { amount: cents(amount), providerFee: cents(providerFee), platformFee: cents(platformFee) },
    isDelayed,
    details.wasHeld ? 'platform:suspense' : 'provider:clearing',
  );
  if (!isBalanced(postings)) return 'the postings do not sum to zero';
  return {
    accountId,
    livemode: details.livemode,
    currency: details.currency,
    reference: paidReference(chargeId),
    chargeId,
    endToEndId: details.endToEndId as EndToEndId,
    postings,
    ...bankOf(details),
    releaseAt: isDelayed ? addMillis(details.paidAt, settlementDelaySeconds * 1_000) : null,
  };
}
