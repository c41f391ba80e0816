import { chargeEventCodec, topicName } from '@gx/contracts';
import type { ChargeEvent } from '@gx/contracts/charge';
import type { Host } from '@gx/runtime';
import { type Kafka, type Producer, startConsumer } from '@gx/runtime/kafka';
import { bankReturnOf } from '../domain/bank-return.ts';
import { closeDispute, openDispute } from '../domain/dispute.ts';
import { creditPayment } from '../domain/payment.ts';
import { suspendPix } from '../domain/suspense.ts';
import type { BookAndAnnounce } from './book-and-announce.ts';
import { bookBatch, byType, type DraftsByType } from './book-batch.ts';

type Deps = {
  readonly kafka: Kafka;
  readonly producer: Producer;
  readonly topicPrefix: string;
  readonly book: BookAndAnnounce;
};

const NO_TENANT = 'there is no tenant';
const NO_DISPUTE = 'the event does not carry a dispute';
const NO_BANK_RETURN = 'the event does not carry a bank return';
const NO_PAYMENT = 'the event does not carry a payment';

/** What the ledger books of everything that happens to a charge; other types are left out by design. */
const DRAFTS: DraftsByType<ChargeEvent> = {
  'charge.payment_accepted': ({ tenant, chargeId, paymentAccepted: payment }) => {
    if (tenant === null) return NO_TENANT;
    if (payment === undefined || payment === null) return NO_PAYMENT;
    const { paidAtMs, ...details } = payment;
    return creditPayment({ ...details, ...tenant, chargeId, paidAt: new Date(paidAtMs) });
  },
  'charge.payment_held': ({ tenant, chargeId, paymentHeld: payment }) => {
    if (tenant === null) return NO_TENANT;
    return payment ? suspendPix({ ...payment, livemode: tenant.livemode, chargeId }) : NO_PAYMENT;
  },
  'charge.return_ordered': ({ tenant, chargeId, returnOrdered: order }) => {
    if (tenant === null) return NO_TENANT;
    return order ? suspendPix({ ...order, livemode: tenant.livemode, chargeId }) : NO_PAYMENT;
  },
  'charge.dispute_opened': ({ tenant, chargeId, disputeOpened }) => {
    if (tenant === null) return NO_TENANT;
    return disputeOpened ? openDispute({ ...disputeOpened, ...tenant, chargeId }) : NO_DISPUTE;
  },
  'charge.dispute_closed': ({ tenant, chargeId, disputeClosed }) => {
    if (tenant === null) return NO_TENANT;
    return disputeClosed ? closeDispute({ ...disputeClosed, ...tenant, chargeId }) : NO_DISPUTE;
  },
  'charge.returned_by_bank': ({ tenant, chargeId, returnedByBank }) => {
    if (tenant === null) return NO_TENANT;
    return returnedByBank ? bankReturnOf({ ...returnedByBank, ...tenant, chargeId }) : NO_BANK_RETURN;
  },
};

/** Reads what happened to money from charge's topic of money, batch by batch. */
export const consumeChargeMoney = (host: Host, { kafka, producer, topicPrefix, book }: Deps): void =>
  startConsumer(host, {
    kafka,
    producer,
    group: `${topicPrefix}ledger`,
    topic: topicName(topicPrefix, 'chargeMoney'),
    codec: chargeEventCodec,
    types: Object.keys(DRAFTS),
    apply: bookBatch(byType(DRAFTS), book),
  });
