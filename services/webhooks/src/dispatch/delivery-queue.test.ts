import { DEFAULT_ENDPOINT, newId, type Tenant } from '@gx/core';
import test from 'ava';
import type { DueDelivery } from '../store/attempts.ts';
import { DeliveryQueue } from './delivery-queue.ts';
import type { AttemptResult } from './make-attempt.ts';
import type { QueueOptions } from './queue-options.ts';

const NOW = new Date();
const tenant: Tenant = { accountId: newId('account'), livemode: false };
type QueueSpec = {
  readonly endpoint?: string;
  readonly origin?: string;
  readonly subject?: string;
  readonly owner?: Tenant;
  readonly dueAt?: Date;
};
const due = ({
  endpoint = 'a',
  origin = 'https://host',
  subject,
  owner = tenant,
  dueAt = NOW,
}: QueueSpec = {}): DueDelivery => {
  const id = newId('delivery');
  return {
    id,
    tenant: owner,
    endpointId: endpoint as DueDelivery['endpointId'],
    origin,
    subjectId: subject ?? id,
    traceparent: undefined,
    dueAt,
  };
};
const many = (count: number, spec: QueueSpec = {}) => Array.from({ length: count }, () => due(spec));

/** A queue whose attempts end when the test says so. */
function rig(options: Partial<QueueOptions> = {}) {
  const running = new Map<DueDelivery, (verdict: AttemptResult) => void>();
  const started: DueDelivery[] = [];
  let rooms = 0;
  const queue = new DeliveryQueue({
    inFlightMax: 100,
    perOriginMax: 50,
    perAccountMax: 100,
    waitingPerAccountMax: 1_000,
    perEndpoint: { start: 4, max: 8 },
    waitingMax: 1_000,
    waitingPerEndpointMax: 100,
    attemptMsMax: 60_000,
    ordered: true,
    takeTurn: () => 0,
    attempt: (delivery) =>
      new Promise((resolve) => {
        started.push(delivery);
        running.set(delivery, resolve);
      }),
    onRoom: () => {
      rooms += 1;
    },
    ...options,
  });
  const end = async (verdict: AttemptResult, ...deliveries: readonly DueDelivery[]): Promise<void> => {
    for (const delivery of deliveries) {
      running.get(delivery)?.(verdict);
      running.delete(delivery);
    }
    await new Promise((resolve) => setImmediate(resolve));
  };
  const runningOf = (endpoint: string) =>
    [...running.keys()].filter(({ endpointId }) => (endpointId as string) === endpoint);
  return { queue, running, started, end, runningOf, rooms: () => rooms };
}

test('an endpoint keeps to its own bound, which a good answer widens and a bad one halves', async (t) => {
  const { queue, runningOf, end } = rig();
  queue.offer(many(50));
  t.is(runningOf('a').length, 4);
  await end('good', ...runningOf('a').slice(0, 2));
  t.is(runningOf('a').length, 6);
  await end('bad', ...runningOf('a'));
  t.is(runningOf('a').length, 1);
  await end('bad', ...runningOf('a'));
  t.is(runningOf('a').length, 1);
});

test('how badly an endpoint behaved is remembered when it comes again', async (t) => {
  const { queue, runningOf, end } = rig();
  queue.offer(many(4));
  await end('bad', ...runningOf('a'));
  queue.offer(many(10));
  t.is(runningOf('a').length, 1);
});

test('a hanging endpoint holds its own places and no other endpoint waits for it', (t) => {
  const { queue, runningOf } = rig({ inFlightMax: 10 });
  queue.offer(many(90, { endpoint: 'hangs' }));
  queue.offer(many(3, { endpoint: 'well' }));
  t.is(runningOf('hangs').length, 4);
  t.is(runningOf('well').length, 3);
});

test('a host without a turn is waited for by all of its endpoints and by nobody else, until it has one again', async (t) => {
  let left = 3;
  const takeTurn = (hostname: string): number => {
    if (hostname !== 'host' || left > 0) {
      left -= hostname === 'host' ? 1 : 0;
      return 0;
    }
    left = 2;
    return 30;
  };
  const { queue, started, runningOf } = rig({ takeTurn });
  queue.offer([...many(2), ...many(4, { endpoint: 'b' }), ...many(2, { endpoint: 'c', origin: 'https://other' })]);
  t.deepEqual([runningOf('a').length, runningOf('b').length, runningOf('c').length], [2, 1, 2]);
  const waited = Promise.withResolvers<void>();
  const look = setInterval(() => started.length >= 7 && waited.resolve(), 5);
  await waited.promise;
  clearInterval(look);
  t.is(runningOf('b').length, 3, 'two more, and then it rests again');
});

