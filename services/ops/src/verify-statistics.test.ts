import test from 'ava';
import { statisticsReport } from './verify-statistics.ts';

const problem = {
  accountId: '01939b6e-7f4b-7000-8000-000000000001',
  livemode: true,
  day: '2026-11-21',
  method: 'PIX',
  currency: 'BRL',
  sum: 'gross',
  stands: 5,
  recounted: 0,
};

test('statistics that agree are reported in one line, with what waits to be counted', (t) => {
  const sound = { charges: 1, rollups: 2, waiting: 0, problems: [], problemCount: 0 };
  t.is(statisticsReport(sound), '1 charge and 2 rollups read: every sum agrees.\n');
  t.is(
    statisticsReport({ ...sound, waiting: 3 }),
    '1 charge and 2 rollups read: every sum agrees. 3 charges not counted as they stand yet: run it again.\n',
  );
});

test('each sum that is wrong is a line of a table, and the sum says how many are not in it', (t) => {
  const report = statisticsReport({ charges: 2, rollups: 1, waiting: 1, problems: [problem], problemCount: 40 });
  const [heading = '', first = '', sum] = report.split('\n');
  t.regex(heading, /^ACCOUNT +MODE +DAY +METHOD +CURRENCY +SUM +STANDS AT +CHARGES SAY$/);
  t.regex(first, /^01939b6e-\S+ +live +2026-11-21 +PIX +BRL +gross +5 +0$/);
  t.is(
    sum,
    '2 charges and 1 rollup read: 40 problems, the first 1 above. 1 charge not counted as it stands yet: run it again.',
  );
});
