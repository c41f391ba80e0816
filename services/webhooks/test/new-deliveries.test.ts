import { eventIdOf, newId } from '@gx/core';
import { testDatabase } from '@gx/testkit';
import test, { type ExecutionContext } from 'ava';
import type { NewDelivery } from '../src/domain/delivery.ts';
import type { Claim, DueDelivery } from '../src/store/attempts.ts';
import { deliveryStore } from '../src/store/deliveries.ts';
import { FIRST_LEASE_MS, type HasRoom } from '../src/store/new-deliveries.ts';
import { newTenant } from './harness.ts';

/** How new deliveries are stored: under the lease of their first attempt where there is room for it. */
const tenant = newTenant();
const SIGNED = { unixSeconds: 1_795_500_000, own: 't=1795500000,v1=0', standard: 'v1,0' };
const ROOM: HasRoom = () => true;
const NO_ROOM: HasRoom = () => false;
const EVERYWHERE = { queues: [], accounts: [] };

async function rig(t: ExecutionContext) {
  const database = await testDatabase('webhooks');
  t.teardown(database.drop);
  const store = await deliveryStore(database.connection);
  const collection = database.connection.collection<{ _id: string; dueAt: Date }>('deliveries');
  return {
    database,
    store,
    insert: (batch: readonly NewDelivery[], hasRoom = ROOM) => store.insertNew(batch, hasRoom),
    /** As if all leases had ended seconds ago: by the database's clock, which ours may be ahead of. */
    lapse: () =>
      collection.updateMany({ status: 'PROCESSING' }, [
        { $set: { dueAt: { $subtract: ['$dueAt', 2 * FIRST_LEASE_MS] } } },
      ]),
    dueIds: async () => (await store.due('first', 100, EVERYWHERE)).deliveries.map(({ id }) => id),
  };
}

const newDeliveries = (count: number): NewDelivery[] =>
  Array.from({ length: count }, (): NewDelivery => {
    const chargeId = newId('charge');
    return {
      id: newId('delivery'),
      tenant,
      endpointId: newId('endpoint'),
      eventId: eventIdOf(chargeId, 1),
      eventName: 'charge.created',
      resendId: '',
      subjectId: chargeId,
      payload: '{"new":true}',
      traceparent: undefined,
      origin: 'https://host',
    };
  });
const idsOf = (batch: readonly { readonly id: string }[]): string[] => batch.map(({ id }) => id);
const claimed = (due: DueDelivery | undefined): Claim => due?.lease?.claim as Claim;
const delivered = (claim: Claim, beganMs = performance.now()) => ({
  claim,
  decision: { move: 'deliver' } as const,
  outcome: { statusCode: 200, error: undefined, responseBody: 'ok', retryAfter: undefined, durationMs: 12 },
  signed: SIGNED,
  beganMs,
});

test('a new delivery that there is room for is stored under the lease of its first attempt; one without is due for anybody', async (t) => {
  const { store, insert, dueIds } = await rig(t);
  const [leased, waiting] = newDeliveries(2) as [NewDelivery, NewDelivery];
  const fresh = await insert([leased, waiting], ({ id }) => id === leased.id);
  t.deepEqual(
    fresh.map(({ id, lease }) => [id, lease !== undefined]),
    [
      [leased.id, true],
      [waiting.id, false],
    ],
  );
  const stored = await store.get(tenant, leased.id);
  t.like(stored, { status: 'PROCESSING', attempts: 1, running: { attemptId: fresh[0]?.lease?.claim.attemptId } });
  const leaseMs = Number(stored?.dueAt) - Number(stored?.running?.startedAt);
  t.is(leaseMs, FIRST_LEASE_MS);
  t.like(await store.get(tenant, waiting.id), { status: 'PENDING', attempts: 0 });
  t.deepEqual(await dueIds(), [waiting.id]);
});

test('a batch that comes again stores nothing new, and reads nothing: the unique index refuses it', async (t) => {
  const { database, store, insert } = await rig(t);
  const [one, other] = newDeliveries(2) as [NewDelivery, NewDelivery];
  await insert([one]);
  const again = (delivery: NewDelivery): NewDelivery => ({ ...delivery, id: newId('delivery') });
  const { db } = database.connection;
  await db?.command({ profile: 2 });
  const fresh = await insert([again(one), other, again(other)]);
  await db?.command({ profile: 0 });
  t.deepEqual(idsOf(fresh), [other.id], 'twice in one batch, too');
  const reads = await db
    ?.collection('system.profile')
    .find({ ns: /[.]deliveries$/, op: { $ne: 'insert' } })
    .toArray();
  t.deepEqual(reads, []);
  t.is((await store.list(tenant, {}, { limit: 10, offset: 0 })).total, 2);
  const repeated = await insert([
    { ...again(one), resendId: 'rsd_1' },
    { ...again(one), eventName: 'payment.created' },
  ]);
  t.is(repeated.length, 2, 'a repetition by hand is another, and another name is');
});

test('an event that two processes store at once is one delivery, and one of them has its lease', async (t) => {
  const { database, insert } = await rig(t);
  const another = await deliveryStore(database.connection);
  const batch = newDeliveries(50);
  const theirs = batch.map((delivery) => ({ ...delivery, id: newId('delivery') }));
  const [own, other] = await Promise.all([insert(batch), another.insertNew(theirs, ROOM)]);
  t.is(own.length + other.length, 50);
});

