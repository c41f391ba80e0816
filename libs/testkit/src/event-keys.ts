import { createHash, createPrivateKey, createPublicKey } from 'node:crypto';
import {
  type EncodedEvent,
  EVENT_HEADERS,
  EVENT_OWNERS,
  type EventOwner,
  isDeadLetterTopic,
  topicOwner,
} from '@gx/contracts';
import { CONSUMER_SPEC, publisherSpec, readConfig } from '@gx/runtime';
import { EventKeys, signedMessage } from '@gx/runtime/kafka';
import type { Message } from '@gx/runtime/kafkajs';

/** What PKCS#8 puts before the 32 bytes of an Ed25519 key (RFC 8410). */
const PKCS8_ED25519 = Buffer.from('302e020100300506032b657004220420', 'hex');

/** The same key for the same name in every process: nobody has to hand it on. PEM. */
export function testSigningKey(name: string): string {
  const seed = createHash('sha256').update(`gx tests sign events as ${name}`).digest();
  const key = createPrivateKey({ key: Buffer.concat([PKCS8_ED25519, seed]), format: 'der', type: 'pkcs8' });
  return key.export({ format: 'pem', type: 'pkcs8' }).toString();
}

/** A key as it stands in EVENT_VERIFICATION_KEYS. */
export const verificationEntry = (owner: EventOwner, signingKey: string): string =>
  `${owner}\n${createPublicKey(signingKey).export({ format: 'pem', type: 'spki' })}`;

export const TEST_VERIFICATION_KEYS = EVENT_OWNERS.map((owner) => verificationEntry(owner, testSigningKey(owner))).join(
  '',
);

/** The settings of one that publishes as `owner`, or that consumes alone. */
export const testEventSettings = (owner?: EventOwner): Readonly<Record<string, string>> => ({
  EVENT_VERIFICATION_KEYS: TEST_VERIFICATION_KEYS,
  ALLOW_PLAINTEXT_KAFKA: 'the brokers of a test, on this machine',
  ...(owner === undefined ? {} : { EVENT_SIGNING_KEY: testSigningKey(owner) }),
});

/** What a service has that publishes as `owner`; or one that only consumes. */
export function testEventKeys(owner?: EventOwner, more: Readonly<Record<string, string>> = {}): EventKeys {
  const env = { KAFKA_BROKERS: 'unused', ...testEventSettings(owner), ...more };
  const config = owner === undefined ? readConfig(env, CONSUMER_SPEC) : readConfig(env, publisherSpec(owner));
  return new EventKeys(config, () => new Date());
}

const owners = new Map(EVENT_OWNERS.map((owner) => [owner, testEventKeys(owner)]));

/** An event as its topic's owner publishes it. What is no event, or has a signature, stays as it is. */
export async function signedByOwner(topic: string, message: Message): Promise<Message> {
  const owner = topicOwner(topic);
  const { headers = {} } = message;
  const isEvent = EVENT_HEADERS.eventType in headers && !(EVENT_HEADERS.signature in headers);
  if (owner === undefined || isDeadLetterTopic(topic) || !isEvent) return message;
  return signedMessage(owners.get(owner) as EventKeys, topic, message);
}

/** The same for an event that goes to a bus in memory. */
export async function signedEvent<E extends Pick<EncodedEvent, 'key' | 'headers' | 'value'>>(
  topic: string,
  event: E,
): Promise<E> {
  const { headers } = await signedByOwner(topic, { ...event, headers: { ...event.headers } });
  return { ...event, headers: headers as Record<string, string> };
}
