import { encodedEvent } from '@gx/contracts';
import { newId } from '@gx/core';
import type { startProducer } from '@gx/runtime/kafka';
import { type OutboxOptions, startOutboxRelay, toOutbox } from '@gx/runtime/mongo';
import { testDatabase, testHost, until } from '@gx/testkit';
import test, { type ExecutionContext } from 'ava';

const tenant = { accountId: newId('account'), livemode: false };

const batch = (name: string) => {
  const attributes = { eventId: `evt_${name}`, type: 'charge.created', sequence: 1, tenant, traceparent: undefined };
  return { id: name, outbox: [toOutbox(encodedEvent(attributes, Buffer.from(name)), new Date())] };
};

test('what comes while the broker takes a send leaves with the next one, in order', async (t) => {
  const { connection, drop } = await testDatabase('sends');
  const host = testHost('sends');
  t.teardown(async () => {
    await host.stop();
    await drop();
  });
  const sends: string[][] = [];
  const accepted = Promise.withResolvers<void>();
  const producer = {
    send: async ({ messages }: { messages: readonly { value: unknown }[] }) => {
      sends.push(messages.map(({ value }) => String(value)));
      await accepted.promise;
      return [];
    },
  } as unknown as Awaited<ReturnType<typeof startProducer>>;
  const options = { connection, collection: 'things', producer, topicOf: () => 'things', owner: 'me' };
  const relay = startOutboxRelay(host, options);
  relay.publish(batch('first'));
  await until('the first send', () => sends.length === 1);
  const names = Array.from({ length: 40 }, (_, index) => `later${index}`);
  for (const name of names) relay.publish(batch(name));
  accepted.resolve();
  await relay.idle();
  t.deepEqual(sends, [['first'], names]);
});

/** A relay over one stored document, and everything that its producer was given. */
async function storedWith(t: ExecutionContext, options: Partial<OutboxOptions>) {
  const { connection, drop } = await testDatabase('sends');
  const host = testHost('sends');
  t.teardown(async () => {
    await host.stop();
    await drop();
  });
  const sent: string[] = [];
  const producer = {
    send: async ({ messages }: { messages: readonly { value: unknown }[] }) => {
      sent.push(...messages.map(({ value }) => String(value)));
      return [];
    },
  } as unknown as Awaited<ReturnType<typeof startProducer>>;
  const all = { connection, collection: 'things', producer, topicOf: () => 'things', owner: 'me', ...options };
  const relay = startOutboxRelay(host, { ...all, sweepEveryMs: 100_000, sweepAfterMs: 0 });
  const things = connection.collection<{ _id: string; outbox: unknown[] }>('things');
  const stored = batch('stored');
  await things.insertOne({ _id: stored.id, outbox: stored.outbox });
  const waiting = async (): Promise<number> => (await things.findOne({ _id: stored.id }))?.outbox.length ?? 0;
  return { relay, stored, sent, waiting };
}

test('an event has no topic: it leaves its document and travels nowhere', async (t) => {
  const { relay, stored, sent, waiting } = await storedWith(t, { topicOf: () => undefined });
  relay.publish(stored);
  await relay.idle();
  t.is(await waiting(), 0);
  t.deepEqual(sent, []);
});

test('what runs before events leave fails: they stay in their document, and leave once it has run', async (t) => {
  let fails = true;
  const marked: unknown[] = [];
  const beforeRemoval = async (documents: readonly unknown[]): Promise<void> => {
    if (fails) throw new Error('no database');
    marked.push(...documents);
  };
  const { relay, stored, sent, waiting } = await storedWith(t, { beforeRemoval });
  relay.publish(stored);
  await relay.idle();
  t.is(await waiting(), 1);
  fails = false;
  // The job's own first sweep may have the lease at this moment.
  const hasLeft = async (): Promise<boolean> => {
    await relay.sweep();
    return (await waiting()) === 0;
  };
  await until('it has left', hasLeft);
  t.deepEqual([...new Set(marked)], [stored.id]);
  t.deepEqual([...new Set(sent)], ['stored'], 'the same event');
  t.true(sent.length > 1, 'published again');
});
