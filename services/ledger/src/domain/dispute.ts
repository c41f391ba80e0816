import { cents, PLATFORM_ACCOUNT, parseId } from '@gx/core';
import type { HoldAct } from './hold.ts';
import { bankOf, type MoneyDetails, moneyFault } from './money-details.ts';

/** What an event says of a dispute of a card, before anything of it is believed. */
export type DisputeDetails = MoneyDetails & {
  readonly accountId: string;
  readonly disputeId: string;
  readonly bankProfileId?: string;
};

/**
 * A dispute is a hold of the disputed amount, which is placed even where the wallet is short: the rest is
 * owed (decisions A65). Won, it is voided; lost, it is committed, and the money leaves the acquirer's
 * account. Or why there can never be one.
 */
export function openDispute(details: DisputeDetails): HoldAct | string {
  const named = namedBy(details);
  return typeof named === 'string' ? named : { ...named, kind: 'place' };
}

/**
 * The end of a dispute. It says all that the beginning said, so one that nobody heard of is booked from its
 * beginning. What it says of charge and amount is checked against nothing but itself where a hold stands: the
 * hold knows.
 */
export function closeDispute(details: DisputeDetails & { readonly won: boolean }): HoldAct | string {
  const named = namedBy(details);
  return typeof named === 'string' ? named : { ...named, kind: details.won ? 'void' : 'commit' };
}

function namedBy(details: DisputeDetails) {
  const accountId = parseId('account', details.accountId);
  const chargeId = parseId('charge', details.chargeId);
  const disputeId = parseId('dispute', details.disputeId);
  if (accountId === undefined) return 'the account id is malformed';
  if (accountId === PLATFORM_ACCOUNT) return 'the platform has no wallet';
  if (chargeId === undefined) return 'the charge id is malformed';
  if (disputeId === undefined) return 'the dispute id is malformed';
  const fault = moneyFault(details);
  if (fault !== undefined) return fault;
  const { livemode, currency } = details;
  const terms = {
    amount: cents(details.amount),
    fee: cents(0),
    feePayer: 'MERCHANT',
    chargeId,
    ...bankOf(details),
  } as const;
  return { accountId, livemode, currency, reference: `dispute:${disputeId}`, terms } as const;
}
