import { eventIdOf, newId } from '@gx/core';
import { testDatabase } from '@gx/testkit';
import test, { type ExecutionContext } from 'ava';
import type { NewDelivery } from '../src/domain/delivery.ts';
import { type Claim, type DueDelivery, firstClaim } from '../src/store/attempts.ts';
import { deliveryStore } from '../src/store/deliveries.ts';
import type { InHand } from '../src/store/first-writes.ts';
import { newTenant } from './harness.ts';

/** New deliveries are a page in the hand of whoever stored them, until each has a document of its own. */
const HANDOVER_MS = 600_000;
const tenant = newTenant();
const SIGNED = { unixSeconds: 1_795_500_000, own: 't=1795500000,v1=0', standard: 'v1,0' };

async function rig(t: ExecutionContext) {
  const database = await testDatabase('webhooks');
  t.teardown(database.drop);
  const store = await deliveryStore(database.connection);
  const pages = database.connection.collection('pages_in_hand');
  return {
    store,
    pages,
    another: () => deliveryStore(database.connection),
    takeInHand: (batch: readonly NewDelivery[]) =>
      store.takeInHand(batch, new Date(), {
        dueAt: new Date(Date.now() + HANDOVER_MS),
        sinceMs: performance.now(),
      }),
    /** As if all of the handover had passed, and so long before. */
    lapse: async (ms = 0) => {
      const gone = (field: string) => ({ $subtract: [`$${field}`, HANDOVER_MS + ms] });
      await pages.updateMany({}, [{ $set: { dueAt: gone('dueAt'), createdAt: gone('createdAt') } }]);
    },
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
      payload: '{"in":"hand"}',
      traceparent: undefined,
      origin: 'https://host',
    };
  });

const idOf = (due: DueDelivery | undefined) => (due as DueDelivery).id;
/** The right to the first attempt, as `claimInHand` gives it in time. */
function inHand(due: DueDelivery | undefined): Claim {
  const { stored } = due as DueDelivery;
  const claim = firstClaim(due as DueDelivery, newId('attempt')) as Claim;
  return { ...claim, inHand: { ...(stored?.inHand as InHand), sinceMs: performance.now() } };
}
const delivered = (claim: Claim) => ({
  claim,
  settlement: { move: 'deliver' } as const,
  outcome: { statusCode: 200, error: undefined, responseBody: 'ok', retryAfter: undefined, durationMs: 12 },
  signed: SIGNED,
});

test('a first attempt is one write: the delivery is stored with its outcome, and is on no list before', async (t) => {
  const { store, takeInHand } = await rig(t);
  const [good, bad] = await takeInHand(newDeliveries(2));
  t.is(await store.get(tenant, idOf(good)), undefined);
  const claim = inHand(good);
  t.true(await store.record(delivered(claim)));
  const outcome = { statusCode: 500, error: undefined, responseBody: undefined, retryAfter: undefined, durationMs: 3 };
  const settlement = { move: 'retry', delayMs: 60_000 } as const;
  const failed = inHand(bad);
  t.true(await store.record({ claim: failed, settlement, outcome, signed: SIGNED }));

  const stored = await store.get(tenant, claim.id);
  t.like(stored, {
    status: 'DELIVERED',
    lane: 'retry',
    attempts: 1,
    lastStatusCode: 200,
    lastResponseBody: 'ok',
    attemptLog: [{ attempt: 1, attemptId: claim.attemptId, durationMs: 12, signed: SIGNED }],
  });
  t.true(stored?.deliveredAt instanceof Date);
  t.is(stored?.dueAt, undefined);
  const waiting = await store.get(tenant, failed.id);
  t.like(waiting, { status: 'PENDING', lane: 'retry', attempts: 1, lastStatusCode: 500 });
  t.is(waiting?.deliveredAt, undefined);
  t.deepEqual(waiting?.dueAt, waiting?.nextRetryAt);
  const ofRetry = (waiting?.nextRetryAt?.getTime() ?? 0) - Date.now();
  t.true(ofRetry > 50_000 && ofRetry <= 60_000, String(ofRetry));
});

test('a page is over when each of its deliveries has a document, however it got it', async (t) => {
  const { store, pages, takeInHand } = await rig(t);
  const [recorded, claimed, unplaced] = await takeInHand(newDeliveries(3));
  const claim = inHand(recorded);
  for (const _ of ['once', 'and again, in vain']) await store.record(delivered(claim));
  await store.claim({ ...(claimed as DueDelivery), lane: 'first', attemptId: newId('attempt'), leaseMs: 60_000 });
  await store.endPages();
  t.is(await pages.countDocuments(), 1);
  await store.makeDue([unplaced as DueDelivery]);
  await store.endPages();
  t.is(await pages.countDocuments(), 0);
  t.is((await store.list(tenant, {}, { limit: 10, offset: 0 })).total, 3);
});

