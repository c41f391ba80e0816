import { type EndToEndId, unreachable } from '@gx/core';
import { bankReturnsOf } from './bank-return.ts';
import type { Charge, ChargeFact } from './charge.ts';
import { isMismatch } from './dispute.ts';
import { disputesOf } from './disputes.ts';
import { paidAtReleaseOf } from './pix-case.ts';

/** What an event names of the money that somebody is about to credit or to send back by it. */
export type NamedMoney =
  | { readonly type: 'charge.payment_accepted' }
  | { readonly type: 'charge.return_ordered'; readonly endToEndId: string }
  | { readonly type: 'charge.dispute_closed'; readonly disputeId: string; readonly won: boolean }
  | { readonly type: 'charge.returned_by_bank'; readonly endToEndId: string; readonly devolutionId: string };

/**
 * The fact of that name that was published of the charge, whatever has happened to it since; undefined where
 * there was none. It rests on nothing that a later change takes away: what was accepted or ordered back stays
 * so, and what ended or failed stays known.
 */
export function publishedFact(charge: Charge, named: NamedMoney): ChargeFact | undefined {
  switch (named.type) {
    case 'charge.payment_accepted':
      return charge.settlement === null ? undefined : { type: named.type };
    case 'charge.return_ordered':
      return orderedReturn(charge, named.endToEndId);
    case 'charge.dispute_closed':
      return closedDispute(charge, named);
    case 'charge.returned_by_bank':
      return failedReturn(charge, named);
    default:
      return unreachable(named);
  }
}

function orderedReturn({ payments }: Charge, endToEndId: string): ChargeFact | undefined {
  const payment = payments.find((one) => one.endToEndId === endToEndId);
  const isOrdered = payment?.decision.kind === 'returned' && payment.ordered !== undefined;
  return isOrdered ? { type: 'charge.return_ordered', endToEndId: endToEndId as EndToEndId } : undefined;
}

function closedDispute(
  charge: Charge,
  { disputeId, won }: NamedMoney & { readonly type: 'charge.dispute_closed' },
): ChargeFact | undefined {
  const dispute = disputesOf(charge).find(({ id }) => id === disputeId);
  if (dispute === undefined || isMismatch(dispute)) return undefined;
  if (dispute.endToEndId === undefined)
    return dispute.status === 'open' ? undefined : { type: 'charge.dispute_closed', dispute };
  const paid = paidAtReleaseOf(charge, dispute);
  // A case that was lost may be won after its release, which moves no money any more.
  const asPublished = { ...dispute, status: won ? 'won' : 'lost' } as const;
  return paid === undefined ? undefined : { type: 'charge.dispute_closed', dispute: asPublished, paid };
}

function failedReturn(
  charge: Charge,
  { endToEndId, devolutionId }: NamedMoney & { readonly type: 'charge.returned_by_bank' },
): ChargeFact | undefined {
  const known = bankReturnsOf(charge).find((one) => one.endToEndId === endToEndId && one.devolutionId === devolutionId);
  if (known === undefined || !(known.status === 'FAILED' || known.hasFailed === true)) return undefined;
  return { type: 'charge.returned_by_bank', bankReturn: { ...known, status: 'FAILED' } };
}