test('attempts about one charge run one after the other, in order, while others pass', async (t) => {
  const { queue, running, end } = rig();
  const [first, second, third] = many(3, { subject: 'charge-1' }) as [DueDelivery, DueDelivery, DueDelivery];
  const other = due({ subject: 'charge-2' });
  queue.offer([first, second, third, other]);
  t.deepEqual([...running.keys()], [first, other]);
  await end('bad', first);
  t.deepEqual([...running.keys()], [other, second]);
  await end('good', second);
  t.deepEqual([...running.keys()], [other, third]);
});

test('where order means nothing, one charge is no reason to wait', (t) => {
  const { queue, running } = rig({ ordered: false });
  queue.offer(many(3, { subject: 'charge-1' }));
  t.is(running.size, 3);
});

test('a host is bounded over all its endpoints, and each of them gets its turn', async (t) => {
  const { queue, running, started, end } = rig({ perOriginMax: 2 });
  queue.offer(['a', 'b', 'c'].flatMap((endpoint) => many(2, { endpoint })));
  t.is(running.size, 2);
  while (running.size > 0) await end('good', [...running.keys()][0] as DueDelivery);
  t.is(new Set(started.slice(0, 3).map(({ endpointId }) => endpointId)).size, 3);
  t.is(started.length, 6);
});

test('when the whole queue is full, endpoints take turns', async (t) => {
  const { queue, running, started, end } = rig({ inFlightMax: 1 });
  queue.offer([...many(3, { endpoint: 'a' }), ...many(3, { endpoint: 'b', origin: 'https://other' })]);
  while (running.size > 0) await end('good', ...running.keys());
  t.is(started.map(({ endpointId }) => endpointId as string).join(''), 'ababab');
});

test('what is offered twice runs once', async (t) => {
  const { queue, started, running, end } = rig();
  const delivery = due();
  queue.offer([delivery, delivery]);
  queue.offer([delivery]);
  await end('good', ...running.keys());
  t.is(started.length, 1);
});

test('the queue is bounded: what does not fit is left, its endpoint is busy, and room is called out', async (t) => {
  const { queue, running, end, rooms } = rig({ waitingPerEndpointMax: 2, perEndpoint: { start: 1, max: 1 } });
  const deliveries = many(6);
  queue.offer(deliveries);
  t.deepEqual(queue.busy(), { queues: [], accounts: [] });
  queue.offer(deliveries);
  t.deepEqual(
    queue.busy().queues.map(({ endpointId }) => endpointId as string),
    ['a'],
  );
  t.is(queue.room, 998);
  while (running.size > 0) await end('good', ...running.keys());
  t.true(rooms() >= 1);
  t.is(queue.room, 1_000);
});

test('a full queue takes no more and forgets what it refused', async (t) => {
  const { queue, running, started, end } = rig({ inFlightMax: 1, waitingMax: 2 });
  queue.offer(many(5));
  queue.offer(many(1, { endpoint: 'b' }));
  t.is(queue.room, 0);
  while (running.size > 0) await end('good', ...running.keys());
  t.is(started.length, 3);
  t.is(queue.room, 2);
});

test('an endpoint that has answered is free before its answer is recorded; the queue is not, and waits for the record', async (t) => {
  const started: DueDelivery[] = [];
  const answers: ((verdict: AttemptResult) => void)[] = [];
  const records: (() => void)[] = [];
  const { queue } = rig({
    inFlightMax: 2,
    perEndpoint: { start: 1, max: 1 },
    attempt: (delivery, answered) => {
      started.push(delivery);
      answers.push(answered);
      return new Promise((resolve) => records.push(() => resolve('good')));
    },
  });
  const [first, second, third] = many(3, { subject: 'charge-1' }) as [DueDelivery, DueDelivery, DueDelivery];
  queue.offer([first, second, third]);
  t.deepEqual(started, [first]);
  answers[0]?.('good');
  t.deepEqual(started, [first, second], 'in order, although the first is not recorded');
  answers[1]?.('good');
  t.deepEqual(started, [first, second], 'two that are not recorded fill the queue');
  records[0]?.();
  await new Promise((resolve) => setImmediate(resolve));
  t.deepEqual(started, [first, second, third]);
  const stopped = queue.stop();
  for (const record of records) record();
  await t.notThrowsAsync(stopped);
});

