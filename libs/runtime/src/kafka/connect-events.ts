import { EVENT_HEADERS, isDeadLetterTopic, type SignedParts } from '@gx/contracts';
import { startJob } from '../service/job.ts';
import type { Host } from '../service/run-service.ts';
import { EventKeys } from './event-keys.ts';
import type { EventsConfig } from './event-keys-config.ts';
import { connectKafka, type Producer, startProducer } from './kafka.ts';
import { kafkaAccess } from './kafka-config.ts';
import type { Kafka, Message } from './kafkajs.ts';
import { headerText } from './messages.ts';

/** The way of a service to the events of all: what `startConsumer` and `startOutboxRelay` are given. */
export type Events = {
  readonly kafka: Kafka;
  /** Signs whatever goes to a topic of events. */
  readonly producer: Producer;
  readonly keys: EventKeys;
};

/** Kubernetes replaces the files of a Secret within a minute or two of its change. */
const FOLLOW_EVERY_MS = 5_000;

/** The one place where a service gets its producer, and the keys that its consumers verify by (ADR 115). */
export async function connectEvents(host: Host, config: EventsConfig): Promise<Events> {
  const keys = followKeys(host, config);
  const kafka = connectKafka({ ...kafkaAccess(config), clientId: host.name, log: host.log, faultHook: host.faultHook });
  return { kafka, producer: signingProducer(await startProducer(kafka, host), keys), keys };
}

function followKeys(host: Host, config: EventsConfig): EventKeys {
  const { log, now } = host;
  const keys = new EventKeys(config, now);
  if (keys.unsignedUntil !== undefined)
    log.warn({ until: keys.unsignedUntil }, 'events without a signature are applied');
  let known = keys.ids.join();
  const run = async (): Promise<void> => {
    try {
      keys.refresh();
    } finally {
      const ids = keys.ids.join();
      if (ids !== known) log.info({ key_ids: keys.ids }, 'event keys replaced');
      known = ids;
    }
  };
  startJob(host, { name: 'follow event keys', everyMs: FOLLOW_EVERY_MS, run });
  return keys;
}

/**
 * A dead letter keeps the signature that it came with; everything else that leaves is an event of ours and is
 * signed as it leaves. So what waits in an outbox is under no key.
 */
export const signingProducer = (producer: Pick<Producer, 'send'>, keys: Pick<EventKeys, 'sign'>): Producer => ({
  send: async ({ topic, messages, ...options }) => {
    if (isDeadLetterTopic(topic)) return producer.send({ topic, messages, ...options });
    return producer.send({
      topic,
      messages: await Promise.all(messages.map((one) => signedMessage(keys, topic, one))),
      ...options,
    });
  },
});

export async function signedMessage(keys: Pick<EventKeys, 'sign'>, topic: string, message: Message): Promise<Message> {
  const signature = await keys.sign(signedParts(topic, message));
  return { ...message, headers: { ...message.headers, [EVENT_HEADERS.signature]: signature } };
}

/**
 * What a message says of itself, by its headers; what it does not say is empty, and no signature is of
 * that.
 */
export function signedParts(topic: string, message: Pick<Message, 'key' | 'value' | 'headers'>): SignedParts {
  const { key, value, headers = {} } = message;
  const text = (name: string): string => headerText({ headers }, name) ?? '';
  return {
    topic,
    key: bytesOf(key),
    value: bytesOf(value),
    type: text(EVENT_HEADERS.eventType),
    eventId: text(EVENT_HEADERS.eventId),
    accountId: text(EVENT_HEADERS.accountId),
    livemode: text(EVENT_HEADERS.livemode),
  };
}

const bytesOf = (field: Buffer | string | null | undefined): Buffer =>
  Buffer.isBuffer(field) ? field : Buffer.from(field ?? '');
