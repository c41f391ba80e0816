import { type EndToEndId, invariant } from '@gx/core';
import { type Charge, type Decision, isAwaitingPosting, KEEP, recordEvent } from './charge.ts';
import { nextStatus } from './transitions.ts';

/** What the ledger posted for a charge. */
export type LedgerPosting = { readonly endToEndId: EndToEndId };
export type PostDecision = Decision | { readonly kind: 'mismatch'; readonly reason: string };

/**
 * The credit is in the wallet: the charge is paid. A posting that fits no accepted payment is a mismatch, for
 * people to look at.
 */
export function markPaid(charge: Charge, posting: LedgerPosting, now: Date): PostDecision {
  const { settlement, status: previousStatus } = charge;
  if (settlement === null) return { kind: 'mismatch', reason: 'no payment of this charge was accepted' };
  if (settlement.endToEndId !== posting.endToEndId) return { kind: 'mismatch', reason: 'another payment was accepted' };
  if (!isAwaitingPosting(charge)) return KEEP;
  const status = nextStatus(previousStatus, charge.method === 'CREDIT_CARD' ? 'postCard' : 'post', true);
  invariant(status !== undefined, `a ${previousStatus} charge cannot be posted`);
  const paid: Charge = { ...charge, status, settlement: { ...settlement, postedAt: now } };
  return {
    kind: 'change',
    ...recordEvent({ charge: paid, events: [] }, { type: 'charge.paid' }, { occurredAt: now, previousStatus }),
  };
}
