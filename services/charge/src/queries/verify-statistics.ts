import type { MessageDraft } from '@gx/contracts';
import type { StatisticsProblem, VerifyStatisticsResponse } from '@gx/contracts/charge';
import type { Id } from '@gx/core';
import {
  firstSlice,
  nameOfStart,
  parseStart,
  type Slice,
  type SliceStart,
  sliceAfter,
  within,
} from '../domain/audit-slices.ts';
import { Tally } from '../domain/rollup.ts';
import { type Difference, differences, heldOf } from '../domain/rollup-audit.ts';
import type { RollupAudit, Snapshot } from '../store/rollup-audit.ts';

type Report = MessageDraft<VerifyStatisticsResponse>;
/** `size`: charges of a slice, unless one day has more. */
type Deps = { readonly audit: RollupAudit; readonly size?: number };
/**
 * `from`: `next` of an earlier answer. `oneStretch`: answer after some slices, with `next`, instead of after
 * all of them.
 */
type Wanted = { readonly from?: string; readonly oneStretch?: boolean };

const PROBLEMS_MAX = 100;
/** A few seconds of reading: far from the 300 s for which MongoDB keeps a moment. */
const SLICE = 100_000;
/** An operator wants to hear something now and then, also where accounts are small. */
const STRETCH_SLICES = 100;

/**
 * Recounts every rollup from the charges in slices: some days of one side of a tenant, each as of one moment
 * of its own. What is being counted meanwhile is no problem, and what waits to be counted is told in number
 * (docs/adr/0065). The caller ends it early by aborting `signal`.
 */
export const verifyStatistics =
  ({ audit, size = SLICE }: Deps) =>
  async ({ from, oneStretch }: Wanted, signal: AbortSignal): Promise<Report> => {
    const report: Report = { charges: 0, rollups: 0, waiting: 0, problems: [], problemCount: 0, next: '' };
    let [read, slices] = [0, 0];
    let start = from ? parseStart(from) : await firstOf(audit, undefined);
    while (start !== undefined) {
      if (oneStretch && (read >= size || slices === STRETCH_SLICES)) return { ...report, next: nameOfStart(start) };
      const slice = await audit.slice(start, size);
      const outcome = await audit.snapshot(slice, (snapshot) => recount(slice, snapshot, signal));
      add(report, slice, outcome);
      [read, slices] = [read + outcome.charges, slices + 1];
      start = sliceAfter(slice) ?? (await firstOf(audit, slice.tenant.accountId));
    }
    return report;
  };

async function firstOf(audit: RollupAudit, after: Id<'account'> | undefined): Promise<SliceStart | undefined> {
  const account = await audit.accountAfter(after);
  return account === undefined ? undefined : firstSlice(account);
}

type Outcome = {
  readonly charges: number;
  readonly waiting: number;
  readonly rollups: number;
  readonly found: readonly Difference[];
};

async function recount(slice: Slice, snapshot: Snapshot, signal: AbortSignal): Promise<Outcome> {
  const { rollups, open, marked } = snapshot;
  const [stands, recounted] = [new Tally(), new Tally()];
  for (const addition of [...rollups, ...open]) stands.raise(addition);
  let [charges, waiting] = [0, 0];
  for await (const charge of snapshot.charges) {
    signal.throwIfAborted();
    recounted.add(slice.tenant, heldOf(charge, marked.get(charge._id)));
    charges += 1;
    if (charge.unrolled) waiting += 1;
  }
  const found = differences(within(slice, stands.additions()), within(slice, recounted.additions()));
  return { charges, waiting, rollups: rollups.length, found };
}

/** A charge and a rollup are read for both sides, and told once. */
function add(report: Report, { side }: Slice, { charges, waiting, rollups, found }: Outcome): void {
  if (side === 'created') {
    report.charges += charges;
    report.waiting += waiting;
    report.rollups += rollups;
  }
  report.problemCount += found.length;
  report.problems.push(...found.slice(0, PROBLEMS_MAX - report.problems.length).map(problem));
}

const problem = ({ tenant, cell, sum, stands, recounted }: Difference): StatisticsProblem => ({
  accountId: tenant.accountId,
  livemode: tenant.livemode,
  ...cell,
  sum,
  stands,
  recounted,
});
