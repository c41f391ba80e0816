import { newId } from '@gx/core';
import { median, until } from '@gx/testkit';
import test from 'ava';
import { created } from './charge-events.ts';
import { allKept, newTenant, shared } from './harness.ts';

/** What a replay costs the new events of its own endpoint. */
const webhooks = shared(test);
const CALL = { requestId: 'req_beside' };
const EVENTS = 60;
const ROUNDS = 3;
const REPLAYED = 3_000;
/** Below this the machine is measured, not the product: it is the poll's own beat. */
const BEAT_MS = 100;
const HOUR_MS = 3_600_000;

test('a replay to the endpoint of live events: their 99th percentile stays within 1.5 times, and it goes on all the while', async (t) => {
  const { client, register, publish, sink } = webhooks();
  const tenant = newTenant();
  const path = '/beside';
  sink.answer(path, { delayMs: 20 });
  const { id: endpointId } = await register(tenant, path, ['charge.created']);
  const p99 = async (): Promise<number> => {
    const born = new Map<string, number>();
    for (let sent = 0; sent < EVENTS; sent += 1) {
      const event = created(tenant);
      born.set(event.chargeId, Date.now());
      await publish(event);
    }
    const live = () =>
      sink.requests(path).flatMap(({ body, receivedAt }) => {
        const at = born.get(/"id":"ch_([0-9a-f-]{36})"/.exec(body)?.[1] ?? '');
        return at === undefined ? [] : [receivedAt.getTime() - at];
      });
    const waits = await until('all are received', () => live().length >= EVENTS && live(), { timeoutMs: 60_000 });
    return waits.toSorted((a, b) => a - b)[Math.floor(waits.length * 0.99)] ?? Number.NaN;
  };
  await p99();
  const calm: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) calm.push(await p99());

  await client.updateEndpoint(CALL, { tenant, id: endpointId, status: 'INACTIVE' });
  const sinceMs = Date.now() - HOUR_MS;
  for (let page = 0; page < REPLAYED / 500; page += 1)
    await publish(
      ...Array.from({ length: 500 }, (_, nth) => ({ ...created(tenant), occurredAtMs: sinceMs + page * 500 + nth })),
    );
  await allKept(webhooks(), tenant, REPLAYED, { createdAt: { $gte: new Date(sinceMs) } });
  await client.updateEndpoint(CALL, { tenant, id: endpointId, status: 'ACTIVE' });
  const request = { tenant, endpointId, replayId: newId('replay'), sinceMs, events: [], only: 'UNDELIVERED' as const };
  t.is((await client.replayEvents(CALL, request)).replayed, REPLAYED);
  const sentBefore = sink.requests(path).length;
  await until('the replay has begun', () => sink.requests(path).length > sentBefore + 8);
  const busy: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) busy.push(await p99());

  t.log(`p99 alone ${calm.join(', ')} ms, beside a replay ${busy.join(', ')} ms`);
  t.true(median(busy) <= 1.5 * Math.max(median(calm), BEAT_MS), `${median(busy)} ms, and ${median(calm)} ms`);
  t.true(sink.requests(path).length < sentBefore + REPLAYED + ROUNDS * EVENTS, 'the replay was there to the end');
});
