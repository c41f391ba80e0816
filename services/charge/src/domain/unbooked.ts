import type { ChargeEvent } from './charge.ts';

/**
 * What the ledger calls the entry that it makes of an event which nobody else hears and nobody answers; undefined for every other event. Where
 * it stands the event was heard.
 */
export function entryOf(event: ChargeEvent): string | undefined {
  switch (event.type) {
    case 'charge.receipt_held':
      return `suspense:${event.endToEndId}`;
    case 'charge.dispute_opened':
      return `dispute:${event.dispute.id}:hold`;
    case 'charge.dispute_closed':
      return `dispute:${event.dispute.id}:${event.dispute.status === 'won' ? 'void' : 'confirm'}`;
    default:
      return undefined;
  }
}
