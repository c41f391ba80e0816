import { startWebhookSink, until } from '@gx/testkit';
import test from 'ava';
import { created } from './charge-events.ts';
import { newTenant, shared } from './harness.ts';

const PER_SECOND = 40;
const webhooks = shared(test, { WEBHOOK_HOST_PER_SECOND: String(PER_SECOND) });
const EVENTS = 60;
const CALL = { requestId: 'req_test' };

test('three merchants name one host, at two ports: it gets so much a second of all of them, and all in the end, at the first attempt', async (t) => {
  const { client, sink, deliveries, publish, register } = webhooks();
  const otherPort = await startWebhookSink();
  t.teardown(otherPort.stop);
  const [first, second, third, neighbour] = [newTenant(), newTenant(), newTenant(), newTenant()];
  await Promise.all([first, second].map((tenant) => register(tenant, '/one-host', ['charge.created'])));
  const url = otherPort.url('/one-host');
  await client.registerEndpoint(CALL, { tenant: third, url, events: ['charge.created'] });
  const elsewhere = `http://elsewhere.localhost:${new URL(sink.url('/')).port}/elsewhere`;
  await client.registerEndpoint(CALL, { tenant: neighbour, url: elsewhere, events: ['charge.created'] });

  const theirs = [first, second, third];
  await publish(...theirs.flatMap((tenant) => Array.from({ length: EVENTS }, () => created(tenant))));
  await publish(...Array.from({ length: 10 }, () => created(neighbour)));
  const arrived = () =>
    [...sink.requests('/one-host'), ...otherPort.requests('/one-host')].map(({ receivedAt }) => receivedAt.getTime());
  await until('the neighbour has its own', () => sink.requests('/elsewhere').length === 10);
  t.true(arrived().length < 3 * EVENTS, 'while the host still waits');
  await until('the host has all', () => arrived().length === 3 * EVENTS, { timeoutMs: 30_000 });

  const times = arrived().toSorted((a, b) => a - b);
  const lasted = ((times.at(-1) ?? 0) - (times[0] ?? 0)) / 1_000;
  const least = (3 * EVENTS) / PER_SECOND - 1;
  t.true(lasted > least - 0.2, `${lasted} s`);
  t.log(`${3 * EVENTS} attempts in ${lasted.toFixed(1)} s, at ${PER_SECOND} a second`);
  for (const tenant of theirs) {
    const made = await until('they are recorded', async () => {
      const found = await deliveries(tenant);
      return found.every(({ status }) => status === 'DELIVERED') && found;
    });
    t.deepEqual(new Set(made.map(({ attempts }) => attempts)), new Set([1]));
    t.is(made.length, EVENTS);
  }
});
