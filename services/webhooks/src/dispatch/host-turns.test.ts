import test from 'ava';
import { hostTurns } from './host-turns.ts';

const SECOND_MS = 1_000;

/** Turns at a host whose clock stands until the test lets it pass. */
function rig(perSecond: number, share = 1) {
  let nowMs = 5_000;
  const take = hostTurns({ perSecond, share: () => share, monotonicMs: () => nowMs });
  return {
    take,
    pass: (ms: number) => {
      nowMs += ms;
    },
    now: () => nowMs,
  };
}

test('attempts at one host, however fast: no more than so many in any second, and as many as that', (t) => {
  const { take, pass, now } = rig(100);
  const taken: number[] = [];
  for (let step = 0; step < 10_000; step += 1) {
    if (take('host') === 0) taken.push(now());
    pass(step % 97 === 0 ? 120.5 : 0.3);
  }
  taken.forEach((at, nth) => {
    const within = taken.slice(nth).filter((other) => other < at + SECOND_MS).length;
    t.true(within <= 100, `${within} in a second`);
  });
  const seconds = (now() - 5_000) / SECOND_MS;
  t.true(taken.length > 90 * seconds, `${taken.length} in ${seconds} s`);
});

test('a host that has no turn left says when it has one again, and then it has', (t) => {
  const { take, pass } = rig(2);
  t.is(take('host'), 0);
  pass(400);
  t.is(take('host'), 0);
  const waitMs = take('host');
  t.true(waitMs > 580 && waitMs <= 620, `${waitMs} ms`);
  t.is(take('another host'), 0);
  pass(waitMs);
  t.is(take('host'), 0);
  t.not(take('host'), 0);
});

test('a replica has the share of the turns that it has of the events, and one at least', (t) => {
  const countOf = (share: number): number => {
    const { take } = rig(100, share);
    return Array.from({ length: 200 }, () => take('host')).filter((waitMs) => waitMs === 0).length;
  };
  t.deepEqual([countOf(1), countOf(0.25), countOf(0)], [100, 25, 1]);
});
