import { testHost, until } from '@gx/testkit';
import test from 'ava';
import { type KeyedWorkersOptions, keyedWorkers, oneEach } from '../src/work/keyed-workers.ts';

type Change = Partial<KeyedWorkersOptions> & Pick<KeyedWorkersOptions, 'work'>;

/** Workers of these keys, each of which has work at every poll. */
function workersOf(keys: readonly string[], change: Change) {
  const { life, log, lines, stop } = testHost('workers');
  return { ...keyedWorkers({ life, log, pollMs: 5, due: async () => oneEach(keys), ...change }), lines, stop };
}

/** Work that counts the workers of each key; that of `hangs` goes on until `letGo`. */
function counting(hangs: string) {
  const runs: Record<string, number> = {};
  const { promise, resolve: letGo } = Promise.withResolvers<void>();
  const work = async (key: string): Promise<void> => {
    runs[key] = (runs[key] ?? 0) + 1;
    if (key === hangs) await promise;
  };
  return { runs, work, letGo };
}

test('a key hangs: it keeps its one worker, and the others are polled again meanwhile', async (t) => {
  const { runs, work, letGo } = counting('hung');
  const { run } = workersOf(['hung', 'good', 'other'], { work });
  const running = run();
  await until('the others come again', () => (runs['good'] ?? 0) > 3 && (runs['other'] ?? 0) > 3);
  t.is(runs['hung'], 1);
  letGo();
  await running;
});

test('a trigger without a key while one hangs: the others are polled long before it would be time', async (t) => {
  const { runs, work, letGo } = counting('hung');
  const { run, trigger } = workersOf(['hung', 'good'], { work, pollMs: 3_600_000 });
  const running = run();
  await until('both have run', () => runs['good'] === 1);
  trigger();
  trigger();
  await until('the other comes again', () => runs['good'] === 2);
  letGo();
  await running;
  t.deepEqual(runs, { hung: 1, good: 2 });
});

test('a trigger with a key while others hang: its worker starts at once, without a poll', async (t) => {
  let polls = 0;
  const due = async () => {
    polls += 1;
    return oneEach(['hung']);
  };
  const { runs, work, letGo } = counting('hung');
  const { run, trigger } = workersOf([], { work, due, pollMs: 3_600_000 });
  const running = run();
  await until('the first hangs', () => runs['hung'] === 1);
  trigger('another');
  await until('the other has run', () => runs['another'] === 1);
  t.is(polls, 1);
  letGo();
  await running;
});

test('more is due than a key may have workers: it has that many, and every key has its own', async (t) => {
  const keys = Array.from({ length: 40 }, (_, n) => `key${n}`);
  const busy: string[] = [];
  const { promise, resolve: letGo } = Promise.withResolvers<void>();
  const work = async (key: string): Promise<void> => {
    busy.push(key);
    await promise;
  };
  const due = async () => keys.map((key) => ({ key, count: 1_000 }));
  const { run } = workersOf([], { work, due, perKey: 8 });
  const running = run();
  await until('each is full', () => busy.length >= 8 * keys.length);
  t.deepEqual(
    [...Map.groupBy(busy, (key) => key).values()].map((own) => own.length),
    keys.map(() => 8),
  );
  letGo();
  await running;
});

test('work that fails: the log names its key, the run fails, and the others are done', async (t) => {
  const done: string[] = [];
  const work = async (key: string): Promise<string> => {
    if (key === 'bad') throw new Error('no database');
    done.push(key);
    return key;
  };
  const { run, lines } = workersOf(['bad', 'good'], { work });
  await t.throwsAsync(run(), { message: 'work of bad failed' });
  t.deepEqual(done, ['good']);
  t.true(lines.some((line) => line.includes('"key":"bad"') && line.includes('no database')));
});

test('a worker fails while another hangs: the run ends at once, and the next one starts its key again', async (t) => {
  let fails = true;
  const runs: string[] = [];
  const { promise, resolve: letGo } = Promise.withResolvers<void>();
  const work = async (key: string): Promise<void> => {
    runs.push(key);
    if (key === 'hung') await promise;
    else if (fails) throw new Error('no database');
  };
  const { run } = workersOf(['hung', 'bad'], { work });
  await t.throwsAsync(run(), { message: 'work of bad failed' });
  fails = false;
  const running = run();
  await until('it runs again', () => runs.filter((key) => key === 'bad').length > 1);
  letGo();
  await running;
  t.is(runs.filter((key) => key === 'hung').length, 1);
});

test('a process stops: it waits for its workers and starts none', async (t) => {
  const { runs, work, letGo } = counting('a');
  const { run, stop, trigger } = workersOf(['a'], { work });
  const running = run();
  await until('the first has begun', () => runs['a'] === 1);
  let isStopped = false;
  const stopping = stop().then(() => {
    isStopped = true;
  });
  await new Promise((resolve) => setImmediate(resolve));
  t.false(isStopped);
  trigger('b');
  letGo();
  await Promise.all([running, stopping]);
  t.deepEqual(runs, { a: 1 });
});
