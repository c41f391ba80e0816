import { newId } from '@gx/core';
import test from 'ava';
import type { NewDelivery } from '../src/domain/delivery.ts';
import { keptEvent } from '../src/events/kept-event.ts';
import { readChargeEvent } from '../src/events/read-charge-event.ts';
import { eventStore } from '../src/store/events.ts';
import { created, paid } from './charge-events.ts';
import { newTenant, shared } from './harness.ts';
import { storeDue } from './plant-deliveries.ts';

/** The largest span that a replay may cover by default. */
const webhooks = shared(test);
const CALL = { requestId: 'req_size' };
const CHARGES = 50_000;
const PAGE = 1_000;
/** So long the gateway waits for an answer. */
const DEADLINE_MS = 5_000;

test('a replay of 100,000 events, half of them delivered, is answered within the deadline of the gateway, and says how many are left', async (t) => {
  t.timeout(300_000);
  const { client, register, database, sink } = webhooks();
  const { connection } = database;
  const tenant = newTenant();
  const { id } = await register(tenant, '/large', ['charge.created', 'charge.paid']);
  sink.answer('/large', { hang: true });
  const events = await eventStore(connection);
  const now = Date.now();
  for (let first = 0; first < CHARGES; first += PAGE) {
    const kept = Array.from({ length: PAGE }, (_, nth) => ({ chargeId: newId('charge'), nth })).flatMap(
      ({ chargeId, nth }) =>
        [created(tenant, { chargeId }), paid(tenant, { chargeId })].map((event) => {
          const occurredAtMs = now - 10_000_000 + (first + nth) * 100;
          const read = readChargeEvent({ event: { ...event, occurredAtMs }, traceparent: undefined });
          if (typeof read === 'string') throw new Error(read);
          return keptEvent(read);
        }),
    );
    await events.insertNew(kept);
    const delivered = kept
      .filter(({ type }) => type === 'charge.created')
      .map(
        (event): NewDelivery => ({
          id: newId('delivery'),
          tenant,
          endpointId: id as NewDelivery['endpointId'],
          eventId: event.id,
          eventName: 'charge.created',
          resendId: '',
          subjectId: event.subjectId,
          payload: event.body ?? '',
          traceparent: undefined,
          origin: sink.url('/large'),
        }),
      );
    await storeDue(connection, delivered, new Date(now + 3_600_000));
  }
  await connection.collection('deliveries').updateMany(tenant, { $set: { status: 'DELIVERED' }, $unset: { dueAt: 1 } });
  t.teardown(() => client.deleteEndpoint(CALL, { tenant, id }));
  const began = performance.now();
  const { replayed } = await client.replayEvents(CALL, {
    tenant,
    endpointId: id,
    replayId: newId('replay'),
    sinceMs: now - 20_000_000,
    events: [],
    only: 'UNDELIVERED',
  });
  const ms = Math.round(performance.now() - began);
  t.log(`${ms} ms`);
  t.is(replayed, CHARGES);
  t.true(ms < DEADLINE_MS, `${ms} ms`);
});
