import type { VerifyStatisticsResponse } from '@gx/contracts/charge';
import { type UntilOptions, until } from '@gx/testkit';
import { operator } from './operator.ts';
import type { Stack } from './stack.ts';

type Report = Omit<VerifyStatisticsResponse, 'next'>;
/** Counting is a job of every second; each look is a process of its own. */
const QUIET: UntilOptions = { timeoutMs: 60_000, everyMs: 1_000 };

/**
 * What `ops stats verify` finds once every charge is counted, one line each; fails when there was nothing to
 * be recounted.
 */
export async function statisticsProblems(stack: Pick<Stack, 'operators'>): Promise<string[]> {
  const { charges, cells, problems, problemCount } = await until(
    'every charge is counted as it stands',
    async () => {
      const { out, err } = await operator(stack, 'stats', 'verify', '--json');
      if (out === '') throw new Error(err);
      const report = JSON.parse(out) as Report;
      return report.waiting === 0 && report;
    },
    QUIET,
  );
  if (charges === 0 || cells === 0) throw new Error('nothing was counted');
  const lines = problems.map(
    ({ accountId, hour, method, currency, sum, stands, recounted }) =>
      `${accountId} ${hour} ${method} ${currency}: ${sum} stands at ${stands}, its charges say ${recounted}`,
  );
  return problemCount > lines.length ? [...lines, `${problemCount} in all`] : lines;
}
