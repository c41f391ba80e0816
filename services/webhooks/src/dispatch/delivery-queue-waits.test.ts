import { newId, type Tenant } from '@gx/core';
import test from 'ava';
import type { DueDelivery } from '../store/attempts.ts';
import { DeliveryQueue } from './delivery-queue.ts';
import type { AttemptResult } from './make-attempt.ts';
import type { QueueOptions } from './queue-options.ts';

type QueueSpec = {
  readonly endpoint?: string;
  readonly origin?: string;
  readonly owner?: Tenant;
  readonly subject?: string;
  readonly minute?: number;
};
const newTenant = (): Tenant => ({ accountId: newId('account'), livemode: false });
const tenant = newTenant();
const at = (minute: number): Date => new Date(Date.UTC(2026, 10, 22, 12, minute));
const due = ({
  endpoint = 'a',
  origin = 'https://host',
  owner = tenant,
  subject,
  minute = 0,
}: QueueSpec): DueDelivery => {
  const id = newId('delivery');
  const endpointId = endpoint as DueDelivery['endpointId'];
  return { id, tenant: owner, endpointId, origin, subjectId: subject ?? id, traceparent: undefined, dueAt: at(minute) };
};
/** As many of a place, due a minute after each other. */
const many = (count: number, spec: QueueSpec = {}): DueDelivery[] =>
  Array.from({ length: count }, (_, minute) => due({ ...spec, minute }));

/** A queue whose attempts never end. */
const queueOf = (options: Partial<QueueOptions>): DeliveryQueue =>
  new DeliveryQueue({
    inFlightMax: 10,
    perOriginMax: 10,
    perAccountMax: 10,
    waitingPerAccountMax: 100,
    perEndpoint: { start: 4, max: 8 },
    waitingMax: 100,
    waitingPerEndpointMax: 100,
    attemptMsMax: 60_000,
    ordered: true,
    takeTurn: () => 0,
    attempt: () => new Promise(() => undefined),
    onRoom: () => undefined,
    ...options,
  });

/** A host that has so many turns, and no other soon. */
function turns(count: number): Pick<QueueOptions, 'takeTurn'> {
  let left = count;
  return { takeTurn: () => (left-- > 0 ? 0 : 60_000) };
}

const other = { endpoint: 'other', origin: 'https://other', owner: newTenant() };
type Row = readonly [
  rule: string,
  queue: Partial<QueueOptions>,
  underWay: readonly DueDelivery[],
  due: QueueSpec,
  isKept: boolean,
];
const ROWS: readonly Row[] = [
  ['an endpoint with all of its places taken keeps what is due for it', {}, many(4), {}, true],
  ['and nothing of another endpoint', {}, many(4), { endpoint: 'b' }, false],
  ['an endpoint with a free place keeps nothing', {}, many(3), {}, false],
  ['but what has its turn after the same charge', {}, [due({ subject: 'ch' })], { subject: 'ch' }, true],
  ['a host that is full keeps what is due at it', { perOriginMax: 3 }, many(3), { endpoint: 'b' }, true],
  ['and nothing at other hosts', { perOriginMax: 3 }, many(3), other, false],
  ['an account that is full keeps its own', { perAccountMax: 3 }, many(3), { ...other, owner: tenant }, true],
  ['and nothing of others', { perAccountMax: 3 }, many(3), other, false],
  ['a host that has no turn left keeps what is due at it', turns(3), many(4), { endpoint: 'b' }, true],
  ['and nothing at hosts that have one', turns(3), many(4), other, false],
  ['a queue that is full keeps nobody: they wait for us', { inFlightMax: 3 }, many(3), other, false],
  [
    'a place whose attempts outlast every deadline keeps nobody: that is our fault',
    { attemptMsMax: 0 },
    many(4),
    {},
    false,
  ],
];
for (const [rule, options, underWay, spec, isKept] of ROWS) {
  test(rule, (t) => {
    const queue = queueOf(options);
    queue.offer(underWay);
    t.is(queue.isThrottled(due(spec)), isKept);
  });
}

test('a place whose last attempt broke off by our fault keeps nobody, until an attempt has reached its endpoint', async (t) => {
  const ends: ((verdict: AttemptResult) => void)[] = [];
  const queue = queueOf({ attempt: () => new Promise((end) => ends.push(end)) });
  queue.offer(many(20));
  const kept: boolean[] = [];
  for (const verdict of ['fault', 'none', 'fault', 'good'] as const) {
    ends.shift()?.(verdict);
    await new Promise((resolve) => setImmediate(resolve));
    kept.push(queue.isThrottled(due({})));
  }
  t.deepEqual(kept, [false, true, false, true]);
});

test('the oldest that waits for its endpoint, and the oldest that waits for the queue, are two figures', (t) => {
  const queue = queueOf({ inFlightMax: 6 });
  t.deepEqual(queue.oldest(), { due: undefined, throttled: undefined });
  queue.offer(many(6));
  t.deepEqual(queue.oldest(), { due: undefined, throttled: at(4) });
  queue.offer(many(5, other));
  t.deepEqual(queue.oldest(), { due: at(2), throttled: at(4) });
});
