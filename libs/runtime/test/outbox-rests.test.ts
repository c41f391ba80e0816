import { setImmediate as turn } from 'node:timers/promises';
import { encodedEvent } from '@gx/contracts';
import { newId } from '@gx/core';
import type { startProducer } from '@gx/runtime/kafka';
import { type OutboxBatch, startOutboxRelay, toOutbox } from '@gx/runtime/mongo';
import { testDatabase, testHost, until } from '@gx/testkit';
import test, { type ExecutionContext } from 'ava';

const tenant = { accountId: newId('account'), livemode: false };

/** A relay whose broker takes everything at once, and what each send took along. */
async function relayOn(t: ExecutionContext) {
  const { connection, drop } = await testDatabase('rests');
  const host = testHost('rests');
  t.teardown(async () => {
    await host.stop();
    await drop();
  });
  const sends: string[][] = [];
  const times = new Map<string, number>();
  const producer = {
    send: async ({ messages }: { messages: readonly { value: unknown }[] }) => {
      sends.push(messages.map(({ value }) => String(value)));
      for (const name of sends.at(-1) ?? []) times.set(name, performance.now());
      return [];
    },
  } as unknown as Awaited<ReturnType<typeof startProducer>>;
  const options = { connection, collection: 'things', producer, topicOf: () => 'things', owner: 'me' };
  return { relay: startOutboxRelay(host, options), sends, sentAt: (name: string) => times.get(name) ?? Number.NaN };
}

function batch(name: string, more: Partial<OutboxBatch> = {}): OutboxBatch {
  const facts = { eventId: `evt_${name}`, type: 'charge.created', sequence: 1, tenant, traceparent: undefined };
  return { id: name, outbox: [toOutbox(encodedEvent(facts, Buffer.from(name)), new Date())], ...more };
}

test('under load events that may gather leave with many others, in order', async (t) => {
  const { relay, sends } = await relayOn(t);
  const names: string[] = [];
  const began = performance.now();
  while (performance.now() - began < 1_500) {
    names.push(`g${names.length}`);
    relay.publish(batch(names.at(-1) as string, { mayGather: true }));
    const next = performance.now() + 2;
    while (performance.now() < next) await turn();
  }
  // One at once, then one each 240 ms: with the rest of other events there would be more than twenty.
  t.true(sends.length <= 2 + (performance.now() - began) / 240, `${sends.length} sends of ${names.length} events`);
  await relay.idle();
  t.deepEqual(sends.flat(), names);
});

test('a full send does not rest', async (t) => {
  const { relay, sends, sentAt } = await relayOn(t);
  const waited: number[] = [];
  for (let nth = 0; waited.length < 3; nth += 1) {
    relay.publish(batch(`first${nth}`, { mayGather: true }));
    await until('its rest is one for gathering', () => performance.now() - sentAt(`first${nth}`) > 80, { everyMs: 1 });
    const published = performance.now();
    for (let more = 1; more <= 500; more += 1) relay.publish(batch(`more${nth}.${more}`, { mayGather: true }));
    await until('they are sent', () => sends.flat().includes(`more${nth}.500`), { everyMs: 1 });
    if (published - sentAt(`first${nth}`) < 120) waited.push(sentAt(`more${nth}.500`) - published);
    await relay.idle();
  }
  t.true(Math.min(...waited) < 90, `${waited.map(Math.round)} ms`);
});

test('what may not gather ends the rest for all that wait, and is sent behind them', async (t) => {
  const { relay, sends, sentAt } = await relayOn(t);
  const waited: number[] = [];
  for (let nth = 0; waited.length < 3; nth += 1) {
    relay.publish(batch(`first${nth}`, { mayGather: true }));
    await until('its rest is one for gathering', () => performance.now() - sentAt(`first${nth}`) > 80, { everyMs: 1 });
    relay.publish(batch(`may${nth}`, { mayGather: true }));
    const published = performance.now();
    relay.publish(batch(`money${nth}`));
    await until('it is sent', () => sends.flat().includes(`money${nth}`), { everyMs: 1 });
    // On a busy machine the rest may be nearly over by itself: then it says nothing.
    if (published - sentAt(`first${nth}`) < 120) waited.push(sentAt(`money${nth}`) - published);
    await relay.idle();
    t.deepEqual(sends.flat().slice(-3), [`first${nth}`, `may${nth}`, `money${nth}`]);
  }
  // By itself the rest would have gone on for 120 ms at least.
  t.true(Math.min(...waited) < 90, `${waited.map(Math.round)} ms`);
});
