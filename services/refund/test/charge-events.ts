import { chargeEventCodec, encodedEvent, type MessageInit, refundEventCodec, topicName } from '@gx/contracts';
import type { ProviderCallbackReceived, ReturnedByBank, ReturnOrdered } from '@gx/contracts/charge';
import type { RefundEvent } from '@gx/contracts/refund';
import { newId, type Tenant } from '@gx/core';
import { toMessage } from '@gx/runtime/kafka';
import { readTopic, testKafka } from '@gx/testkit';
import type { MoneyRecords } from '@gx/testkit/stand-ins';

type OrderReturn = (
  tenant: Tenant,
  chargeId: string,
  order: MessageInit<ReturnOrdered>,
  trace?: string,
) => Promise<void>;
export type Bus = {
  /** What refund published about one refund or return, oldest first; the same event twice is once. */
  readonly events: (refundId: string) => RefundEvent[];
  /** Every publication of them, as they came. */
  readonly publications: (refundId: string) => RefundEvent[];
  /** The headers beside the events, in their order; the same event twice is once. */
  readonly headers: (refundId: string) => Record<string, string>[];
  /** Charge wants a Pix sent back: it writes that down and publishes it. */
  readonly orderReturn: OrderReturn;
  /** Somebody who holds charge's key publishes an order that charge has not written down. */
  readonly orderUnwritten: OrderReturn;
  /** Charge passes on that a bank spoke. */
  readonly callback: (
    tenant: Tenant,
    calledBack: MessageInit<ProviderCallbackReceived>,
    trace?: string,
  ) => Promise<void>;
  /** Charge says that the bank takes money of a charge back by itself. */
  readonly returnedByBank: (tenant: Tenant, chargeId: string, one: MessageInit<ReturnedByBank>) => Promise<void>;
  /** Something that is not an event at all. */
  readonly send: (tenant: Tenant, type: string, value: Buffer) => Promise<void>;
  /** Why messages were dead-lettered. */
  readonly deadLetters: () => (string | undefined)[];
  readonly stop: () => Promise<void>;
};

type RecordOptions = { readonly trace?: string | undefined; readonly written?: (value: Buffer) => void };

/** Both ends of the bus that belong to charge. */
export async function startBus(topicPrefix: string, records: Pick<MoneyRecords, 'add'>): Promise<Bus> {
  const topic = topicName(topicPrefix, 'chargeMoney');
  const reader = await readTopic(topicName(topicPrefix, 'refund'));
  const deadLetters = await readTopic(`${topic}.dlq`);
  const producer = testKafka().producer({ allowAutoTopicCreation: false });
  await producer.connect();
  const decoded = () =>
    reader.messages.map(({ value, headers }) => ({ event: refundEventCodec.decode(value), headers }));
  const mine = (refundId: string) => {
    const ofRefund = decoded().filter(({ event: one }) => one.refundId === refundId);
    const once = new Map(ofRefund.map((one) => [one.event.eventId, one]));
    return [...once.values()].toSorted((a, b) => a.event.sequence - b.event.sequence);
  };
  const attributesOf = (tenant: Tenant, type: string, traceparent?: string) => ({
    eventId: `evt_${newId('charge')}`,
    type,
    sequence: 1,
    tenant,
    traceparent,
  });
  const publish = async (attributes: ReturnType<typeof attributesOf>, value: Buffer): Promise<void> => {
    await producer.send({ topic, messages: [toMessage(encodedEvent(attributes, value))] });
  };
  const unwritten = (tenant: Tenant, type: string, body: object, { trace, written }: RecordOptions = {}) => {
    const attributes = attributesOf(tenant, type, trace);
    const value = chargeEventCodec.encode({ ...attributes, occurredAtMs: Date.now(), ...body } as never);
    written?.(value);
    return publish(attributes, value);
  };
  const record = (tenant: Tenant, type: string, body: object, trace?: string): Promise<void> =>
    unwritten(tenant, type, body, { trace, written: records.add });
  return {
    events: (id) => mine(id).map(({ event: one }) => one),
    publications: (id) => decoded().flatMap(({ event: one }) => (one.refundId === id ? [one] : [])),
    headers: (id) => mine(id).map(({ headers }) => headers),
    orderReturn: (tenant, chargeId, returnOrdered, trace) =>
      record(tenant, 'charge.return_ordered', { chargeId, returnOrdered }, trace),
    orderUnwritten: (tenant, chargeId, returnOrdered, trace) =>
      unwritten(tenant, 'charge.return_ordered', { chargeId, returnOrdered }, { trace }),
    callback: (tenant, providerCallbackReceived, trace) =>
      record(tenant, 'charge.provider_callback_received', { providerCallbackReceived }, trace),
    returnedByBank: (tenant, chargeId, returnedByBank) =>
      record(tenant, 'charge.returned_by_bank', { chargeId, returnedByBank }),
    send: (tenant, type, value) => publish(attributesOf(tenant, type), value),
    deadLetters: () => deadLetters.messages.map(({ headers }) => headers['dlq-reason']),
    stop: async () => {
      await Promise.all([reader.stop(), deadLetters.stop(), producer.disconnect()]);
    },
  };
}
