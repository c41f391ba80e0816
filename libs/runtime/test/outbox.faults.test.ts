import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { type EncodedEvent, EVENT_HEADERS, encodedEvent, topicName } from '@gx/contracts';
import { newId } from '@gx/core';
import { startTelemetry } from '@gx/runtime';
import { connectKafka, startProducer } from '@gx/runtime/kafka';
import { startOutboxRelay, toOutbox } from '@gx/runtime/mongo';
import { readTopic, servers, testDatabase, testHost, testTopics, until } from '@gx/testkit';
import test, { type ExecutionContext } from 'ava';

const tenant = { accountId: newId('account'), livemode: false };
const event = (document: string, sequence: number): EncodedEvent =>
  encodedEvent(
    { eventId: `evt_${document}_${sequence}`, type: 'charge.created', sequence, tenant, traceparent: undefined },
    Buffer.from(`${document}:${sequence}`),
  );

async function relayOn(
  t: ExecutionContext,
  brokers = servers().kafkaBrokers,
  sweepEveryMs = 100_000,
  sweepAfterMs = 0,
) {
  const database = await testDatabase('outbox');
  const host = testHost('outbox');
  const topic = topicName(await testTopics(), 'charge');
  const kafka = connectKafka({ brokers, clientId: 'outbox-test', log: host.log });
  const producer = await startProducer(kafka, host);
  const options = {
    connection: database.connection,
    collection: 'things',
    producer,
    topicOf: () => topic,
    owner: 'me',
    sweepEveryMs,
    sweepAfterMs,
  };
  const relay = startOutboxRelay(host, options);
  const reader = await readTopic(topic);
  t.teardown(async () => {
    await reader.stop();
    await host.stop();
    await database.drop();
  });
  const things = database.connection.collection<{ _id: string; outbox: unknown[] }>('things');
  /** Who removes what is published waits for no majority: services see it a moment later. */
  const isEmpty = async (id: string): Promise<boolean> => (await things.findOne({ _id: id }))?.outbox.length === 0;
  /** Stores like a service does: the events in the document, then the array to the relay. */
  const write = async (id: string, ...events: EncodedEvent[]) => writeAt(new Date(), id, ...events);
  const writeAt = async (at: Date, id: string, ...events: EncodedEvent[]) => {
    const records = events.map((item) => toOutbox(item, at));
    const saved = await things.findOneAndUpdate(
      { _id: id },
      { $push: { outbox: { $each: records } } },
      { upsert: true, returnDocument: 'after' },
    );
    return { id, outbox: saved?.outbox as ReturnType<typeof toOutbox>[] };
  };
  return { relay, reader, things, isEmpty, write, writeAt };
}

/** The sweeper takes nothing for lost that is being sent, and sends nothing twice. */
const UNSWEPT = [undefined, undefined, 60_000] as const;

test('events leave in order, once published they leave the document', async (t) => {
  const { relay, reader, isEmpty, write } = await relayOn(t);
  for (let n = 1; n <= 30; n += 1) relay.publish(await write('a', event('a', n)));
  await relay.idle();
  await until('all thirty arrive', () => new Set(reader.messages.map((m) => String(m.value))).size === 30);
  const firsts = [...new Set(reader.messages.map((m) => String(m.value)))];
  t.deepEqual(
    firsts,
    Array.from({ length: 30 }, (_, i) => `a:${i + 1}`),
  );
  await until('the outbox is empty', () => isEmpty('a'));
  t.is(reader.messages[0]?.key, tenant.accountId);
  t.is(reader.messages[0]?.headers[EVENT_HEADERS.eventId], 'evt_a_1');
});

test('however much waits, no send is larger than a broker takes', async (t) => {
  const { relay, reader, write } = await relayOn(t, ...UNSWEPT);
  const large = (n: number): EncodedEvent => ({ ...event(`large${n}`, 1), value: Buffer.alloc(20_000, n) });
  const batches = await Promise.all(Array.from({ length: 100 }, (_, n) => write(`large${n}`, large(n))));
  for (const batch of batches) relay.publish(batch);
  await until('all arrive', () => reader.messages.length >= batches.length);
  t.is(reader.messages.length, batches.length);
});

