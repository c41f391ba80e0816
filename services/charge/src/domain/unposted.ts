import type { BankReturnStatus } from './bank-return.ts';
import type { ChargeEvent } from './charge.ts';

/** The entry that the ledger makes of a bank return in each of its states. */
const ENTRY_OF: Readonly<Record<BankReturnStatus, string>> = {
  IN_PROGRESS: 'hold',
  REFUNDED: 'confirm',
  FAILED: 'void',
};

/**
 * What the ledger calls the entry that it makes of an event which nobody answers by another event; undefined
 * for every other event. Where it stands the event was heard.
 */
export function entryOf(event: ChargeEvent): string | undefined {
  switch (event.type) {
    case 'charge.payment_held':
      return `suspense:${event.endToEndId}`;
    case 'charge.dispute_opened':
      return `dispute:${event.dispute.id}:hold`;
    case 'charge.dispute_closed':
      return `dispute:${event.dispute.id}:${event.dispute.status === 'won' ? 'void' : 'confirm'}`;
    case 'charge.returned_by_bank': {
      const { endToEndId, devolutionId, status } = event.bankReturn;
      return `bank_return:${endToEndId}:${devolutionId}:${ENTRY_OF[status]}`;
    }
    default:
      return undefined;
  }
}
