import { eventIdOf, newId } from '@gx/core';
import { testHost, until } from '@gx/testkit';
import test from 'ava';
import type { QueueName } from '../domain/delivery.ts';
import type { Claim, DueDelivery } from '../store/attempts.ts';
import { type DispatcherDeps, startDispatcher } from './dispatcher.ts';

type World = { readonly mayWrite?: Promise<void>; readonly isDue?: (queue: QueueName) => readonly DueDelivery[] };

/**
 * A dispatcher whose claims, and targets of what is leased, wait for `decide` and come too late then; what it
 * looks for beside its polls, and what it reschedules for anybody.
 */
function rig({ mayWrite = Promise.resolve(), isDue = () => [] }: World = {}) {
  const { promise: decided, resolve: decide } = Promise.withResolvers<undefined>();
  const [claimed, cancelled, rescheduled]: [string[], string[], string[]] = [[], [], []];
  let polls = 0;
  const deliveries = {
    claim: ({ id }: DueDelivery) => {
      claimed.push(id);
      return decided;
    },
    cancelClaimed: async ({ id }: Claim) => {
      cancelled.push(id);
      return false;
    },
    isAnyLapsed: async () => false,
    countDue: async () => 0,
    due: async (queue: QueueName) => {
      polls += 1;
      return { deliveries: isDue(queue), after: undefined };
    },
    reschedule: async (claims: readonly Claim[]) => {
      await mayWrite;
      rescheduled.push(...claims.map(({ id }) => id));
    },
    extend: async () => {},
  };
  const host = testHost('webhooks');
  const deps = {
    deliveries,
    sender: { close: async () => {}, interrupt: () => {} },
    originsOf: async () => new Map(),
    readTarget: () => decided,
    takeTurn: () => 0,
    onReplayRoom: () => {},
  };
  const dispatcher = startDispatcher(host, deps as unknown as DispatcherDeps);
  return {
    host,
    claimed,
    cancelled,
    rescheduled,
    polls: () => polls,
    decide: () => decide(undefined),
    dispatcher,
  };
}

const content = {
  eventId: eventIdOf(newId('charge'), 1),
  eventName: 'charge.created',
  payload: '{}',
  createdAt: new Date(),
} as const;
/** New deliveries for one endpoint, each under its first lease. */
const ofOne = (count: number): DueDelivery[] => {
  const tenant = { accountId: newId('account'), livemode: false };
  const [endpointId, origin] = [newId('endpoint'), 'https://host'];
  return Array.from({ length: count }, () => {
    const id = newId('delivery');
    const delivery = { ...content, ...tenant, endpointId };
    const claim = { id, tenant, attemptId: newId('attempt'), attempt: 1, delivery };
    const lease = { claim, sinceMs: performance.now() };
    return { id, tenant, endpointId, origin, subjectId: id, traceparent: undefined, dueAt: new Date(), lease };
  });
};
/** As many more of other charges, each of a place of its own as far as it is not said. */
const scattered = (count: number, shared: Partial<DueDelivery> = {}): DueDelivery[] =>
  Array.from({ length: count }, () => {
    const [id, endpointId] = [newId('delivery'), newId('endpoint')];
    const tenant = { accountId: newId('account'), livemode: false };
    const target = { tenant, endpointId, origin: `https://${endpointId}` };
    return { ...target, id, subjectId: id, traceparent: undefined, dueAt: new Date(), ...shared };
  });
const idsOf = (deliveries: readonly DueDelivery[]): string[] => deliveries.map(({ id }) => id);

test('new deliveries that find no room are due for anybody, and looked for once there is some', async (t) => {
  const { host, rescheduled, polls, decide, dispatcher } = rig();
  t.teardown(host.stop);
  const offered = ofOne(3_000);
  void dispatcher.offer(offered);
  await until('they are due for anybody', () => rescheduled.length > 0);
  t.deepEqual(rescheduled, idsOf(offered.slice(2_048)));
  // The first poll of both is at the start; the next one would be a second later.
  const before = polls();
  decide();
  await until('it asks', () => polls() > before);
});

