import { testHost, until } from '@gx/testkit';
import test from 'ava';
import { type BankLinesOptions, bankLines } from './bank-lines.ts';

type Change = Partial<BankLinesOptions> & Pick<BankLinesOptions, 'work'>;

/** Lines of these banks, each of which has work whenever somebody looks. */
function linesOf(banks: readonly string[], change: Change) {
  const { life, log, lines: told, stop } = testHost('lines');
  return { ...bankLines({ life, log, pollMs: 5, due: async () => banks, ...change }), told, stop };
}

/** Work that counts how often each bank was worked for; what `hangs` goes on until it is let go. */
function counting(hangs: string) {
  const runs: Record<string, number> = {};
  const { promise, resolve: letGo } = Promise.withResolvers<void>();
  const work = async (id: string): Promise<void> => {
    runs[id] = (runs[id] ?? 0) + 1;
    if (id === hangs) await promise;
  };
  return { runs, work, letGo };
}

test('a bank that hangs has one line, and the others are looked at again meanwhile', async (t) => {
  const { runs, work, letGo } = counting('hung');
  const { run } = linesOf(['hung', 'good', 'other'], { work });
  const running = run();
  await until('the others come again', () => (runs['good'] ?? 0) > 3 && (runs['other'] ?? 0) > 3);
  t.is(runs['hung'], 1);
  letGo();
  await running;
});

test('a trigger brings a look at the others while one hangs, long before it would be time', async (t) => {
  const { runs, work, letGo } = counting('hung');
  const { run, trigger } = linesOf(['hung', 'good'], { work, pollMs: 3_600_000 });
  const running = run();
  await until('both were worked for', () => runs['good'] === 1);
  trigger();
  trigger();
  await until('the other comes again', () => runs['good'] === 2);
  letGo();
  await running;
  t.deepEqual(runs, { hung: 1, good: 2 });
});

test('no more banks are worked for at once than there are lines, and who waits has the next one that is given up', async (t) => {
  let atOnce = 0;
  let most = 0;
  const turns: string[] = [];
  const work = async (id: string, goesOn: () => boolean): Promise<void> => {
    turns.push(id);
    atOnce += 1;
    most = Math.max(most, atOnce);
    // Each has more to do than a turn is long, and goes on while nobody waits.
    while (goesOn() && turns.length < 12) await new Promise((resolve) => setImmediate(resolve));
    atOnce -= 1;
  };
  const { run } = linesOf(['a', 'b', 'c'], { work, linesMax: 2, turnMs: 10 });
  while (turns.length < 12) await run();
  t.is(most, 2);
  // Of the two that are worked for, which one gives its line up to the third is not for us to say.
  t.deepEqual(turns.slice(0, 3), ['a', 'b', 'c']);
  for (const [nth, id] of turns.slice(1).entries()) t.not(id, turns[nth], `${turns}`);
});

test('a line that fails says whose it was, fails the run and keeps nobody from theirs', async (t) => {
  const done: string[] = [];
  const work = async (id: string): Promise<string> => {
    if (id === 'bad') throw new Error('no database');
    done.push(id);
    return id;
  };
  const { run, told } = linesOf(['bad', 'good'], { work });
  await t.throwsAsync(run(), { message: 'what is due of bad could not be done' });
  t.deepEqual(done, ['good']);
  t.true(told.some((line) => line.includes('"bank_profile":"bad"') && line.includes('no database')));
});

test('a process that stops waits for what is under way and begins nothing', async (t) => {
  const { runs, work, letGo } = counting('a');
  const { run, stop } = linesOf(['a', 'b'], { work, linesMax: 1 });
  const running = run();
  await until('the first has begun', () => runs['a'] === 1);
  let isStopped = false;
  const stopping = stop().then(() => {
    isStopped = true;
  });
  await new Promise((resolve) => setImmediate(resolve));
  t.false(isStopped);
  letGo();
  await Promise.all([running, stopping]);
  t.deepEqual(runs, { a: 1 });
});
