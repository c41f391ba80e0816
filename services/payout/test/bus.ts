import { chargeEventCodec, encodedEvent, type MessageInit, payoutEventCodec, topicName } from '@gx/contracts';
import type { ProviderCallbackReceived } from '@gx/contracts/charge';
import type { PayoutEvent } from '@gx/contracts/payout';
import { newId, type Tenant } from '@gx/core';
import { toMessage } from '@gx/runtime/kafka';
import { readTopic, servers, testEventSettings, testKafka } from '@gx/testkit';

export type PayoutBus = {
  /** What was published about one payout, in order; the same event twice is once. */
  readonly events: (payoutId: string) => PayoutEvent[];
  /** Every publication, as they came. */
  readonly publications: (payoutId: string) => PayoutEvent[];
  /** Charge passes on that a bank spoke. */
  readonly callback: (tenant: Tenant, calledBack: MessageInit<ProviderCallbackReceived>) => Promise<void>;
  /** Why messages were dead-lettered. */
  readonly deadLetters: () => (string | undefined)[];
  readonly stop: () => Promise<void>;
};

/** What the service knows the bus by. */
export const busSettings = (topicPrefix: string): Readonly<Record<string, string>> => ({
  KAFKA_BROKERS: servers().kafkaBrokers.join(','),
  TOPIC_PREFIX: topicPrefix,
  ...testEventSettings('payout'),
});

/** The bus around payout: what it published, and the end that belongs to charge. */
export async function startBus(topicPrefix: string): Promise<PayoutBus> {
  const topic = topicName(topicPrefix, 'chargeMoney');
  const reader = await readTopic(topicName(topicPrefix, 'payout'));
  const deadLetters = await readTopic(`${topic}.dlq`);
  const producer = testKafka().producer({ allowAutoTopicCreation: false });
  await producer.connect();
  const decoded: PayoutEvent[] = [];
  const publications = (payoutId: string): PayoutEvent[] => {
    decoded.push(...reader.messages.slice(decoded.length).map(({ value }) => payoutEventCodec.decode(value)));
    return decoded.filter((event) => event.payoutId === payoutId);
  };
  return {
    publications,
    events: (id) =>
      [...new Map(publications(id).map((event) => [event.eventId, event])).values()].toSorted(
        (a, b) => a.sequence - b.sequence,
      ),
    async callback(tenant, providerCallbackReceived) {
      const type = 'charge.provider_callback_received';
      const attributes = { eventId: `evt_${newId('charge')}`, type, sequence: 1, tenant, traceparent: undefined };
      const event = { ...attributes, occurredAtMs: Date.now(), providerCallbackReceived };
      const value = chargeEventCodec.encode(event as never);
      await producer.send({ topic, messages: [toMessage(encodedEvent(attributes, value))] });
    },
    deadLetters: () => deadLetters.messages.map(({ headers }) => headers['dlq-reason']),
    stop: async () => {
      await Promise.all([reader.stop(), deadLetters.stop(), producer.disconnect()]);
    },
  };
}
