import { createPrivateKey, createPublicKey, sign } from 'node:crypto';
import {
  type EncodedEvent,
  EVENT_HEADERS,
  EVENT_OWNERS,
  signatureText,
  signedBytes,
  TOPICS,
  topicOwner,
} from '@gx/contracts';
import { keyIdOf } from '@gx/runtime';
import { signedParts } from '@gx/runtime/kafka';
import { signedEvent, testSigningKey } from './event-keys.ts';
import { forgersKafka, readDeadLetter, testKafka } from './topics.ts';
import { until } from './until.ts';

/** An event that a service publishes and a consumer applies, and what a forger would make of it. */
export type ForgedOf = {
  /** Where its owner publishes it. */
  readonly topic: string;
  readonly event: EncodedEvent;
  /** Another type of the same topic. */
  readonly otherType: string;
  /** The bytes of a better event. */
  readonly otherValue: Buffer;
};
export type Forgery = Pick<EncodedEvent, 'key' | 'headers' | 'value'>;

/** Every way to say what the owner of a topic has not said there, by its name. */
export async function forgeriesOf(of: ForgedOf): Promise<ReadonlyMap<string, Forgery>> {
  const { topic, event, otherType, otherValue } = of;
  const right = await signedEvent(topic, event);
  const owner = topicOwner(topic);
  const another = EVENT_OWNERS.find((one) => one !== owner) ?? '';
  const changed = (header: string, text: string): Forgery => ({
    ...right,
    headers: { ...right.headers, [header]: text },
  });
  return new Map<string, Forgery>([
    ['without a signature', event],
    ['with a signature that is none', changed(EVENT_HEADERS.signature, 'trust me')],
    ['signed with a key that nobody knows', signedWith('a stranger', topic, event)],
    [`signed by ${another}`, signedWith(another, topic, event)],
    ...elsewhere(topic).map((other): [string, Forgery] => [
      `signed for ${other}`,
      signedWith(owner ?? '', other, event),
    ]),
    ['of another value', { ...right, value: otherValue }],
    ['of another key', { ...right, key: '01990000-0000-7000-8000-00000000beef' }],
    ['of another account', changed(EVENT_HEADERS.accountId, '01990000-0000-7000-8000-00000000beef')],
    ['of another mode', changed(EVENT_HEADERS.livemode, String(event.headers[EVENT_HEADERS.livemode] !== 'true'))],
    ['of another type', changed(EVENT_HEADERS.eventType, otherType)],
    ['of no known type', changed(EVENT_HEADERS.eventType, 'nothing.happened')],
    ['of another event', changed(EVENT_HEADERS.eventId, 'evt_0')],
    // Signed by the owner as it stands: what it says of its account in two places must be one.
    ['signed with an account that its value denies', denied(topic, event)],
  ]);
}

/** The same topic of another deployment, and what else the same owner publishes. */
function elsewhere(topic: string): readonly string[] {
  const own = Object.values(TOPICS).find(({ name }) => topic.endsWith(name));
  const prefix = topic.slice(0, -(own?.name.length ?? 0));
  const siblings = Object.values(TOPICS).filter(({ owner, name }) => owner === own?.owner && name !== own?.name);
  return [`another.${topic}`, ...siblings.map(({ name }) => `${prefix}${name}`)];
}

function signedWith(name: string, topic: string, event: Forgery): Forgery {
  const key = createPrivateKey(testSigningKey(name));
  const { x = '' } = createPublicKey(key).export({ format: 'jwk' });
  const keyId = keyIdOf(Buffer.from(x, 'base64url'));
  const parts = signedParts(topic, { ...event, headers: { ...event.headers } });
  const signature = signatureText({ keyId, signature: sign(null, signedBytes(parts), key) });
  return { ...event, headers: { ...event.headers, [EVENT_HEADERS.signature]: signature } };
}

function denied(topic: string, event: EncodedEvent): Forgery {
  const accountId = '01990000-0000-7000-8000-00000000beef';
  const headers = { ...event.headers, [EVENT_HEADERS.accountId]: accountId };
  return signedWith(topicOwner(topic) ?? '', topic, { ...event, key: accountId, headers });
}

/**
 * Puts every forgery on a real topic and waits until `group` has dead-lettered each, unchanged and as not
 * authentic, with an alarm; `lines` is the log of its service. Answers how many they were; throws for the
 * first that became anything else.
 */
export async function sendForgeries(of: ForgedOf, group: string, lines: () => readonly string[]): Promise<number> {
  const refused = { reason: /^not authentic: /, alarm: 'event_not_authentic' };
  return sendRefused(forgersKafka(), { topic: of.topic, group, lines, refused, messages: await forgeriesOf(of) });
}

/**
 * The same of events that their owner has signed and does not confirm. What its record has otherwise stands
 * in the reason of the dead letter.
 */
export async function sendUnconfirmed(
  { topic, events }: { readonly topic: string; readonly events: ReadonlyMap<string, EncodedEvent> },
  group: string,
  lines: () => readonly string[],
): Promise<number> {
  const refused = { reason: /^not confirmed by /, alarm: 'event_not_confirmed' };
  return sendRefused(testKafka(), { topic, group, lines, refused, messages: events });
}

type Refused = {
  readonly topic: string;
  readonly group: string;
  readonly lines: () => readonly string[];
  readonly messages: ReadonlyMap<string, Forgery>;
  /** How each is refused. */
  readonly refused: { readonly reason: RegExp; readonly alarm: string };
};

async function sendRefused(
  kafka: ReturnType<typeof forgersKafka>,
  { topic, group, lines, messages, refused }: Refused,
): Promise<number> {
  const deadLetters = await readDeadLetter(topic);
  const producer = kafka.producer({ allowAutoTopicCreation: false });
  await producer.connect();
  try {
    const sent = [...messages].map(([name, { key, headers, value }]) => ({
      key,
      value,
      headers: { ...headers, 'forged-as': name },
    }));
    await producer.send({ topic, messages: sent });
    const of = (name: string) =>
      deadLetters.messages.find(
        ({ headers }) => headers['forged-as'] === name && headers['dlq-from']?.startsWith(`${group}/`),
      );
    for (const { key, value, headers } of sent) {
      const name = headers['forged-as'];
      const found = await until(`an event ${name} is dead-lettered`, () => of(name), { timeoutMs: 60_000 });
      const reason = found.headers['dlq-reason'] ?? '';
      if (!refused.reason.test(reason)) throw new Error(`an event ${name} was dead-lettered as ${reason}`);
      const isUnchanged =
        found.key === key &&
        found.value.equals(value) &&
        Object.entries(headers).every(([header, text]) => found.headers[header] === text);
      if (!isUnchanged) throw new Error(`an event ${name} was changed on its way to the dead letters`);
    }
    const alarms = () => lines().filter((line) => line.includes(`"alarm":"${refused.alarm}"`)).length;
    await until('each of them is alarmed', () => alarms() >= sent.length);
    return sent.length;
  } finally {
    await Promise.all([producer.disconnect(), deadLetters.stop()]);
  }
}
