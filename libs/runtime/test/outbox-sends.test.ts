import { encodedEvent } from '@gx/contracts';
import { newId } from '@gx/core';
import type { startProducer } from '@gx/runtime/kafka';
import { startOutboxRelay, toOutbox } from '@gx/runtime/mongo';
import { testDatabase, testHost, until } from '@gx/testkit';
import test from 'ava';

const tenant = { accountId: newId('account'), livemode: false };

const batch = (name: string) => {
  const facts = { eventId: `evt_${name}`, type: 'charge.created', sequence: 1, tenant, traceparent: undefined };
  return { id: name, outbox: [toOutbox(encodedEvent(facts, Buffer.from(name)), new Date())] };
};

test('what comes while the broker takes a send leaves with the next one, in order', async (t) => {
  const { connection, drop } = await testDatabase('sends');
  const host = testHost('sends');
  t.teardown(async () => {
    await host.stop();
    await drop();
  });
  const sends: string[][] = [];
  const taken = Promise.withResolvers<void>();
  const producer = {
    send: async ({ messages }: { messages: readonly { value: unknown }[] }) => {
      sends.push(messages.map(({ value }) => String(value)));
      await taken.promise;
      return [];
    },
  } as unknown as Awaited<ReturnType<typeof startProducer>>;
  const options = { connection, collection: 'things', producer, topicOf: () => 'things', owner: 'me' };
  const relay = startOutboxRelay(host, options);
  relay.publish(batch('first'));
  await until('the first send', () => sends.length === 1);
  const names = Array.from({ length: 40 }, (_, index) => `later${index}`);
  for (const name of names) relay.publish(batch(name));
  taken.resolve();
  await relay.idle();
  t.deepEqual(sends, [['first'], names]);
});
