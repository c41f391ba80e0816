import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { rename, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  chargeEventCodec,
  deadLetterTopic,
  EVENT_HEADERS,
  encodedEvent,
  parseSignature,
  topicName,
} from '@gx/contracts';
import { newId } from '@gx/core';
import { publisherSpec, readConfig } from '@gx/runtime';
import { connectEvents, oneByOne, startConsumer, toMessage } from '@gx/runtime/kafka';
import {
  forgersKafka,
  readTopic,
  servers,
  TEST_VERIFICATION_KEYS,
  testEventSettings,
  testHost,
  testSigningKey,
  testTopics,
  uniqueName,
  until,
  verificationEntry,
} from '@gx/testkit';
import test, { type ExecutionContext } from 'ava';

const TYPE = 'charge.created';
const tenant = { accountId: newId('account'), livemode: false };
const PATIENT = { timeoutMs: 60_000 } as const;

/** Charge as `connectEvents` starts it, and a consumer of its own events. */
async function stage(t: ExecutionContext, settings: Readonly<Record<string, string>> = {}) {
  const host = testHost('charge');
  t.teardown(host.stop);
  const prefix = await testTopics();
  const topic = topicName(prefix, 'charge');
  const env = {
    ENVIRONMENT: 'local',
    KAFKA_BROKERS: servers().kafkaBrokers.join(','),
    TOPIC_PREFIX: prefix,
    ...settings,
  };
  const events = await connectEvents(host, readConfig(env, publisherSpec('charge')));
  const applied: string[] = [];
  startConsumer(host, {
    ...events,
    group: uniqueName('group'),
    topic,
    codec: chargeEventCodec,
    types: [TYPE],
    apply: oneByOne(async ({ eventId }) => void applied.push(eventId)),
  });
  const [published, deadLetters] = [await readTopic(topic), await readTopic(deadLetterTopic(topic))];
  t.teardown(() => Promise.all([published.stop(), deadLetters.stop()]));
  const publish = (...eventIds: readonly string[]) =>
    events.producer.send({ topic, messages: eventIds.map((eventId) => toMessage(eventOf(eventId))) });
  return { host, topic, applied, published, deadLetters, publish };
}

function eventOf(eventId: string) {
  const attributes = { eventId, type: TYPE, sequence: 1, tenant, traceparent: undefined };
  return encodedEvent(attributes, chargeEventCodec.encode(attributes));
}

const keyIdsOf = (messages: readonly { readonly headers: Record<string, string> }[]): Set<string | undefined> =>
  new Set(messages.map(({ headers }) => parseSignature(headers[EVENT_HEADERS.signature] ?? '')?.keyId));

test('a signing key is replaced in its files while events are published: none is refused, none is lost, and no process is started anew', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'gx-signed-events-'));
  t.teardown(() => rmSync(folder, { recursive: true }));
  const [list, own] = [join(folder, 'list'), join(folder, 'own')];
  // As Kubernetes does it: a reader has the old file or the new one.
  const put = async (file: string, text: string): Promise<void> => {
    await writeFile(`${file}.new`, text);
    await rename(`${file}.new`, file);
  };
  const next = testSigningKey('the next of charge');
  const both = `${TEST_VERIFICATION_KEYS}${verificationEntry('charge', next)}`;
  writeFileSync(list, TEST_VERIFICATION_KEYS);
  writeFileSync(own, testSigningKey('charge'));
  const { host, applied, published, deadLetters, publish } = await stage(t, {
    EVENT_VERIFICATION_KEYS_FILE: list,
    EVENT_SIGNING_KEY_FILE: own,
  });
  const sent: string[] = [];
  let isOver = false;
  const load = (async () => {
    while (!isOver) {
      const page = Array.from({ length: 20 }, (_, nth) => `evt_${sent.length + nth}`);
      sent.push(...page);
      await publish(...page);
    }
  })();
  const replacedTimes = (times: number) =>
    until(
      'the keys are replaced',
      () => host.lines.filter((line) => line.includes('event keys replaced')).length === times,
      PATIENT,
    );

  await until('events are applied', () => applied.length > 100, PATIENT);
  await put(list, both);
  await replacedTimes(1);
  await put(own, next);
  await until('the new key signs', () => keyIdsOf(published.messages).size === 2, PATIENT);
  await put(list, both.slice(both.indexOf('refund')));
  await replacedTimes(3);
  const soFar = applied.length;
  await until('events are applied with the new key alone', () => applied.length > soFar + 100, PATIENT);
  isOver = true;
  await load;
  await until('all are applied', () => new Set(applied).size === sent.length, PATIENT);
  t.deepEqual(deadLetters.messages, []);
  t.false(host.lines.some((line) => line.includes('event_not_authentic') || line.includes('job failed')));
  t.log(`${sent.length} events while the key was replaced, 0 refused`);
});

test('what a version without signatures left on a topic is applied until the moment that was named, and then no more', async (t) => {
  const untilThen = new Date(Date.now() + 3_600_000).toISOString();
  const { host, topic, applied, deadLetters, publish } = await stage(t, {
    ...testEventSettings('charge'),
    UNSIGNED_EVENTS_UNTIL: untilThen,
  });
  const producer = forgersKafka().producer();
  t.teardown(() => producer.disconnect());
  await producer.connect();
  const unsigned = (eventId: string) => producer.send({ topic, messages: [toMessage(eventOf(eventId))] });
  await unsigned('evt_of_before');
  await until('it is applied', () => applied.includes('evt_of_before'), PATIENT);
  t.true(
    host.lines.some((line) => line.includes('events without a signature are applied') && line.includes(untilThen)),
  );
  t.true(host.lines.some((line) => line.includes('unsigned events applied') && line.includes('"events":1')));

  const { headers, ...message } = toMessage(eventOf('evt_wrongly_signed'));
  const wrong = { ...headers, [EVENT_HEADERS.signature]: `0123456789abcdef.${'A'.repeat(86)}` };
  await producer.send({ topic, messages: [{ ...message, headers: wrong }] });
  await until('a wrong signature is refused all the same', () => deadLetters.messages.length === 1, PATIENT);
  await publish('evt_signed');
  await until('what is signed is applied', () => applied.includes('evt_signed'), PATIENT);
  t.deepEqual(applied, ['evt_of_before', 'evt_signed']);
});

test('no moment was named: an event without a signature is dead-lettered and alarmed', async (t) => {
  const { host, topic, applied, deadLetters } = await stage(t, testEventSettings('charge'));
  const producer = forgersKafka().producer();
  t.teardown(() => producer.disconnect());
  await producer.connect();
  await producer.send({ topic, messages: [toMessage(eventOf('evt_of_before'))] });
  const [letter] = await until(
    'it is dead-lettered',
    () => deadLetters.messages.length > 0 && deadLetters.messages,
    PATIENT,
  );
  t.is(letter?.headers['dlq-reason'], 'not authentic: it has no signature');
  t.deepEqual(applied, []);
  await until('and alarmed', () => host.lines.some((line) => line.includes('"alarm":"event_not_authentic"')));
});
