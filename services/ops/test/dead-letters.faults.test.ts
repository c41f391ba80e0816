import { chargeEventCodec, deadLetterTopic, type EncodedEvent, encodedEvent, topicName } from '@gx/contracts';
import { eventIdOf, newId } from '@gx/core';
import {
  connectKafka,
  type EventKeys,
  oneByOne,
  signingProducer,
  startConsumer,
  startProducer,
  toMessage,
} from '@gx/runtime/kafka';
import {
  forgersKafka,
  servers,
  signedEvent,
  testEventKeys,
  testHost,
  testKafka,
  testTopics,
  uniqueName,
  until,
} from '@gx/testkit';
import { startMoneyRecords } from '@gx/testkit/stand-ins';
import test, { type ExecutionContext } from 'ava';
import { ops, opsProcess, serve } from './harness.ts';

const tenant = { accountId: newId('account'), livemode: false };
const PERSON = '52998224725';

function event(chargeId: string, value?: Buffer): EncodedEvent {
  const type = 'charge.created';
  const attributes = { eventId: `evt_${chargeId}`, type, sequence: 1, tenant, traceparent: undefined };
  return encodedEvent(attributes, value ?? chargeEventCodec.encode({ ...attributes, chargeId }));
}

type StageOptions = { readonly prefix?: string; readonly keys?: EventKeys };

/**
 * A topic with consumers of the test's own: `refusing` has what a group cannot apply yet, `applied` what it
 * was given.
 */
async function stage(t: ExecutionContext, groups: readonly string[], options: StageOptions = {}) {
  const { prefix = await testTopics(), keys = testEventKeys('charge') } = options;
  const topic = topicName(prefix, 'charge');
  const host = testHost('ops');
  t.teardown(host.stop);
  const kafka = connectKafka({ brokers: servers().kafkaBrokers, clientId: 'dead-letter-test', log: host.log });
  const producer = signingProducer(await startProducer(kafka, host), keys);
  const refusing = new Set<string>();
  const applied: string[] = [];
  for (const group of groups) {
    startConsumer(host, {
      kafka,
      producer,
      keys,
      topic,
      group: `${prefix}${group}`,
      codec: chargeEventCodec,
      types: ['charge.created'],
      apply: oneByOne(async ({ chargeId }) => {
        if (refusing.has(`${group} ${chargeId}`)) return 'no such charge';
        applied.push(`${group} ${chargeId}`);
        return undefined;
      }),
    });
  }
  const env = { KAFKA_BROKERS: servers().kafkaBrokers.join(','), TOPIC_PREFIX: prefix };
  const list = async () => JSON.parse((await ops(['dead-letters', 'list', '--json'], env)).out);
  const replay = (...args: string[]) => ops(['dead-letters', 'replay', ...args], env);
  const send = (...events: readonly EncodedEvent[]) => producer.send({ topic, messages: events.map(toMessage) });
  return { prefix, topic, env, list, replay, send, refusing, applied, stop: host.stop };
}

