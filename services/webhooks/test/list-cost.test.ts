import { eventIdOf, type Id, newId } from '@gx/core';
import { testDatabase } from '@gx/testkit';
import test from 'ava';
import type { NewDelivery } from '../src/domain/delivery.ts';
import { type DeliveryFilter, deliveryStore } from '../src/store/deliveries.ts';
import { newTenant } from './harness.ts';
import { storeDue } from './plant-deliveries.ts';

/** What it costs to list deliveries of one endpoint among very many, whatever they are asked for by. */
const EACH = 5_000;
const [BUSY, QUIET] = [newId('endpoint'), newId('endpoint')];
const NAMES = ['charge.created', 'charge.paid', 'payment.created'] as const;
type Name = NewDelivery['eventName'];

/**
 * A store with 5,000 deliveries of each of three names to one endpoint, older ones of a fourth name, and some
 * of another endpoint that are older still.
 */
async function world() {
  const database = await testDatabase('webhook_list_cost');
  const store = await deliveryStore(database.connection);
  const tenant = newTenant();
  const oldestFirst: Id<'delivery'>[] = [];
  const plant = async (endpointId: Id<'endpoint'>, names: readonly Name[], count: number): Promise<void> => {
    const batch = Array.from({ length: count }, (_, nth): NewDelivery => {
      const chargeId = newId('charge');
      return {
        id: newId('delivery'),
        tenant,
        endpointId,
        eventId: eventIdOf(chargeId, 1),
        eventName: names[nth % names.length] as Name,
        resendId: '',
        subjectId: chargeId,
        payload: '{}',
        traceparent: undefined,
        origin: 'https://merchant.example',
      };
    });
    await storeDue(database.connection, batch, new Date());
    if (endpointId === BUSY) oldestFirst.push(...batch.map(({ id }) => id));
  };
  await plant(QUIET, NAMES, 40);
  await plant(BUSY, ['charge.failed'], 3);
  await plant(BUSY, NAMES, NAMES.length * EACH);
  return { database, store, tenant, newest: oldestFirst.toReversed() };
}

const NOTHING_BEFORE = { createdTo: new Date(Date.now() - 3_600_000) };
const SINCE_THEN = { createdFrom: new Date(Date.now() - 3_600_000) };

// biome-ignore format: one row per question, read as a table
const QUESTIONS: readonly (readonly [title: string, filter: DeliveryFilter, offset: number, found: number, total: number, keysMax: number])[] = [
  ['a rare event of a busy endpoint',      { endpointId: BUSY, eventName: 'charge.failed' },  0,   3,  3,            10],
  ['a common event of a busy endpoint',    { endpointId: BUSY, eventName: 'charge.created' }, 0,   25, EACH,         30],
  ['an event of a quiet endpoint',         { endpointId: QUIET, eventName: 'charge.paid' },   0,   13, 13,           20],
  ['an event that an endpoint never got',  { endpointId: QUIET, eventName: 'charge.failed' }, 0,   0,  0,            5],
  ['all of a busy endpoint',               { endpointId: BUSY },                              0,   25, 3 * EACH + 3, 40],
  ['a later page of a busy endpoint',      { endpointId: BUSY },                              500, 25, 3 * EACH + 3, 540],
  ['all of a quiet endpoint',              { endpointId: QUIET },                             0,   25, 40,           40],
  ['a moment of a busy endpoint',          { endpointId: BUSY, ...NOTHING_BEFORE },           0,   0,  0,            10],
  ['a span of a busy endpoint',            { endpointId: BUSY, ...SINCE_THEN },               0,   25, 3 * EACH + 3, 40],
  ['a span of a status',                   { status: 'PENDING', ...SINCE_THEN },              0,   25, 3 * EACH + 43, 40],
  ['a span of everything',                 SINCE_THEN,                                        0,   25, 3 * EACH + 43, 40],
  ['a charge that there is not',           { subjectId: newId('charge') },                    0,   0,  0,            5],
  ['what waits for a quiet endpoint',      { endpointId: QUIET, status: 'PENDING' },          0,   25, 40,           40],
];

type ProfilerEntry = {
  readonly command: { readonly find?: string };
  readonly keysExamined: number;
  readonly docsExamined: number;
};

test('a list by endpoint, with or without an event, finds its page by about as many keys as it answers, and counts by keys', async (t) => {
  const { database, store, tenant, newest } = await world();
  t.teardown(database.drop);
  const { db } = database.connection;
  for (const [title, filter, offset, found, total, keysMax] of QUESTIONS) {
    await db?.command({ profile: 2 });
    const page = await store.list(tenant, filter, { limit: 25, offset });
    await db?.command({ profile: 0 });
    t.deepEqual([page.found.length, page.total], [found, total], title);
    if (filter.endpointId === BUSY && filter.eventName === undefined)
      t.deepEqual(
        page.found.map(({ _id }) => _id),
        newest.slice(offset, offset + found),
        title,
      );
    // But for the page itself, which is read by its ids.
    const seen = (await db
      ?.collection('system.profile')
      .find({ ns: /[.]deliveries$/, 'command.filter._id.$in': { $exists: false } })
      .toArray()) as unknown as ProfilerEntry[];
    await db?.collection('system.profile').drop();
    const looks = seen.filter(({ command }) => command.find !== undefined);
    t.is(looks.length, 1);
    t.true(
      looks.every(({ keysExamined }) => keysExamined <= keysMax),
      `${title}: ${looks[0]?.keysExamined} keys`,
    );
    // The status of each is read, where the endpoint has few and the account many of it.
    const documentsMax = filter.status === undefined || filter.endpointId === undefined ? 0 : found;
    t.true(
      seen.every(({ docsExamined }) => (docsExamined ?? 0) <= documentsMax),
      title,
    );
  }
});
