import { refundEventCodec, topicName } from '@gx/contracts';
import type { RefundEvent } from '@gx/contracts/refund';
import type { Host } from '@gx/runtime';
import { type Kafka, type Producer, startConsumer } from '@gx/runtime/kafka';
import { bearLoss, returnPix } from '../domain/suspense.ts';
import type { BookAndAnnounce } from './book-and-announce.ts';
import { bookBatch, byType, type DraftsByType } from './book-batch.ts';

type Deps = {
  readonly kafka: Kafka;
  readonly producer: Producer;
  readonly topicPrefix: string;
  readonly book: BookAndAnnounce;
};

/**
 * A merchant's own refund is booked by its hold; here come the two ways by which money leaves that is in no
 * wallet.
 */
const DRAFTS: DraftsByType<RefundEvent> = {
  'return.progressed': ({ tenant, chargeId, returnProgressed: progress }) => {
    if (tenant === null) return 'there is no tenant';
    if (!progress) return 'the event does not carry a return';
    return progress.status === 'REFUNDED' ? returnPix({ ...progress, livemode: tenant.livemode, chargeId }) : null;
  },
  'refund.lost': ({ tenant, refundId, chargeId, lost }) => {
    if (tenant === null) return 'there is no tenant';
    return lost ? bearLoss({ ...lost, livemode: tenant.livemode, refundId, chargeId }) : 'the event carries no loss';
  },
};

/**
 * Reads what left the bank from refund's topic, batch by batch, as a group of its own: a group shares one set
 * of topics.
 */
export const consumeRefunds = (host: Host, { kafka, producer, topicPrefix, book }: Deps): void =>
  startConsumer(host, {
    kafka,
    producer,
    group: `${topicPrefix}ledger-refund`,
    topic: topicName(topicPrefix, 'refund'),
    codec: refundEventCodec,
    types: Object.keys(DRAFTS),
    apply: bookBatch(byType(DRAFTS), book),
  });