test('what a dead process left in its hand is due for anybody, what it recorded is not', async (t) => {
  const { store, pages, takeInHand, lapse } = await rig(t);
  const [recorded, left] = await takeInHand(newDeliveries(2));
  await store.record(delivered(inHand(recorded)));
  t.is(await store.takeOverLapsed(), 0);
  await lapse();
  t.is(await store.takeOverLapsed(), 1);
  const { deliveries } = await store.due('first', 10, { places: [], accounts: [] });
  t.deepEqual(
    deliveries.map(({ id }) => id),
    [left?.id],
  );
  t.like(await store.get(tenant, idOf(recorded)), { status: 'DELIVERED' });
  t.like(await store.get(tenant, idOf(left)), { status: 'PENDING', attempts: 0, payload: '{"in":"hand"}' });
  t.is(await pages.countDocuments(), 0);
});

test('a page whose end was late goes without a word: nobody has missed anything', async (t) => {
  const { store, pages, takeInHand, lapse } = await rig(t);
  const [due] = await takeInHand(newDeliveries(1));
  await store.record(delivered(inHand(due)));
  await lapse();
  t.is(await store.takeOverLapsed(), 0);
  t.is(await pages.countDocuments(), 0);
  t.like(await store.get(tenant, idOf(due)), { status: 'DELIVERED' });
});

test('replicas that take the same page over store each delivery once', async (t) => {
  const { store, another, takeInHand, lapse } = await rig(t);
  const others = await Promise.all([another(), another()]);
  await takeInHand(newDeliveries(50));
  await lapse();
  await Promise.all([store, ...others].map((one) => one.takeOverLapsed()));
  t.is((await store.list(tenant, {}, { limit: 1, offset: 0 })).total, 50);
});

test('whoever stood still finds its delivery taken over: its outcome counts if nobody has begun, and its claim is one of many', async (t) => {
  const { store, another, takeInHand, lapse } = await rig(t);
  const [late, lost, claimed] = await takeInHand(newDeliveries(3));
  const [claim, second] = [inHand(late), inHand(lost)];
  await lapse();
  const successor = await another();
  await successor.takeOverLapsed();
  const theirs = { ...(lost as DueDelivery), attemptId: newId('attempt'), lane: 'first', leaseMs: 60_000 } as const;
  t.not(await successor.claim({ ...theirs, stored: undefined as never }), undefined);
  t.true(await store.record(delivered(claim)));
  t.like(await store.get(tenant, claim.id), {
    status: 'DELIVERED',
    attempts: 1,
    attemptLog: [{ attempt: 1, attemptId: claim.attemptId }],
  });
  t.false(await store.record(delivered(second)));
  t.like(await store.get(tenant, second.id), { status: 'PROCESSING', running: { attemptId: theirs.attemptId } });
  const taking = { ...(claimed as DueDelivery), lane: 'first' as const, leaseMs: 60_000 };
  const won = await store.claim({ ...taking, attemptId: newId('attempt') });
  t.like(won, { id: claimed?.id, attempt: 1 });
  t.is(await store.claim({ ...taking, attemptId: newId('attempt') }), undefined);
  t.true(await store.record(delivered(won as Claim)));
});

test('an attempt began when its request did, however late its document is made, and by whom', async (t) => {
  const { store, takeInHand, lapse } = await rig(t);
  const LASTS_MS = 90_000;
  const beganMs = performance.now() - LASTS_MS;
  const batch = await takeInHand(newDeliveries(5));
  const [recorded, claimed, ...overtaken] = batch;
  const claim = (due: DueDelivery | undefined) =>
    store.claim({ ...(due as DueDelivery), lane: 'first', attemptId: newId('attempt'), leaseMs: 60_000, beganMs });
  const record = (due: DueDelivery | undefined) => {
    const held = inHand(due);
    return store.record(
      delivered({ ...held, inHand: { ...(held.inHand as NonNullable<Claim['inHand']>), sinceMs: beganMs } }),
    );
  };
  t.true(await record(recorded));
  t.not(await claim(claimed), undefined);
  await lapse();
  await store.takeOverLapsed();
  t.true(await record(overtaken[0]));
  t.not(await claim(overtaken[1]), undefined);
  const late = { ...(overtaken[2] as DueDelivery) };
  const stored = { ...(late.stored as NonNullable<DueDelivery['stored']>), sinceMs: Number.NEGATIVE_INFINITY };
  t.not(await claim({ ...late, stored }), undefined, 'after its handover');
  for (const [nth, { id }] of batch.entries()) {
    const found = await store.get(tenant, id);
    const startedAt = found?.running?.startedAt ?? found?.attemptLog[0]?.startedAt;
    const ago = Date.now() - Number(startedAt);
    t.true(ago >= LASTS_MS - 100 && ago < LASTS_MS + 30_000, `${nth}: ${ago} ms`);
    if (found?.dueAt !== undefined) t.true(found.dueAt.getTime() > Date.now(), 'its lease begins with its claim');
  }
});

