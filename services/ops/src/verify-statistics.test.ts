import test from 'ava';
import { inStretches, statisticsReport } from './verify-statistics.ts';

const problem = {
  accountId: '01939b6e-7f4b-7000-8000-000000000001',
  livemode: true,
  hour: '2026-11-21T10',
  method: 'PIX',
  currency: 'BRL',
  sum: 'gross',
  stands: 5,
  recounted: 0,
};

test('statistics that agree are reported in one line, with what waits to be counted', (t) => {
  const sound = { charges: 1, cells: 2, waiting: 0, problems: [], problemCount: 0 };
  t.is(statisticsReport(sound), '1 charge and 2 statistics cells read: every sum agrees.\n');
  t.is(
    statisticsReport({ ...sound, waiting: 3 }),
    '1 charge and 2 statistics cells read: every sum agrees. 3 hours not recomputed yet: run it again.\n',
  );
});

test('each sum that is wrong is a line of a table, and the sum says how many are not in it', (t) => {
  const report = statisticsReport({ charges: 2, cells: 1, waiting: 1, problems: [problem], problemCount: 40 });
  const [heading = '', first = '', sum] = report.split('\n');
  t.regex(heading, /^ACCOUNT +MODE +HOUR +METHOD +CURRENCY +SUM +STANDS AT +CHARGES SAY$/);
  t.regex(first, /^01939b6e-\S+ +live +2026-11-21T10 +PIX +BRL +gross +5 +0$/);
  t.is(
    sum,
    '2 charges and 1 statistics cell read: 40 problems, the first 1 above. 1 hour not recomputed yet: run it again.',
  );
});

/** A service that answers from each slice as it is told, and what was said to the operator. */
function verifyWith(answers: Readonly<Record<string, Partial<typeof EMPTY> | Error>>) {
  const printed = { out: '', err: '' };
  const starts: string[] = [];
  const run = (from: string) =>
    inStretches(
      async (start) => {
        starts.push(start);
        const answer = answers[start];
        if (answer instanceof Error) throw answer;
        return { ...EMPTY, ...answer };
      },
      from,
      {
        out: (text) => {
          printed.out += text;
        },
        err: (text) => {
          printed.err += text;
        },
      },
    );
  return { run, printed, starts };
}
const EMPTY = { charges: 0, cells: 0, waiting: 0, problems: [] as (typeof problem)[], problemCount: 0, next: '' };

test('it asks for slices until none is left, adds up what they say, and says how far it has come', async (t) => {
  const many = Array.from({ length: 70 }, (_, nth) => ({ ...problem, stands: nth }));
  const { run, printed, starts } = verifyWith({
    '': { charges: 5, cells: 2, next: 'a:test:paid' },
    'a:test:paid': {
      charges: 1,
      cells: 1,
      waiting: 1,
      problems: many,
      problemCount: 70,
      next: 'b:live:created:2026-11-20',
    },
    'b:live:created:2026-11-20': { charges: 2, waiting: 2, problems: many, problemCount: 200 },
  });
  const report = await run('');
  t.like(report, { charges: 8, cells: 3, waiting: 3, problemCount: 270 });
  t.deepEqual(report.problems, [...many, ...many.slice(0, 30)]);
  t.deepEqual(starts, ['', 'a:test:paid', 'b:live:created:2026-11-20']);
  t.deepEqual(printed, {
    out: '',
    err: 'Up to a:test:paid: 5 charges, 0 problems\nUp to b:live:created:2026-11-20: 6 charges, 70 problems\n',
  });
});

test('a run that ends early says what it found and where to go on; one that got nowhere says nothing of that', async (t) => {
  const answers = {
    'a:test:paid': { problems: [problem], problemCount: 1, next: 'a:live:paid' },
    'a:live:paid': new Error('gone'),
  };
  const { run, printed } = verifyWith(answers);
  await t.throwsAsync(run('a:test:paid'), { message: 'gone' });
  t.regex(printed.out, /gross +5 +0\n0 charges and 0 statistics cells read: 1 problem\.\n$/);
  t.regex(printed.err, /\nNot finished: go on with --from a:live:paid\n$/);
  const lost = verifyWith({ '': new Error('gone') });
  await t.throwsAsync(lost.run(''), { message: 'gone' });
  t.deepEqual(lost.printed, { out: '', err: '' });
});
