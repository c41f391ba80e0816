import { createLogger } from '@gx/runtime';
import test from 'ava';
import { whenBack } from './when-back.ts';

const log = createLogger({ service: 'test', level: 'error' });

/** A bank, what waits for it of two kinds, and a clock. */
function stage(...counts: readonly number[]) {
  const left = [...counts];
  const calls: (readonly [kind: number, max: number])[] = [];
  let isSilent = false;
  let now = 0;
  const run = whenBack({
    banks: () => [{ id: 'one', provider: { isSilent: () => isSilent } }],
    waiting: counts.map((_, kind) => ({
      askAtOnce: async (_id: string, max: number) => {
        calls.push([kind, max]);
        const count = Math.min(max, left[kind] ?? 0);
        left[kind] = (left[kind] ?? 0) - count;
        return count;
      },
    })),
    log,
    monotonicMs: () => now,
  });
  return {
    calls,
    left,
    run,
    silent: (is: boolean): void => {
      isSilent = is;
    },
    later: (ms: number): void => {
      now += ms;
    },
  };
}

test('nothing is due at a bank that was never silent', async (t) => {
  const { run, calls } = stage(3);
  for (let n = 0; n < 3; n += 1) await run();
  t.deepEqual(calls, []);
});

test('while a bank is silent the oldest piece alone is due, every two seconds', async (t) => {
  const { run, calls, silent, later } = stage(0, 9);
  silent(true);
  await run();
  later(1_999);
  await run();
  t.deepEqual(calls, [
    [0, 1],
    [1, 1],
  ]);
  later(1);
  await run();
  t.deepEqual(calls.slice(2), [
    [0, 1],
    [1, 1],
  ]);
});

test('once it answers all of it is due, a page of each kind in each run, and then it is left alone', async (t) => {
  const { run, calls, left, silent } = stage(450, 3);
  silent(true);
  await run();
  silent(false);
  await run();
  t.deepEqual(left, [249, 0]);
  for (let n = 0; n < 5; n += 1) await run();
  t.deepEqual(left, [0, 0]);
  t.is(calls.filter(([, max]) => max === 200).length, 6);
});

test('a bank that falls silent again is tried again, and what is left waits for its next answer', async (t) => {
  const { run, left, silent, later } = stage(500);
  silent(true);
  await run();
  silent(false);
  await run();
  silent(true);
  later(5_000);
  await run();
  t.deepEqual(left, [298]);
  silent(false);
  await run();
  await run();
  t.deepEqual(left, [0]);
});
