import type { StatisticsProblem, VerifyStatisticsResponse } from '@gx/contracts/charge';
import { Tally } from '../domain/rollup.ts';
import { type Difference, differences, heldOf } from '../domain/rollup-audit.ts';
import type { RollupAudit, Snapshot } from '../store/rollup-audit.ts';

type Report = VerifyStatisticsResponse;

const PROBLEMS_MAX = 100;

/**
 * Recounts every rollup from the charges, account by account, each as of one moment: what is being counted meanwhile is no problem, and what waits to be
 * counted is told in number. The caller ends it early by aborting `signal`.
 */
export const verifyStatistics =
  ({ audit }: { readonly audit: RollupAudit }) =>
  async (signal: AbortSignal): Promise<Report> => {
    const report: Report = { charges: 0, rollups: 0, waiting: 0, problems: [], problemCount: 0 };
    let account = await audit.accountAfter(undefined);
    while (account !== undefined) {
      const found = await audit.snapshot(account, (snapshot) => recount(snapshot, report, signal));
      report.problemCount += found.length;
      report.problems.push(...found.slice(0, PROBLEMS_MAX - report.problems.length).map(problem));
      account = await audit.accountAfter(account);
    }
    return report;
  };

async function recount({ rollups, open, marked, charges }: Snapshot, report: Report, signal: AbortSignal) {
  const [stands, recounted] = [new Tally(), new Tally()];
  for (const addition of [...rollups, ...open]) stands.raise(addition);
  for await (const charge of charges) {
    signal.throwIfAborted();
    const { accountId, livemode, unrolled, _id } = charge;
    recounted.add({ accountId, livemode }, heldOf(charge, marked.get(_id)));
    report.charges += 1;
    if (unrolled) report.waiting += 1;
  }
  report.rollups += rollups.length;
  return differences(stands.additions(), recounted.additions());
}

const problem = ({ tenant, cell, sum, stands, recounted }: Difference): StatisticsProblem => ({
  accountId: tenant.accountId,
  livemode: tenant.livemode,
  ...cell,
  sum,
  stands,
  recounted,
});
