import { chargeEventCodec, DLQ_HEADERS, type EncodedEvent, EVENT_HEADERS, encodedEvent } from '@gx/contracts';
import { newId } from '@gx/core';
import { forgeriesOf, signedByOwner, testEventKeys, testHost } from '@gx/testkit';
import test from 'ava';
import type { KafkaMessage, Message } from './kafkajs.ts';
import { type EventEnvelope, type ReadOptions, readBatch } from './read-batch.ts';

const TOPIC = 'gx.charge.money.v1';
const TYPE = 'charge.payment_accepted';
const tenant = { accountId: newId('account'), livemode: true };
const OPTIONS: ReadOptions<EventEnvelope> = {
  keys: testEventKeys(),
  group: 'ledger',
  topic: TOPIC,
  codec: chargeEventCodec,
  types: [TYPE],
};

function eventOf(type = TYPE, change: object = {}): EncodedEvent {
  const attributes = { eventId: 'evt_1', type, sequence: 1, tenant, traceparent: undefined };
  return encodedEvent(attributes, chargeEventCodec.encode({ ...attributes, ...change }));
}

/** What a broker brings of a message. */
const brought = ({ key, value, headers = {} }: Message, offset = '0'): KafkaMessage => ({
  key: Buffer.from(String(key)),
  value: value as Buffer,
  timestamp: '0',
  attributes: 0,
  offset,
  headers: Object.fromEntries(
    Object.entries(headers).map(([name, text]) => [name, Array.isArray(text) ? text : Buffer.from(String(text))]),
  ),
});
const messageOf = ({ key, headers, value }: Pick<EncodedEvent, 'key' | 'headers' | 'value'>): Message => ({
  key,
  value,
  headers: { ...headers },
});

async function read(message: Message, options: Partial<typeof OPTIONS> = {}) {
  const { received, rejected } = await readBatch(testHost('reader'), { ...OPTIONS, ...options }, [brought(message)]);
  return { events: received.map(({ event }) => event.eventId), rejection: rejected.get('0') };
}
const signed = (event: EncodedEvent): Promise<Message> => signedByOwner(TOPIC, messageOf(event));

test('an event is received as its owner has signed it', async (t) => {
  t.deepEqual(await read(await signed(eventOf())), { events: ['evt_1'], rejection: undefined });
});

test('each forgery is rejected as one', async (t) => {
  const otherValue = eventOf(TYPE, { sequence: 2 }).value;
  const forgeries = await forgeriesOf({ topic: TOPIC, event: eventOf(), otherType: 'charge.payment_held', otherValue });
  for (const [name, forgery] of forgeries) {
    const { events, rejection } = await read(messageOf(forgery));
    t.deepEqual(events, [], name);
    t.true(rejection?.forged, name);
    t.regex(rejection?.reason ?? '', /^not authentic: /, name);
  }
});

test('what its owner has signed is rejected too where a header is not what the value says', async (t) => {
  const changes = {
    [EVENT_HEADERS.eventType]: { type: 'charge.payment_held' },
    [EVENT_HEADERS.eventId]: { eventId: 'evt_2' },
    [EVENT_HEADERS.accountId]: { tenant: { ...tenant, accountId: newId('account') } },
    [EVENT_HEADERS.livemode]: { tenant: { ...tenant, livemode: false } },
  };
  for (const [header, change] of Object.entries(changes))
    t.deepEqual(
      (await read(await signed(eventOf(TYPE, change)))).rejection,
      { reason: `not authentic: its header ${header} is not what its value says`, forged: true },
      header,
    );
  const { rejection } = await read(await signed({ ...eventOf(), key: 'another' }));
  t.is(rejection?.reason, 'not authentic: its header key is not what its value says');
});

test('an event of a type that is not ours is left to those whose it is, unless its value is of another type', async (t) => {
  const other = messageOf(eventOf('charge.payment_held'));
  t.deepEqual(await read(other), { events: [], rejection: undefined });
  const disguised = { ...other, headers: { ...other.headers, [EVENT_HEADERS.eventType]: 'charge.return_ordered' } };
  t.true((await read(disguised)).rejection?.forged);
  t.deepEqual(await read({ ...other, value: Buffer.from([0xff, 0xff]) }), { events: [], rejection: undefined });
});

test('a replay for another group is left out, and one for ours is held to its signature', async (t) => {
  const message = await signed(eventOf());
  const replayed = (group: string, of: Message): Message => ({
    ...of,
    headers: { ...of.headers, [DLQ_HEADERS.group]: group },
  });
  t.deepEqual(await read(replayed('refund', message)), { events: [], rejection: undefined });
  t.deepEqual((await read(replayed('ledger', message))).events, ['evt_1']);
  t.true((await read(replayed('ledger', messageOf(eventOf())))).rejection?.forged);
});

test('a header that stands twice is read once, by the signature and by what the event is applied as', async (t) => {
  const { headers, ...message } = await signed(eventOf());
  const twice = { ...headers, [EVENT_HEADERS.accountId]: [tenant.accountId, newId('account')] };
  t.deepEqual((await read({ ...message, headers: twice })).events, ['evt_1']);
  const first = { ...headers, [EVENT_HEADERS.accountId]: [newId('account'), tenant.accountId] };
  t.true((await read({ ...message, headers: first })).rejection?.forged);
});

test('what its owner has signed and nobody can read is no forgery', async (t) => {
  const { rejection } = await read(await signed({ ...eventOf(), value: Buffer.from([0xff, 0xff]) }));
  t.regex(rejection?.reason ?? '', /^undecodable: /);
  t.is(rejection?.forged, undefined);
});