test('who was refused room is looked up again when half of it is free', async (t) => {
  const { queue, running, end, rooms } = rig({ waitingPerEndpointMax: 4, perEndpoint: { start: 1, max: 1 } });
  t.is(queue.offer(many(7)).length, 3, 'four wait; one of them runs once all have come');
  t.is(rooms(), 0);
  while (rooms() === 0) await end('good', ...running.keys());
  t.is(queue.room, 1_000 - 2);
});

test('a stopped queue starts nothing and ends with what is under way', async (t) => {
  const { queue, running, started, end } = rig();
  queue.offer(many(6));
  const stopped = queue.stop();
  await end('good', ...running.keys());
  await stopped;
  queue.offer(many(1, { endpoint: 'b' }));
  t.is(started.length, 4);
});

test('an endpoint that moved waits at its new host: what was taken for the old one is let go', async (t) => {
  const { queue, runningOf, rooms } = rig({ waitingPerEndpointMax: 6 });
  const moved = many(10);
  queue.offer(moved.slice(0, 4));
  queue.offer(moved.slice(4));
  t.is(runningOf('a').length, 4);
  t.is(queue.busy().queues.length, 1);
  queue.forget('a');
  t.is(queue.room, 1_000);
  t.deepEqual([queue.busy().queues.length, rooms()], [0, 1]);
  queue.offer(moved.slice(4).map((one) => ({ ...one, origin: 'https://elsewhere' })));
  t.is(runningOf('a').length, 8, 'four that hang at the old host take no place of the new one');
});

test('what has no endpoint waits by account, world and host', (t) => {
  const { queue, running } = rig();
  const live = { ...tenant, livemode: true };
  const other: Tenant = { accountId: newId('account'), livemode: false };
  for (const owner of [tenant, live, other])
    for (const origin of ['https://a', 'https://b'])
      queue.offer(many(10, { endpoint: DEFAULT_ENDPOINT, origin }).map((one) => ({ ...one, tenant: owner })));
  t.is(running.size, 6 * 4);
});

const neighbour: Tenant = { accountId: newId('account'), livemode: false };
const scattered = (count: number, owner: Tenant) =>
  Array.from({ length: count }, (_, host) => due({ endpoint: DEFAULT_ENDPOINT, origin: `https://${host}`, owner }));

test('an account with very many hosts that hang, in both its worlds, leaves places for the others', async (t) => {
  const { queue, running, end } = rig({ inFlightMax: 10, perAccountMax: 7 });
  const live = { ...tenant, livemode: true };
  queue.offer([...scattered(20, tenant), ...scattered(20, live)]);
  t.is(running.size, 7);
  queue.offer(scattered(20, neighbour));
  t.is(running.size, 10);
  const [theirs] = [...running.keys()].filter((one) => one.tenant === neighbour);
  await end('bad', theirs as DueDelivery);
  t.is([...running.keys()].filter((one) => one.tenant === neighbour).length, 3, 'its next one starts');
  while (running.size > 0) await end('bad', ...running.keys());
  t.is(queue.room, 1_000, 'and everything has had its turn');
});

test('an account waits in so much of the queue and no more: then it is busy, and room is called out when half is free', async (t) => {
  const { queue, running, end, rooms } = rig({ perAccountMax: 1, waitingMax: 10, waitingPerAccountMax: 6 });
  queue.offer(scattered(6, tenant));
  queue.offer(scattered(20, tenant));
  t.deepEqual([running.size, queue.room], [1, 4]);
  t.deepEqual(queue.busy(), { queues: [], accounts: [tenant.accountId] });
  queue.offer(scattered(2, neighbour));
  t.deepEqual([running.size, queue.room], [2, 3]);
  for (const _ of [5, 4]) await end('bad', ...running.keys());
  t.deepEqual([queue.busy().accounts, rooms()], [[], 0]);
  await end('bad', ...running.keys());
  t.is(rooms(), 1);
});
