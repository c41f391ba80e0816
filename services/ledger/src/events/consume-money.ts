import { chargeEventCodec, payoutEventCodec, refundEventCodec, subscription } from '@gx/contracts';
import type { ChargeEvent } from '@gx/contracts/charge';
import type { PayoutEvent } from '@gx/contracts/payout';
import type { RefundEvent } from '@gx/contracts/refund';
import type { Host } from '@gx/runtime';
import { type Events, type QueryOwner, startConsumer, unconfirmedBy } from '@gx/runtime/kafka';
import { bankReturnOf } from '../domain/bank-return.ts';
import { closeDispute, openDispute, payFromDispute } from '../domain/dispute.ts';
import { creditPayment } from '../domain/payment.ts';
import { bearLoss, returnPix, suspendPix } from '../domain/suspense.ts';
import type { BookAndAnnounce } from './book-and-announce.ts';
import { bookBatch, type DraftsByType } from './book-batch.ts';

type Deps = {
  readonly events: Events;
  readonly topicPrefix: string;
  readonly book: BookAndAnnounce;
  /** Which of its events charge confirms. */
  readonly confirmMoney: QueryOwner<ChargeEvent>;
};

const NO_DISPUTE = 'the event does not carry a dispute';
const NO_BANK_RETURN = 'the event does not carry a bank return';
const NO_LOSS = 'the event carries no loss';
const NO_PAYMENT = 'the event does not carry a payment';

/** What the ledger books of everything that happens to a charge; other types are left out by design. */
const OF_CHARGES: DraftsByType<ChargeEvent> = {
  'charge.payment_accepted': ({ paymentAccepted: payment }, of) =>
    payment ? creditPayment({ ...payment, ...of, paidAt: new Date(payment.paidAtMs) }) : NO_PAYMENT,
  'charge.payment_held': ({ paymentHeld }, of) => (paymentHeld ? suspendPix({ ...paymentHeld, ...of }) : NO_PAYMENT),
  'charge.return_ordered': ({ returnOrdered }, of) =>
    returnOrdered ? suspendPix({ ...returnOrdered, ...of }) : NO_PAYMENT,
  'charge.dispute_opened': ({ disputeOpened }, of) =>
    disputeOpened ? openDispute({ ...disputeOpened, ...of }) : NO_DISPUTE,
  'charge.dispute_closed': ({ disputeClosed }, of) =>
    disputeClosed ? closeDispute({ ...disputeClosed, ...of }) : NO_DISPUTE,
  'charge.dispute_paid': ({ disputePaid }, of) =>
    disputePaid ? payFromDispute({ ...disputePaid, ...of }) : NO_DISPUTE,
  'charge.returned_by_bank': ({ returnedByBank }, of) =>
    returnedByBank ? bankReturnOf({ ...returnedByBank, ...of }) : NO_BANK_RETURN,
};

/**
 * A merchant's own refund is booked by its hold; here come the two ways by which money leaves that is in no
 * wallet.
 */
const OF_REFUNDS: DraftsByType<RefundEvent> = {
  'return.progressed': ({ returnProgressed: progress }, of) => {
    if (!progress) return 'the event does not carry a return';
    return progress.status === 'REFUNDED' ? returnPix({ ...progress, ...of }) : null;
  },
  'refund.lost': ({ refundId, lost }, of) =>
    lost ? bearLoss({ ...lost, ...of, of: 'refund', id: refundId }) : NO_LOSS,
};

/** A payout is booked by its hold too, and by its returns. */
const OF_PAYOUTS: DraftsByType<PayoutEvent> = {
  'payout.lost': ({ payoutId, lost }, of) =>
    lost ? bearLoss({ ...lost, ...of, of: 'payout', id: payoutId }) : NO_LOSS,
};

/**
 * Reads what happened to money from the topics of charge, refund and payout, batch by batch. Only what charge
 * says pays a merchant, so charge alone is asked.
 */
export function consumeMoney(host: Host, { events, topicPrefix, book, confirmMoney }: Deps): void {
  startConsumer(host, {
    ...events,
    ...subscription(topicPrefix, 'ledger'),
    codec: chargeEventCodec,
    types: Object.keys(OF_CHARGES),
    apply: bookBatch(OF_CHARGES, {
      book,
      unconfirmed: unconfirmedBy(confirmMoney, { owner: 'charge' }),
    }),
  });
  startConsumer(host, {
    ...events,
    ...subscription(topicPrefix, 'ledger-refund'),
    codec: refundEventCodec,
    types: Object.keys(OF_REFUNDS),
    apply: bookBatch(OF_REFUNDS, { book }),
  });
  startConsumer(host, {
    ...events,
    ...subscription(topicPrefix, 'ledger-payout'),
    codec: payoutEventCodec,
    types: Object.keys(OF_PAYOUTS),
    apply: bookBatch(OF_PAYOUTS, { book }),
  });
}
