import { type BankReturn, type BankReturnStatus, partOf } from './bank-return.ts';
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
    case 'charge.dispute_closed': {
      const isReleased = event.dispute.status === 'won' || event.paid !== undefined;
      return `dispute:${event.dispute.id}:${isReleased ? 'void' : 'confirm'}`;
    }
    case 'charge.dispute_paid':
      return paidEntry(event.dispute.id, event.bankReturn);
    case 'charge.returned_by_bank':
      return returnEntry(event.bankReturn);
    default:
      return undefined;
  }
}

const paidEntry = (disputeId: string, { devolutionId }: BankReturn): string =>
  `dispute:${disputeId}:paid:${devolutionId}`;

/** What the hold of a case pays whole is no entry of its own until it is executed. */
function returnEntry(bankReturn: BankReturn): string {
  const { endToEndId, devolutionId, status, amount, dispute } = bankReturn;
  if (dispute === undefined || partOf(bankReturn) < amount)
    return `bank_return:${endToEndId}:${devolutionId}:${ENTRY_OF[status]}`;
  return status === 'REFUNDED' ? paidEntry(dispute.id, bankReturn) : `dispute:${dispute.id}:hold`;
}
