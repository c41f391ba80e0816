import { cents, PLATFORM_ACCOUNT, parseId } from '@gx/core';
import { bankOf, type MoneyFacts, moneyFault } from './facts.ts';
import type { HoldAct } from './hold.ts';

/** What an event says of a dispute of a card, before anything of it is believed. */
export type DisputeFacts = MoneyFacts & {
  readonly accountId: string;
  readonly disputeId: string;
  readonly bankProfileId?: string;
};

/**
 * A dispute is a hold of the disputed amount, which is placed even where the wallet is short: the rest is
 * owed (decisions A65). Won, it is voided; lost, it is committed, and the money leaves the acquirer's
 * account. Or why there can never be one.
 */
export function openDispute(facts: DisputeFacts): HoldAct | string {
  const named = namedBy(facts);
  return typeof named === 'string' ? named : { ...named, kind: 'place' };
}

/**
 * The end of a dispute. It says all that the beginning said, so one that nobody heard of is booked from its
 * beginning. What it says of charge and amount is checked against nothing but itself where a hold stands: the
 * hold knows.
 */
export function closeDispute(facts: DisputeFacts & { readonly won: boolean }): HoldAct | string {
  const named = namedBy(facts);
  return typeof named === 'string' ? named : { ...named, kind: facts.won ? 'void' : 'commit' };
}

function namedBy(facts: DisputeFacts) {
  const accountId = parseId('account', facts.accountId);
  const chargeId = parseId('charge', facts.chargeId);
  const disputeId = parseId('dispute', facts.disputeId);
  if (accountId === undefined) return 'the account id is malformed';
  if (accountId === PLATFORM_ACCOUNT) return 'the platform has no wallet';
  if (chargeId === undefined) return 'the charge id is malformed';
  if (disputeId === undefined) return 'the dispute id is malformed';
  const fault = moneyFault(facts);
  if (fault !== undefined) return fault;
  const { livemode, currency } = facts;
  const terms = {
    amount: cents(facts.amount),
    fee: cents(0),
    feePayer: 'MERCHANT',
    chargeId,
    ...bankOf(facts),
  } as const;
  return { accountId, livemode, currency, reference: `dispute:${disputeId}`, terms } as const;
}
