import { eventIdOf, newId } from '@gx/core';
import test from 'ava';
import type { Claim, DueDelivery } from '../store/attempts.ts';
import { firstLeases } from './first-leases.ts';

const content = {
  eventId: eventIdOf(newId('charge'), 1),
  eventName: 'charge.created',
  payload: '{}',
  createdAt: new Date(),
} as const;
/** Stored so long ago. */
function stored(agoMs: number): DueDelivery {
  const id = newId('delivery');
  const tenant = { accountId: newId('account'), livemode: false };
  const endpointId = newId('endpoint');
  const delivery = { ...content, ...tenant, endpointId };
  const claim = { id, tenant, attemptId: newId('attempt'), attempt: 1, delivery };
  const lease = { claim, sinceMs: performance.now() - agoMs };
  const target = { tenant, endpointId, origin: 'https://host' };
  return { ...target, id, subjectId: id, traceparent: undefined, dueAt: new Date(), lease };
}

/** What is written of leases; `fails` says whether the next extension does. */
function rig() {
  const written: { extended: string[]; rescheduled: string[]; fails: boolean } = {
    extended: [],
    rescheduled: [],
    fails: false,
  };
  const idsOf = (claims: readonly Claim[]) => claims.map(({ id }) => id);
  const leases = firstLeases({
    leaseMs: 60_000,
    deliveries: {
      extend: async (claims) => {
        if (written.fails) throw new Error('no database');
        written.extended.push(...idsOf(claims));
      },
      reschedule: async (claims) => void written.rescheduled.push(...idsOf(claims)),
    },
  });
  return { leases, written };
}

test('an attempt begins under its first lease while there is time for it, and not late; nor what nobody here stored', (t) => {
  const { leases } = rig();
  const [fresh, old, unknown] = [stored(0), stored(3_000), stored(0)];
  leases.add([fresh, old, { ...unknown, lease: undefined as never }]);
  t.like(leases.begin(fresh.id), { id: fresh.id, attempt: 1, attemptId: fresh.lease?.claim.attemptId });
  t.is(leases.begin(old.id), undefined);
  t.is(leases.begin(unknown.id), undefined);
});

test('a lease is for one attempt: who comes while it is under way, or is still being recorded, has to claim', (t) => {
  const { leases } = rig();
  const due = stored(0);
  leases.add([due]);
  t.like(leases.begin(due.id), { id: due.id });
  t.is(leases.begin(due.id), undefined);
});

test('what is under way for two seconds has its lease extended, once; what waits as long is rescheduled; the rest is left', async (t) => {
  const { leases, written } = rig();
  const [lasting, waiting, young, ended] = [stored(2_000), stored(2_000), stored(0), stored(2_000)];
  leases.add([lasting, waiting, young, ended]);
  for (const { id } of [lasting, young, ended]) leases.begin(id);
  leases.end(ended.id);
  await leases.keep();
  await leases.keep();
  t.deepEqual(written.extended, [lasting.id]);
  t.deepEqual(written.rescheduled, [waiting.id]);
  t.is(leases.begin(waiting.id), undefined, 'it has to be claimed like any other');
});

test('an extension that fails is tried again', async (t) => {
  const { leases, written } = rig();
  const lasting = stored(2_000);
  leases.add([lasting]);
  leases.begin(lasting.id);
  written.fails = true;
  await t.throwsAsync(leases.keep(), { message: 'no database' });
  written.fails = false;
  await leases.keep();
  t.deepEqual(written.extended, [lasting.id]);
});

test('one whose attempt came too late to begin is rescheduled all the same: its lease need not end first', async (t) => {
  const { leases, written } = rig();
  const late = stored(3_500);
  leases.add([late]);
  t.is(leases.begin(late.id), undefined);
  await leases.keep();
  t.deepEqual(written.rescheduled, [late.id]);
});

test('at a stop what waits is rescheduled and what is under way extended, however new', async (t) => {
  const { leases, written } = rig();
  const [underWay, waiting] = [stored(0), stored(0)];
  leases.add([underWay, waiting]);
  leases.begin(underWay.id);
  await leases.keep(0);
  t.deepEqual([written.extended, written.rescheduled], [[underWay.id], [waiting.id]]);
});