test('a caller that stores more than there is room for waits until the rest is due for anybody: memory is no queue', async (t) => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const { host, rescheduled, decide, dispatcher } = rig({ mayWrite: promise });
  t.teardown(host.stop);
  t.teardown(decide);
  let isOver = false;
  const offered = dispatcher.offer(ofOne(2_049)).then(() => {
    isOver = true;
  });
  await new Promise((done) => setImmediate(done));
  t.false(isOver);
  resolve();
  await offered;
  t.is(rescheduled.length, 1);
});

test('where there is room for all, nothing is made due for others', async (t) => {
  const { host, rescheduled, polls, decide, dispatcher } = rig();
  t.teardown(host.stop);
  void dispatcher.offer(ofOne(10));
  decide();
  await until('it has polled both queues twice', () => polls() >= 4);
  t.deepEqual(rescheduled, []);
});

test('what still waits when it stops is due for anybody: others need not wait for the end of its lease', async (t) => {
  const { host, cancelled, rescheduled, decide, dispatcher } = rig();
  const offered = ofOne(20);
  void dispatcher.offer(offered);
  const stopped = host.stop();
  decide();
  await stopped;
  t.true(cancelled.length < 20);
  t.deepEqual([...cancelled, ...rescheduled], idsOf(offered));
});

test('what waits for an endpoint that moves is due for anybody, and looked up again at its new host', async (t) => {
  const { host, rescheduled, decide, dispatcher } = rig();
  t.teardown(host.stop);
  t.teardown(decide);
  const offered = ofOne(20);
  void dispatcher.offer(offered);
  await dispatcher.forget((offered[0] as DueDelivery).endpointId);
  t.deepEqual(rescheduled, idsOf(offered.slice(8)), 'but for those that are under way');
});

const [SHARED] = scattered(1) as [DueDelivery];
const { tenant, origin, endpointId } = SHARED;
// biome-ignore format: one row per bound, read as a table
const BOUNDS: readonly (readonly [whose: string, shared: Partial<DueDelivery>, first: number, retry: number, replay: number])[] = [
  ['everybody’s',   {},                             512, 128, 64],
  ['an account’s',  { tenant },                     192, 96,  32],
  ['a host’s',      { origin },                     64,  16,  8],
  ['an endpoint’s', { tenant, origin, endpointId }, 8,   4,   2],
];
for (const [whose, shared, , , replay] of BOUNDS)
  test(`${whose} replayed attempts at once in one process are ${replay}, and no more`, async (t) => {
    const due = scattered(100, shared);
    const { host, claimed, decide, dispatcher } = rig({ isDue: (queue) => (queue === 'replay' ? due : []) });
    t.teardown(host.stop);
    t.teardown(decide);
    await dispatcher.replays.fill();
    t.is(claimed.length, replay);
    t.false(dispatcher.replays.isIdle());
  });

test('a replayed attempt begins once no new delivery waits for its endpoint', async (t) => {
  const offered = ofOne(20);
  const [{ tenant: of, endpointId: at, origin: host_ } = offered[0] as DueDelivery] = offered;
  const replayed = scattered(1, { tenant: of, endpointId: at, origin: host_ });
  const other = scattered(1);
  const { host, claimed, cancelled, decide, dispatcher } = rig({
    isDue: (queue) => (queue === 'replay' ? [...replayed, ...other] : []),
  });
  t.teardown(host.stop);
  void dispatcher.offer(offered);
  await dispatcher.replays.fill();
  await until('that of another endpoint has begun', () => claimed.length > 0);
  t.deepEqual(claimed, idsOf(other));
  decide();
  await until('it has begun', () => claimed.includes(replayed[0]?.id ?? ''));
  t.true(cancelled.length >= 12, 'all but those under way have begun before');
});

for (const [whose, shared, first, retry] of BOUNDS)
  test(`${whose} attempts at once in one process are ${first} first ones and ${retry} retries, and no more`, async (t) => {
    const due = { first: scattered(600, shared), retry: scattered(600, shared), replay: [] as DueDelivery[] };
    const { host, claimed, polls, decide } = rig({ isDue: (queue) => due[queue] });
    t.teardown(host.stop);
    t.teardown(decide);
    await until('both queues were polled again', () => polls() >= 4);
    const begun = (queue: QueueName): number => due[queue].filter(({ id }) => claimed.includes(id)).length;
    t.deepEqual([begun('first'), begun('retry')], [first, retry]);
  });
