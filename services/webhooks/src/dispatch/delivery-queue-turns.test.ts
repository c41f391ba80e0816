import { newId } from '@gx/core';
import { until } from '@gx/testkit';
import test from 'ava';
import type { DueDelivery } from '../store/attempts.ts';
import { DeliveryQueue } from './delivery-queue.ts';
import type { AttemptResult } from './make-attempt.ts';

const tenant = { accountId: newId('account'), livemode: false };
const REST_MS = 30;
type Place = { readonly endpoint: string; readonly origin?: string };
const many = (count: number, { endpoint, origin = 'https://host' }: Place): DueDelivery[] =>
  Array.from({ length: count }, () => {
    const id = newId('delivery');
    const endpointId = endpoint as DueDelivery['endpointId'];
    return { id, tenant, endpointId, origin, subjectId: id, traceparent: undefined, dueAt: new Date() };
  });

/** A queue whose host has so many turns, and more when the test gives them; attempts end when it says so. */
function rig(turns: number) {
  let left = turns;
  let looks = 0;
  const running = new Map<string, (verdict: AttemptResult) => void>();
  const began: string[] = [];
  const queue = new DeliveryQueue({
    inFlightMax: 100,
    perOriginMax: 50,
    perAccountMax: 100,
    waitingPerAccountMax: 1_000,
    perEndpoint: { start: 8, max: 8 },
    waitingMax: 1_000,
    waitingPerEndpointMax: 100,
    attemptMsMax: 60_000,
    ordered: true,
    turns: {
      take: (hostname) => {
        if (hostname !== 'host') return 0;
        if (left > 0) {
          left -= 1;
          return 0;
        }
        looks += 1;
        return REST_MS;
      },
      restore: () => {
        left += 1;
      },
    },
    attempt: (delivery) =>
      new Promise((resolve) => {
        began.push(delivery.endpointId);
        running.set(delivery.id, resolve);
      }),
    onRoom: () => undefined,
  });
  return {
    queue,
    beganOf: (endpoint: string): number => began.filter((one) => one === endpoint).length,
    /** How often the host had no turn. */
    looks: () => looks,
    give: (more: number) => {
      left += more;
    },
    endOne: (verdict: AttemptResult) => {
      const [[id, end] = []] = [...running];
      running.delete(id ?? '');
      end?.(verdict);
    },
  };
}

test('a host without a turn is waited for by all of its endpoints and by nobody else, until it has one again', async (t) => {
  const { queue, beganOf, give } = rig(3);
  queue.offer([...many(2, { endpoint: 'a' }), ...many(4, { endpoint: 'b' })]);
  queue.offer(many(2, { endpoint: 'c', origin: 'https://other' }));
  t.deepEqual([beganOf('a') + beganOf('b'), beganOf('c')], [3, 2]);
  give(2);
  await until('two more began', () => beganOf('a') + beganOf('b') === 5);
  give(1);
  await until('and the last', () => beganOf('a') + beganOf('b') === 6);
});

for (const verdict of ['none', 'fault'] as const)
  test(`an attempt that sent nothing (${verdict}) restores its turn, and the next one has it`, async (t) => {
    const { queue, beganOf, endOne } = rig(1);
    queue.offer(many(2, { endpoint: 'a' }));
    t.is(beganOf('a'), 1);
    endOne(verdict);
    await until('the next began', () => beganOf('a') === 2);
  });

test('a loop that is late while work comes and goes: the host is looked at once for each rest', async (t) => {
  const { queue, looks, endOne } = rig(8);
  queue.offer(many(50, { endpoint: 'a' }));
  const before = looks();
  for (let nth = 0; nth < 6; nth += 1) {
    // So busy that the rest is over by the clock before its timer runs.
    const lateUntil = performance.now() + REST_MS + 5;
    while (performance.now() < lateUntil);
    queue.offer(many(3, { endpoint: `more ${nth}` }));
    endOne('good');
    await new Promise((resolve) => setImmediate(resolve));
  }
  t.true(looks() - before <= 7, `${looks() - before} looks in 6 rests`);
});
