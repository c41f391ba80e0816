import { topicName } from '@gx/contracts';
import { connectKafka, startProducer } from '@gx/runtime/kafka';
import { isDatabaseUnavailable } from '@gx/runtime/mongo';
import { readTopic, servers, testHost, testTopics, uniqueName, until } from '@gx/testkit';
import { startWire } from '@gx/testkit/faults';
import test, { type ExecutionContext } from 'ava';
import mongoose from 'mongoose';
import { gate } from './gate.ts';

test('a producer that found no broker at its start sends as soon as there is one', async (t) => {
  const [host, port] = (servers().kafkaBrokers[0] ?? '').split(':');
  const door = await gate({ host: host ?? '', port: Number(port) });
  const life = testHost('producer');
  const topic = topicName(await testTopics(), 'charge');
  const kafka = connectKafka({ brokers: [`127.0.0.1:${door.port}`], clientId: 'late-broker', log: life.log });
  const producer = await startProducer(kafka, life);
  const reader = await readTopic(topic);
  t.teardown(async () => {
    await reader.stop();
    await life.stop();
    await door.stop();
  });
  await t.throwsAsync(producer.send({ topic, messages: [{ value: 'too early' }] }));
  door.open();
  await until('it is sent', () => producer.send({ topic, messages: [{ value: 'late' }] }), { everyMs: 200 });
  await until('it arrives', () => reader.messages.some(({ value }) => String(value) === 'late'));
  t.pass();
});

/** Things of a database behind a wire. */
async function databaseBehind(t: ExecutionContext) {
  const { port } = new URL(servers().mongoUrl);
  let isUp = true;
  const wire = await startWire(() => (isUp ? Number(port) : undefined));
  const url = `mongodb://127.0.0.1:${wire.port}/${uniqueName('away')}?directConnection=true&serverSelectionTimeoutMS=500`;
  const connection = await mongoose.createConnection(url).asPromise();
  t.teardown(async () => {
    await connection.close();
    await wire.stop();
  });
  const goAway = (): void => {
    isUp = false;
    wire.sever();
  };
  return { wire, goAway, things: connection.collection('things') };
}

test('a database that goes away is away for single writes and for many at once', async (t) => {
  const { goAway, things } = await databaseBehind(t);
  goAway();
  const writes = {
    'insert one': () => things.insertOne({}),
    'insert many': () => things.insertMany([{}, {}], { ordered: false }),
    'bulk write': () => things.bulkWrite([{ updateOne: { filter: {}, update: { $set: { a: 1 } } } }]),
  };
  for (const [name, write] of Object.entries(writes)) {
    const error = await t.throwsAsync(write);
    t.true(isDatabaseUnavailable(error), `${name}: ${error?.name} ${error?.message}`);
  }
});

test('a connection that breaks in the middle of a command: the database is away, whatever the driver calls that', async (t) => {
  const { wire, things } = await databaseBehind(t);
  wire.cut({ afterBytes: () => 1_000_000 });
  const error = await t.throwsAsync(() => things.insertOne({ long: Buffer.alloc(15_000_000) }));
  t.true(isDatabaseUnavailable(error), `${error?.name} ${error?.message}`);
});