test('what waits in one document may be more than a broker takes at once, and keeps back nobody behind it', async (t) => {
  const { relay, reader, isEmpty, write } = await relayOn(t, ...UNSWEPT);
  const large = (n: number): EncodedEvent => ({ ...event('full', n), value: Buffer.alloc(20_000, n) });
  relay.publish(await write('full', ...Array.from({ length: 80 }, (_, n) => large(n + 1))));
  relay.publish(await write('behind', event('behind', 1)));
  await until('all arrive', () => reader.messages.length >= 81, { timeoutMs: 20_000 });
  const ids = reader.messages.map(({ headers }) => headers[EVENT_HEADERS.eventId]);
  t.deepEqual(ids, [...Array.from({ length: 80 }, (_, n) => `evt_full_${n + 1}`), 'evt_behind_1']);
  await relay.idle();
  await until('the outbox is empty', () => isEmpty('full'));
});

test('what a dead process left behind is published by the sweeper, in order', async (t) => {
  const { relay, reader, isEmpty, write } = await relayOn(t);
  await write('left', event('left', 1), event('left', 2));
  await relay.sweep();
  await until('the outbox is empty', () => isEmpty('left'));
  await until('both arrive', () => reader.messages.length >= 2);
  const firsts = [...new Set(reader.messages.map((m) => String(m.value)))];
  t.deepEqual(firsts, ['left:1', 'left:2']);
});

test('the sweeper finds what a dead process left behind whose clock was ahead of its own', async (t) => {
  const { relay, things, isEmpty, write } = await relayOn(t);
  await write('left', event('left', 1));
  const ahead = new Date(Date.now() + 3_600_000);
  await things.updateOne({ _id: 'left' }, { $set: { 'outbox.0.at': ahead } } as never);
  await relay.sweep();
  await until('the outbox is empty', () => isEmpty('left'));
  t.pass();
});

test('what a dead process left behind is published although this one never rests', async (t) => {
  const { relay, reader, write } = await relayOn(t);
  let n = 0;
  const work = setInterval(() => {
    n += 1;
    relay.publish({ id: `own${n}`, outbox: [toOutbox(event(`own${n}`, 1), new Date())] });
  }, 2);
  t.teardown(() => clearInterval(work));
  await until('the work is under way', () => reader.messages.length > 0);
  await write('left', event('left', 1));
  const sweeping = relay.sweep();
  await t.notThrowsAsync(
    until('it arrives', () => reader.messages.some(({ value }) => String(value) === 'left:1'), { timeoutMs: 5_000 }),
  );
  clearInterval(work);
  await sweeping;
});

// Who measures is one for the whole process.
test.serial('while the broker is away, the age of what waits is reported', async (t) => {
  const telemetry = await startTelemetry('outbox-test', undefined);
  const { relay, writeAt } = await relayOn(t, ['127.0.0.1:1']);
  t.teardown(telemetry.stop);
  relay.publish(await writeAt(new Date(Date.now() - 90_000), 'old', event('old', 1)));
  const age = await until('the age is reported', async () => {
    await relay.sweep();
    const [, seconds] =
      /^gx_outbox_oldest_age\{db_collection_name="things"\} (\S+)$/m.exec(await telemetry.metrics()) ?? [];
    return Number(seconds) > 0 && Number(seconds);
  });
  t.true(age >= 90 && age < 180, `${age} s`);
});

test.serial('a sweep that the broker keeps waiting goes on reporting the age of what waits', async (t) => {
  const telemetry = await startTelemetry('outbox-test', undefined);
  t.teardown(telemetry.stop);
  // Somebody listens and says nothing, as the address of a broker whose machine is gone.
  const silent = createServer().listen(0, '127.0.0.1');
  t.teardown(() => silent.close());
  await once(silent, 'listening');
  const { port } = silent.address() as AddressInfo;
  const { writeAt } = await relayOn(t, [`127.0.0.1:${port}`], 200);
  await writeAt(new Date(Date.now() - 10_000), 'left', event('left', 1));
  const age = async (): Promise<number> =>
    Number(/^gx_outbox_oldest_age\{db_collection_name="things"\} (\S+)$/m.exec(await telemetry.metrics())?.[1]);
  const first = await until('the age is reported', async () => (await age()) > 0 && (await age()));
  await until('it grows', async () => (await age()) > first + 2, { timeoutMs: 20_000 });
  t.pass();
});
