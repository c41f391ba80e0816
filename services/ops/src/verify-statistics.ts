import type { StatisticsProblem, VerifyStatisticsResponse } from '@gx/contracts/charge';
import { EXIT, type ExitCode, type Terminal } from './terminal.ts';
import { counted, textTable } from './text-table.ts';
import { withClient } from './with-client.ts';

/** For one answer: a few seconds of reading, unless one hour of one account has very many charges. */
const DEADLINE_MS = 3_600_000;
const PROBLEMS_MAX = 100;

type VerifyStatistics = { readonly json?: true; readonly from?: string };
export type StatisticsReport = Omit<VerifyStatisticsResponse, 'next'>;
/** Recounts from an hour on; some hours at a time. */
export type VerifyFrom = (from: string) => Promise<VerifyStatisticsResponse>;

/** `ops stats verify`: exit code 1 and a table when a statistics cell is not what its charges say. */
export async function verifyStatistics({ json, from = '' }: VerifyStatistics, terminal: Terminal): Promise<ExitCode> {
  const report = await withClient(
    { service: 'charge', env: terminal.env, deadlineMs: DEADLINE_MS },
    ({ client, call }) =>
      inStretches((start) => client.verifyStatistics(call, { from: start, oneStretch: true }), from, terminal),
  );
  terminal.out(json ? `${JSON.stringify(report)}\n` : statisticsReport(report));
  return report.problemCount === 0 ? EXIT.done : EXIT.problems;
}

/**
 * Asks until there is nothing left, and says on standard error how far it has come. Whatever ends it early,
 * what was found until then is said, and from where to go on.
 */
export async function inStretches(
  ask: VerifyFrom,
  from: string,
  { out, err }: Pick<Terminal, 'out' | 'err'>,
): Promise<StatisticsReport> {
  const all = { charges: 0, cells: 0, waiting: 0, problems: [] as StatisticsProblem[], problemCount: 0 };
  for (let start = from; ; ) {
    const report = await ask(start).catch((error: unknown) => {
      if (all.problemCount > 0) out(statisticsReport(all));
      if (start !== from) err(`Not finished: go on with --from ${start}\n`);
      throw error;
    });
    all.charges += report.charges;
    all.cells += report.cells;
    all.waiting += report.waiting;
    all.problemCount += report.problemCount;
    all.problems.push(...report.problems.slice(0, PROBLEMS_MAX - all.problems.length));
    if (report.next === '') return all;
    start = report.next;
    err(`Up to ${start}: ${counted(all.charges, 'charge')}, ${counted(all.problemCount, 'problem')}\n`);
  }
}

/** The report as an operator reads it: each sum that is wrong, what waits, and one line that sums it up. */
export function statisticsReport(report: StatisticsReport): string {
  const { charges, cells, waiting, problems, problemCount } = report;
  const read = `${counted(charges, 'charge')} and ${counted(cells, 'statistics cell')} read`;
  const still = waiting === 0 ? '' : ` ${counted(waiting, 'hour')} not recomputed yet: run it again.`;
  if (problemCount === 0) return `${read}: every sum agrees.${still}\n`;
  const rest = problemCount > problems.length ? `, the first ${problems.length} above` : '';
  return `${textTable(HEADINGS, problems.map(row))}\n${read}: ${counted(problemCount, 'problem')}${rest}.${still}\n`;
}

const HEADINGS = ['ACCOUNT', 'MODE', 'HOUR', 'METHOD', 'CURRENCY', 'SUM', 'STANDS AT', 'CHARGES SAY'];

const row = ({ accountId, livemode, hour, method, currency, sum, stands, recounted }: StatisticsProblem): string[] => [
  accountId,
  livemode ? 'live' : 'test',
  hour,
  method,
  currency,
  sum,
  String(stands),
  String(recounted),
];