test('there is one delivery of an event: its index is unique, and begins with the charge, whose ids rise with time', async (t) => {
  const { database } = await rig(t);
  const indexes = await database.connection.collection('deliveries').indexes();
  t.deepEqual(
    indexes.filter((index) => index['unique'] === true).map(({ key }) => Object.entries(key)),
    [['subjectId', 'eventId', 'endpointId', 'eventName', 'resendId'].map((field) => [field, 1])],
  );
});

test('a first attempt that is recorded leaves the lease, good or bad', async (t) => {
  const { store, insert } = await rig(t);
  const [good, bad] = await insert(newDeliveries(2));
  t.true(await store.record(delivered(claimed(good))));
  const outcome = { statusCode: 500, error: undefined, responseBody: undefined, retryAfter: undefined, durationMs: 3 };
  const decision = { move: 'retry', delayMs: 60_000 } as const;
  const failed = claimed(bad);
  t.true(await store.record({ claim: failed, decision, outcome, signed: SIGNED, beganMs: performance.now() }));

  const stored = await store.get(tenant, claimed(good).id);
  const { attemptId } = claimed(good);
  const shown = { ...SIGNED, own: `${SIGNED.own}…`, standard: `${SIGNED.standard}…` };
  t.like(stored, {
    status: 'DELIVERED',
    queue: 'retry',
    attempts: 1,
    lastStatusCode: 200,
    lastResponseBody: 'ok',
    attemptLog: [{ attempt: 1, attemptId, durationMs: 12, signed: shown }],
  });
  t.true(stored?.deliveredAt instanceof Date);
  t.is(stored?.dueAt, undefined);
  const waiting = await store.get(tenant, failed.id);
  t.like(waiting, { status: 'PENDING', queue: 'retry', attempts: 1, lastStatusCode: 500 });
  const ofRetry = (waiting?.nextRetryAt?.getTime() ?? 0) - Date.now();
  t.true(ofRetry > 50_000 && ofRetry <= 60_000, String(ofRetry));
});

test('what a dead process had claimed is due again when its lease ends, and its attempt is interrupted; what it recorded is not', async (t) => {
  const { store, insert, lapse } = await rig(t);
  const [recorded, left] = await insert(newDeliveries(2));
  t.true(await store.record(delivered(claimed(recorded))));
  t.is(await store.rescheduleLapsed(), 0);
  await lapse();
  t.is(await store.rescheduleLapsed(), 1);
  t.like(await store.get(tenant, claimed(left).id), {
    status: 'PENDING',
    queue: 'retry',
    attempts: 1,
    lastError: 'interrupted',
    payload: '{"new":true}',
  });
  t.false(await store.record(delivered(claimed(left))), 'a process that stood still has lost it');
});

test('a lease that is extended outlives its first end; what is rescheduled is due at once, with no attempt made', async (t) => {
  const { store, insert, lapse, dueIds } = await rig(t);
  const [lasting, waiting] = await insert(newDeliveries(2));
  await store.extend([claimed(lasting)], 60_000);
  await store.reschedule([claimed(waiting)], 0);
  await lapse();
  t.is(await store.rescheduleLapsed(), 0);
  t.deepEqual(await dueIds(), [claimed(waiting).id]);
  t.like(await store.get(tenant, claimed(waiting).id), { status: 'PENDING', queue: 'first', attempts: 0 });
  const taking = { ...(waiting as DueDelivery), queue: 'first' as const, leaseMs: 60_000 };
  t.like(await store.claim({ ...taking, attemptId: newId('attempt') }), { id: waiting?.id, attempt: 1 });
  t.is(await store.claim({ ...taking, attemptId: newId('attempt') }), undefined, 'it is claimed once');
});

test('a lease that has ended is neither extended nor rescheduled: the delivery is somebody else’s', async (t) => {
  const { store, insert, lapse } = await rig(t);
  const [one, other] = await insert(newDeliveries(2));
  await lapse();
  await store.rescheduleLapsed();
  await store.extend([claimed(one)], 60_000);
  await store.reschedule([claimed(other)], 60_000);
  for (const due of [one, other])
    t.like(await store.get(tenant, claimed(due).id), { status: 'PENDING', queue: 'retry', attempts: 1 });
});

test('the log says when the request left, however late it is written, and a repeated write changes nothing', async (t) => {
  const { store, insert } = await rig(t);
  const LASTS_MS = 90_000;
  const [due] = await insert(newDeliveries(1));
  const ending = delivered(claimed(due), performance.now() - LASTS_MS);
  t.true(await store.record(ending));
  t.true(await store.record(ending));
  const { attemptLog = [] } = (await store.get(tenant, claimed(due).id)) ?? {};
  t.is(attemptLog.length, 1);
  const ago = Date.now() - Number(attemptLog[0]?.startedAt);
  t.true(ago >= LASTS_MS - 100 && ago < LASTS_MS + 30_000, `${ago} ms`);
});

test('a large body is not kept for its turn, and waits for anybody: what waits must not fill the memory', async (t) => {
  const { store, insert } = await rig(t);
  const [one, large] = newDeliveries(2) as [NewDelivery, NewDelivery];
  const fresh = await insert([one, { ...large, payload: 'x'.repeat(4_097) }]);
  t.deepEqual(
    fresh.map(({ lease }) => lease !== undefined),
    [true, false],
  );
  t.like(await store.get(tenant, large.id), { status: 'PENDING' });
});

test('what was sent by hand and is stored already is not missing', async (t) => {
  const { store, insert } = await rig(t);
  const [one, other] = newDeliveries(2) as [NewDelivery, NewDelivery];
  await insert([one], NO_ROOM);
  t.deepEqual(await store.missing([one, { ...one, resendId: 'rsd_1' }, other]), [{ ...one, resendId: 'rsd_1' }, other]);
});
