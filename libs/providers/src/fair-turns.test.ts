import test, { type ExecutionContext } from 'ava';
import { fairTurns } from './fair-turns.ts';

const WAIT_MS = 60_000;

/** Calls that end when the test says so, or is over. */
function rig(t: ExecutionContext, atOnce: number) {
  const takeTurn = fairTurns(atOnce);
  const began: string[] = [];
  const running = new Map<string, (() => void)[]>();
  const tick = () => new Promise((resolve) => setImmediate(resolve));
  t.teardown(async () => {
    while ([...running.values()].some((releases) => releases.length > 0)) {
      for (const releases of running.values()) for (const release of releases.splice(0)) release();
      await tick();
    }
  });
  return {
    began,
    runningOf: (merchant: string): number => running.get(merchant)?.length ?? 0,
    call: async (merchant: string, times = 1): Promise<void> => {
      for (let nth = 0; nth < times; nth += 1)
        void Promise.resolve(takeTurn(merchant, WAIT_MS)).then((release) => {
          if (release === undefined) return;
          began.push(merchant);
          running.set(merchant, [...(running.get(merchant) ?? []), release]);
        });
      await tick();
    },
    end: async (merchant: string, times = 1): Promise<void> => {
      for (const release of running.get(merchant)?.splice(0, times) ?? []) release();
      await tick();
    },
  };
}

test('one merchant whose calls never end has half of the places, and whoever comes next begins at once', async (t) => {
  const { call, runningOf } = rig(t, 64);
  await call('floods', 500);
  t.is(runningOf('floods'), 32);
  await call('calm', 10);
  t.is(runningOf('calm'), 10);
});

test('however few have taken all they may, there is a place for one more', async (t) => {
  const { call, runningOf } = rig(t, 64);
  for (const places of [32, 16, 8, 4, 2, 1]) {
    await call(`${places}`, 100);
    t.is(runningOf(`${places}`), places);
  }
  await call('one more', 100);
  t.is(runningOf('one more'), 1);
});

test('merchants who have more to do than there are places for share them evenly', async (t) => {
  const { call, end, runningOf } = rig(t, 60);
  const merchants = ['a', 'b', 'c', 'd'];
  for (const merchant of merchants) await call(merchant, 1_000);
  for (let round = 0; round < 100; round += 1) for (const merchant of merchants) await end(merchant);
  for (const merchant of merchants) t.true(Math.abs(runningOf(merchant) - 12) <= 1, `${runningOf(merchant)}`);
});

test('what waits has its turn merchant by merchant, not call by call', async (t) => {
  const { call, began, end } = rig(t, 4);
  await call('a', 10);
  await call('b', 4);
  await call('c', 4);
  began.length = 0;
  for (let round = 0; round < 6; round += 1) {
    await end('a');
    await end('b');
    await end('c');
  }
  const before = (merchant: string): number =>
    began.slice(0, began.lastIndexOf(merchant)).filter((one) => one === 'a').length;
  t.true(before('b') <= 5 && before('c') <= 5, began.join(' '));
});

test('a call that had no turn in its time is told so, and takes none of those behind it', async (t) => {
  const takeTurn = fairTurns(2);
  const first = await takeTurn('a', 1_000);
  t.is(await takeTurn('a', 20), undefined);
  const next = takeTurn('a', 60_000);
  first?.();
  const release = await next;
  t.is(typeof release, 'function');
  release?.();
  t.is(typeof (await takeTurn('a', 0)), 'function', 'a place that is free is taken without waiting');
});

test('when all is over nobody is remembered: a merchant alone has its half again', async (t) => {
  const { call, end, runningOf } = rig(t, 8);
  for (const merchant of ['a', 'b', 'c', 'd', 'e']) {
    await call(merchant);
    await end(merchant);
  }
  await call('a', 8);
  t.is(runningOf('a'), 4);
});
