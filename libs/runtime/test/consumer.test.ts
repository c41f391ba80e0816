import { chargeEventCodec, deadLetterTopic, encodedEvent, topicName } from '@gx/contracts';
import { newId } from '@gx/core';
import { startTelemetry } from '@gx/runtime';
import { connectKafka, oneByOne, signingProducer, startConsumer, startProducer, toMessage } from '@gx/runtime/kafka';
import { readTopic, servers, testEventKeys, testHost, testTopics, uniqueName, until } from '@gx/testkit';
import test, { type ExecutionContext } from 'ava';

const tenant = { accountId: newId('account'), livemode: false };

/** Events of one account are in one partition. */
type Often = { readonly times?: number; readonly accountId?: typeof tenant.accountId };
type Send = (chargeId: string, type?: string, value?: Buffer, often?: Often) => Promise<unknown>;

/** `before` sends what is there already when the consumer starts. */
async function consumerOn(
  t: ExecutionContext,
  apply: (chargeId: string) => Promise<string | undefined>,
  before?: (send: Send) => Promise<unknown>,
) {
  const host = testHost('consumer');
  const topic = topicName(await testTopics(), 'charge');
  const kafka = connectKafka({ brokers: servers().kafkaBrokers, clientId: 'consumer-test', log: host.log });
  const keys = testEventKeys('charge');
  const producer = signingProducer(await startProducer(kafka, host), keys);
  const send: Send = (chargeId, type = 'charge.created', given, often = {}) => {
    const { times = 1, accountId = tenant.accountId } = often;
    const attributes = {
      eventId: `evt_${chargeId}`,
      type,
      sequence: 1,
      tenant: { ...tenant, accountId },
      traceparent: undefined,
    };
    const value = given ?? chargeEventCodec.encode({ ...attributes, chargeId });
    const message = toMessage(encodedEvent(attributes, value));
    return producer.send({ topic, messages: Array.from({ length: times }, () => message) });
  };
  await before?.(send);
  const group = uniqueName('group');
  const member = (inHost: typeof host) =>
    startConsumer(inHost, {
      kafka,
      producer,
      keys,
      topic,
      group,
      codec: chargeEventCodec,
      types: ['charge.created'],
      apply: oneByOne((event) => apply(event.chargeId)),
    });
  const { share } = member(host);
  const deadLetters = await readTopic(deadLetterTopic(topic));
  t.teardown(async () => {
    await deadLetters.stop();
    await host.stop();
  });
  return { send, deadLetters, lines: host.lines, kafka, topic, group, share, member };
}

test('a message that cannot be read or applied is dead-lettered with its reason, and later ones go on', async (t) => {
  const applied: string[] = [];
  const { send, deadLetters, lines } = await consumerOn(t, async (id) =>
    id === 'bad' ? 'no such thing' : void applied.push(id),
  );
  await send('one');
  await send('garbage', 'charge.created', Buffer.from([0xff, 0xff, 0xff]));
  await send('bad');
  await send('not-ours', 'charge.payment_accepted');
  await send('two');
  await until('the last one is applied', () => applied.includes('two'));
  t.deepEqual(applied, ['one', 'two']);
  await until('two are dead-lettered', () => deadLetters.messages.length === 2);
  const reasons = deadLetters.messages.map((m) => m.headers['dlq-reason'] ?? '').sort();
  t.is(reasons[0], 'no such thing');
  t.regex(reasons[1] ?? '', /^undecodable/);
  // Told once the broker has acknowledged it, which is after others can read it.
  await until('both are logged', () => lines.filter((line) => line.includes('message_dead_lettered')).length === 2);
});

test('members of a group share its events: each knows its part, also after one of them has gone', async (t) => {
  const { share, member } = await consumerOn(t, async () => undefined);
  await until('it is alone', () => share() === 1);
  const other = testHost('other-member');
  const { share: othersShare } = member(other);
  await until('there are two', () => share() > 0 && share() < 1 && Math.abs(share() + othersShare() - 1) < 1e-9, {
    timeoutMs: 30_000,
  });
  await other.stop();
  await t.notThrowsAsync(until('it is alone again', () => share() === 1, { timeoutMs: 30_000 }));
});

test('an event that fails for now is tried again before any later one of its partition', async (t) => {
  const applied: string[] = [];
  let failures = 3;
  const { send } = await consumerOn(t, async (id) => {
    if (id === 'one' && failures-- > 0) throw new Error('database away');
    applied.push(id);
    return undefined;
  });
  await send('one');
  await send('two');
  await until('both are applied', () => applied.includes('two'));
  t.deepEqual(applied, ['one', 'two']);
});

test('a whole fetch that has to be dead-lettered is dead-lettered, however large it is', async (t) => {
  const garbage = Buffer.alloc(900, 0xff);
  const { deadLetters } = await consumerOn(
    t,
    async () => undefined,
    async (send) => {
      await send('garbage', 'charge.created', garbage, { times: 475 });
      await send('garbage', 'charge.created', garbage, { times: 475 });
    },
  );
  await until('all are dead-lettered', () => deadLetters.messages.length >= 950);
  t.is(deadLetters.messages.length, 950);
});

test('the lag of a partition is reported by the member that has it, and no longer by the one that had it', async (t) => {
  const telemetry = await startTelemetry('consumer-test', undefined);
  t.teardown(telemetry.stop);
  const away = async (): Promise<undefined> => {
    throw new Error('database away');
  };
  const { kafka, topic, group } = await consumerOn(t, away, (send) =>
    Promise.all(Array.from({ length: 30 }, () => send('one', undefined, undefined, { accountId: newId('account') }))),
  );
  const behind = async (): Promise<number> => {
    const lags = (await telemetry.metrics()).split('\n').filter((line) => line.startsWith('gx_consumer_lag{'));
    return lags.filter((line) => line.includes(group) && !line.endsWith(' 0')).length;
  };
  await until('all three partitions are behind', async () => (await behind()) === 3);

  const other = kafka.consumer({ groupId: group, rebalanceTimeout: 10_000 });
  t.teardown(() => other.disconnect());
  await other.connect();
  await other.subscribe({ topic, fromBeginning: true });
  await other.run({ eachMessage: async () => undefined });
  const left = await until('the other member has some of them', async () => {
    const now = await behind();
    return now < 3 && now;
  });
  t.true(left > 0);
});

test('a batch that ends while its group is rebalanced is no failure: it comes again', async (t) => {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  let applied = 0;
  const { send, kafka, topic, group, lines } = await consumerOn(t, async () => {
    applied += 1;
    await released;
    return undefined;
  });
  await send('one');
  await until('it is being applied', () => applied === 1);
  const other = kafka.consumer({ groupId: group, rebalanceTimeout: 10_000 });
  t.teardown(() => other.disconnect());
  await other.connect();
  await other.subscribe({ topic, fromBeginning: true });
  await other.run({
    eachMessage: async () => {
      applied += 1;
    },
  });
  await until('a heartbeat says so', () => lines.some((line) => line.includes('Response Heartbeat')));
  release();
  await until('it comes again, to one or the other', () => applied > 1);
  t.deepEqual(
    lines.filter((line) => line.includes('batch failed')),
    [],
  );
});