test('what is mended is applied once by the group that had refused it, and poison shows that it was dead-lettered again', async (t) => {
  const { prefix, topic, env, list, replay, send, refusing, applied } = await stage(t, ['books', 'news']);
  t.deepEqual(await ops(['dead-letters', 'list'], env), { code: 0, out: 'There are no dead letters.\n', err: '' });
  refusing.add('books late');
  await send(event('late'), event('garbage', Buffer.from(`\xff${PERSON}`, 'latin1')), event('fine'));
  const before = await until('three are dead-lettered', async () => {
    const rows = await list();
    return rows.length === 3 && rows;
  });
  const listed = before.map((row: { group: string; eventId: string; replays: number }) => [
    row.group,
    row.eventId,
    row.replays,
  ]);
  t.deepEqual(listed.sort(), [
    [`${prefix}books`, 'evt_garbage', 0],
    [`${prefix}books`, 'evt_late', 0],
    [`${prefix}news`, 'evt_garbage', 0],
  ]);

  const table = await opsProcess(['dead-letters', 'list'], env);
  t.is(table.code, 0, table.err);
  t.regex(table.out, /^MESSAGE +GROUP +EVENT +EVENT ID +SINCE +REPLAYED +REASON\n/);
  t.regex(
    table.out,
    new RegExp(
      `${deadLetterTopic(topic)}/0/\\d+ +${prefix}books +charge.created +evt_late +\\S+ +no +no such charge\n`,
    ),
  );
  t.false(`${table.out}${JSON.stringify(before)}`.includes(PERSON));

  refusing.clear();
  t.like(await replay('--all'), {
    code: 0,
    out: '3 messages are replayed; `ops dead-letters list` shows what could not be applied again.\n',
  });
  await until('the mended one is applied', () => applied.includes('books late'));
  const poison = await until('the poison is dead-lettered again', async () => {
    const rows = await list();
    return rows.length === 2 && rows;
  });
  for (const row of poison) t.like(row, { eventId: 'evt_garbage', replays: 1 });
  t.regex((await ops(['dead-letters', 'list'], env)).out, / once +undecodable: /);
  await send(event('last'));
  await until('what came later is applied too', () => applied.filter((one) => one.endsWith('last')).length === 2);
  t.deepEqual(applied.toSorted(), ['books fine', 'books last', 'books late', 'news fine', 'news last', 'news late']);

  const [{ message }] = poison;
  t.regex((await replay(message)).out, /^1 message is replayed/);
  const twice = await until('the one that was named is dead-lettered again', async () => {
    const rows: { replays: number }[] = await list();
    return rows.some(({ replays }) => replays === 2) && rows;
  });
  t.deepEqual(twice.map(({ replays }) => replays).sort(), [1, 2], 'each group has its own, and no more than before');
});

test('a replay keeps the signature of a message, and one without is refused again until a moment for those is named', async (t) => {
  const { prefix, topic, list, replay, send, refusing, applied, stop } = await stage(t, ['books']);
  const old = forgersKafka().producer();
  t.teardown(() => old.disconnect());
  await old.connect();
  refusing.add('books late');
  await send(event('late'));
  await old.send({ topic, messages: [toMessage(event('unsigned'))] });
  await until('both are dead-lettered', async () => (await list()).length === 2);
  refusing.clear();
  await replay('--all');
  await until('what is signed is applied', () => applied.includes('books late'));
  const [again] = await until('what is not is dead-lettered again', async () => {
    const rows = await list();
    return rows.length === 1 && rows;
  });
  t.like(again, { eventId: 'evt_unsigned', replays: 1, reason: 'not authentic: it has no signature' });

  await stop();
  const UNSIGNED_EVENTS_UNTIL = new Date(Date.now() + 3_600_000).toISOString();
  const later = await stage(t, ['books'], { prefix, keys: testEventKeys('charge', { UNSIGNED_EVENTS_UNTIL }) });
  await replay('--all');
  await until('it is applied', () => later.applied.includes('books unsigned'), { timeoutMs: 60_000 });
  t.deepEqual(await list(), []);
  t.false(applied.includes('books unsigned'));
});

