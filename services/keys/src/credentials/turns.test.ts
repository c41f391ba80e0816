import { Refusal } from '@gx/core';
import test from 'ava';
import { turns } from './turns.ts';

/** An act that ends when it is told to. */
function act() {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  let begun = false;
  const run = (): Promise<string> => {
    begun = true;
    return promise;
  };
  return { run, hasBegun: () => begun, end: resolve, fail: reject };
}

test('so many run at once, the others begin in the order in which they came', async (t) => {
  const turn = turns({ atOnce: 1, waiting: 2 });
  const [one, two, three] = [act(), act(), act()];
  const ends = [turn(one.run), turn(two.run), turn(three.run)];
  t.deepEqual([one.hasBegun(), two.hasBegun(), three.hasBegun()], [true, false, false]);
  one.end('one');
  t.is(await ends[0], 'one');
  t.deepEqual([two.hasBegun(), three.hasBegun()], [true, false]);
  two.end('two');
  three.end('three');
  t.deepEqual(await Promise.all(ends), ['one', 'two', 'three']);
});

test('beyond those who may wait nobody does: 429, and the place is there again afterwards', async (t) => {
  const turn = turns({ atOnce: 1, waiting: 1 });
  const [first, second] = [act(), act()];
  const ends = [turn(first.run), turn(second.run)];
  const refused = await t.throwsAsync(turn(act().run), { instanceOf: Refusal });
  t.deepEqual([refused?.code as string, refused?.more.retryAfterSeconds], ['rate_limited', 1]);
  first.end('first');
  second.end('second');
  await Promise.all(ends);
  t.is(await turn(async () => 'again'), 'again');
});

test('an act that fails gives its turn on', async (t) => {
  const turn = turns({ atOnce: 1, waiting: 1 });
  const [first, second] = [act(), act()];
  const [failing, waiting] = [turn(first.run), turn(second.run)];
  first.fail(new Error('no'));
  await t.throwsAsync(failing, { message: 'no' });
  second.end('second');
  t.is(await waiting, 'second');
});

test('an act that ends before its turn is over leaves the rest of it to nobody who waits', async (t) => {
  const turn = turns({ atOnce: 1, waiting: 2, turnMs: 40 });
  const beganAt = performance.now();
  const begins = await Promise.all([1, 2, 3].map(() => turn(async () => performance.now() - beganAt)));
  for (const [nth, at] of begins.entries()) t.true(at >= nth * 40 - 2, `turn ${nth} began after ${at} ms`);
});
