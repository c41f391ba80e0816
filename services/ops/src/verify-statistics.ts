import type { StatisticsProblem, VerifyStatisticsResponse } from '@gx/contracts/charge';
import { EXIT, type ExitCode, type Terminal } from './terminal.ts';
import { textTable } from './text-table.ts';
import { withClient } from './with-client.ts';

/** Reading every charge takes as long as it takes. */
const DEADLINE_MS = 3_600_000;

export type VerifyStatistics = { readonly json?: true };

/** `ops stats verify`: exit code 1 and a table when a rollup is not what its charges say. */
export async function verifyStatistics({ json }: VerifyStatistics, terminal: Terminal): Promise<ExitCode> {
  const report = await withClient(
    { service: 'charge', env: terminal.env, deadlineMs: DEADLINE_MS },
    ({ client, call }) => client.verifyStatistics(call, {}),
  );
  terminal.out(json ? `${JSON.stringify(report)}\n` : statisticsReport(report));
  return report.problemCount === 0 ? EXIT.done : EXIT.problems;
}

/** The report as an operator reads it: each sum that is wrong, what waits, and one line that sums it up. */
export function statisticsReport(report: VerifyStatisticsResponse): string {
  const { charges, rollups, waiting, problems, problemCount } = report;
  const read = `${count(charges, 'charge')} and ${count(rollups, 'rollup')} read`;
  const still =
    waiting === 0
      ? ''
      : ` ${count(waiting, 'charge')} not counted as ${waiting === 1 ? 'it stands' : 'they stand'} yet: run it again.`;
  if (problemCount === 0) return `${read}: every sum agrees.${still}\n`;
  const rest = problemCount > problems.length ? `, the first ${problems.length} above` : '';
  return `${textTable(HEADINGS, problems.map(row))}\n${read}: ${count(problemCount, 'problem')}${rest}.${still}\n`;
}

const HEADINGS = ['ACCOUNT', 'MODE', 'DAY', 'METHOD', 'CURRENCY', 'SUM', 'STANDS AT', 'CHARGES SAY'];

const row = ({ accountId, livemode, day, method, currency, sum, stands, recounted }: StatisticsProblem): string[] => [
  accountId,
  livemode ? 'live' : 'test',
  day,
  method,
  currency,
  sum,
  String(stands),
  String(recounted),
];

const count = (number: number, one: string): string => `${number} ${one}${number === 1 ? '' : 's'}`;