test('a write that is repeated, since nobody knows what became of it, finds itself', async (t) => {
  const { store, takeInHand } = await rig(t);
  const [one, other] = await takeInHand(newDeliveries(2));
  const claim = inHand(one);
  t.true(await store.record(delivered(claim)));
  t.true(await store.record(delivered(claim)));
  const taking = { ...(other as DueDelivery), lane: 'first' as const, leaseMs: 60_000, attemptId: newId('attempt') };
  t.not(await store.claim(taking), undefined);
  t.not(await store.claim(taking), undefined);
  const found = await store.get(tenant, claim.id);
  t.is(found?.attemptLog.length, 1);
});

test('an attempt whose claim was written, though its answer was lost, is recorded under that claim', async (t) => {
  const { store, takeInHand } = await rig(t);
  const [due] = await takeInHand(newDeliveries(1));
  const claim = inHand(due);
  await store.claim({ ...(due as DueDelivery), lane: 'first', attemptId: claim.attemptId, leaseMs: 60_000 });
  t.true(await store.record(delivered(claim)));
  t.like(await store.get(tenant, claim.id), { status: 'DELIVERED', attempts: 1 });
});

test('a page that cannot be taken over keeps nobody from the others, and is tried again', async (t) => {
  const { store, pages, takeInHand, lapse } = await rig(t);
  const [spoilt] = await takeInHand(newDeliveries(1));
  await pages.updateOne({}, { $set: { 'deliveries.0.eventId': { not: 'an id' } } });
  await lapse(60_000);
  const [other] = await takeInHand(newDeliveries(1));
  await lapse();
  await t.throwsAsync(store.takeOverLapsed(), { message: '1 pages could not be taken over' });
  t.like(await store.get(tenant, idOf(other)), { status: 'PENDING' });
  t.is(await pages.countDocuments({ 'deliveries.id': spoilt?.id ?? '' }), 1);
  t.is(await store.takeOverLapsed(), 0, 'not at once');
});

test('an event that comes again is known: while it is in hand, and as documents; a repetition by hand is another', async (t) => {
  const { store, takeInHand } = await rig(t);
  const [one, other] = newDeliveries(2) as [NewDelivery, NewDelivery];
  const isKnown = async (delivery: NewDelivery) => (await store.onlyNew([delivery])).length === 0;
  t.false(await isKnown(one));
  const [due] = await takeInHand([one]);
  t.true(await isKnown({ ...one, id: newId('delivery') }));
  await store.record(delivered(inHand(due)));
  await store.endPages();
  t.true(await isKnown({ ...one, id: newId('delivery') }));
  t.false(await isKnown({ ...one, resendId: 'rsd_1' }));
  t.false(await isKnown({ ...one, eventName: 'payment.created' }));
  t.false(await isKnown(other));
  t.deepEqual(await store.onlyNew([other, { ...other, id: newId('delivery') }]), [other], 'twice in one batch');
});

test('what comes out of a page after hours has ids of its own, so that it is in the totals that were counted meanwhile', async (t) => {
  const { store, takeInHand, lapse } = await rig(t);
  const batch = newDeliveries(2);
  await takeInHand(batch);
  await lapse(2 * 3_600_000);
  t.is(await store.takeOverLapsed(), 2);
  const { found } = await store.list(tenant, {}, { limit: 10, offset: 0 });
  t.deepEqual(found.map(({ eventId }) => eventId).sort(), batch.map(({ eventId }) => eventId).sort());
  for (const { _id } of found) t.false(batch.some(({ id }) => id === _id));
});

test('a large body is a document from the start, in the order of its batch', async (t) => {
  const { store, takeInHand } = await rig(t);
  const [one, large, other] = newDeliveries(3) as [NewDelivery, NewDelivery, NewDelivery];
  const batch = [one, { ...large, payload: 'x'.repeat(4_097) }, other];
  const due = await takeInHand(batch);
  t.deepEqual(
    due.map(({ id, stored }) => [id, stored?.inHand !== undefined]),
    [
      [one.id, true],
      [large.id, false],
      [other.id, true],
    ],
  );
  t.like(await store.get(tenant, large.id), { status: 'PENDING' });
});