test('a replay that dies before it marks what it sent is made once more, and the wallet is credited once', async (t) => {
  const { prefix, list, replay } = await stage(t, []);
  const topic = topicName(prefix, 'chargeMoney');
  const charge = await startMoneyRecords();
  t.teardown(charge.stop);
  const { database } = await serve(t, 'ledger', { TOPIC_PREFIX: prefix, CHARGE_ADDRESS: charge.address });
  const chargeId = newId('charge');
  const kafka = testKafka();
  const [producer, admin] = [kafka.producer(), kafka.admin()];
  t.teardown(() => Promise.all([producer.disconnect(), admin.disconnect()]));
  await Promise.all([producer.connect(), admin.connect()]);
  const first = accepted(chargeId);
  charge.records.add(first.value);
  const { key, value, headers } = toMessage(await signedEvent(topic, first));
  const from = {
    'dlq-reason': 'an amount that this version cannot book',
    'dlq-from': `${prefix}ledger/2/41`,
    'dlq-id': 'one',
  };
  await producer.send({ topic: deadLetterTopic(topic), messages: [{ key, value, headers: { ...headers, ...from } }] });
  t.like(await list(), { length: 1, 0: { group: `${prefix}ledger`, replays: 0 } });

  // The broker takes the message and then no mark.
  await setMaxBytes(admin, deadLetterTopic(topic), '1');
  const died = await replay('--all');
  t.is(died.code, 2);
  t.regex(died.err, /^ops: Kafka at \S+ did not take everything back: .+\n$/);
  const entries = database.connection.collection('journal_entries');
  await until('the credit is booked', async () => (await entries.countDocuments({})) === 1);
  t.is((await list()).length, 1, 'nobody knows that it was sent');

  await setMaxBytes(admin, deadLetterTopic(topic), '1048588');
  t.regex((await replay('--all')).out, /^1 message is replayed/);
  t.deepEqual(await list(), []);
  t.like(await replay('--all'), { code: 0, out: 'There are no dead letters.\n' });
  const position = `${deadLetterTopic(topic)}/0/0`;
  t.like(await replay(position), { code: 0, out: `${position} was replayed before.\n` });
  const next = accepted(newId('charge'));
  charge.records.add(next.value);
  await producer.send({ topic, messages: [toMessage(next)] });
  await until('what came after both replays is booked', async () => (await entries.countDocuments({})) === 2);
  t.like(await database.connection.collection('wallets').findOne({}), { pending: 1_960 });
  t.deepEqual(await list(), [], 'nothing was dead-lettered by the second time');
});

test('a place where nothing is dead-lettered, and a replay of nothing in particular, are refused', async (t) => {
  const { env, replay } = await stage(t, []);
  t.like(await replay('gx.charge.events.v1.dlq/0/5'), {
    code: 2,
    err: 'ops: No message is dead-lettered at gx.charge.events.v1.dlq/0/5.\n',
  });
  t.like(await replay(), { code: 2, err: 'ops: Name a message, or --all.\n' });
  t.like(await replay('x', '--all'), { code: 2, err: 'ops: Name a message, or --all.\n' });
  t.like(await ops(['dead-letters', 'list'], { TOPIC_PREFIX: env.TOPIC_PREFIX }), {
    code: 2,
    err: 'ops: KAFKA_BROKERS is required\n',
  });
});

/** Charge's news of a payment of 10.00 with a net of 9.80. */
function accepted(chargeId: ReturnType<typeof newId<'charge'>>): EncodedEvent {
  const eventId = eventIdOf(chargeId, 2);
  const type = 'charge.payment_accepted';
  const paidAtMs = Date.parse('2026-11-21T12:00:00.000Z');
  const value = chargeEventCodec.encode({
    eventId,
    type,
    sequence: 2,
    tenant,
    chargeId,
    occurredAtMs: paidAtMs,
    paymentAccepted: {
      endToEndId: `E${uniqueName('e2e')}`,
      amount: 1_000,
      currency: 'BRL',
      paidAtMs,
      providerFee: 10,
      platformFee: 10,
      settlementDelaySeconds: 86_400_000,
      wasHeld: false,
    },
  });
  return encodedEvent({ eventId, type, sequence: 2, tenant, traceparent: undefined }, value);
}

const TOPIC_RESOURCE = 2;

async function setMaxBytes(
  admin: ReturnType<ReturnType<typeof testKafka>['admin']>,
  name: string,
  value: string,
): Promise<void> {
  const configEntries = [{ name: 'max.message.bytes', value }];
  await admin.alterConfigs({ validateOnly: false, resources: [{ type: TOPIC_RESOURCE, name, configEntries }] });
}
