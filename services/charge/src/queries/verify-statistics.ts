import type { MessageDraft } from '@gx/contracts';
import type { VerifyStatisticsResponse } from '@gx/contracts/charge';
import { parseId, Refusal, type Tenant } from '@gx/core';
import { endOf, hourOf, startOf } from '../domain/days.ts';
import { type CellKey, cellName, type Difference, differences } from '../domain/statistics-cell.ts';
import type { CountedCharges } from '../store/counted-charges.ts';
import type { StatisticsCells } from '../store/statistics-cells.ts';

type Report = MessageDraft<VerifyStatisticsResponse>;
export type VerifyStatisticsDeps = {
  readonly cells: Pick<StatisticsCells, 'byKey' | 'hourFrom' | 'accountAfter'>;
  readonly counted: CountedCharges;
};
/** `from`: `next` of an earlier answer. `oneStretch`: answer after some hours, with `next`. */
type VerifyOptions = { readonly from?: string; readonly oneStretch?: boolean };

const PROBLEMS_MAX = 100;
/** An operator wants to hear something now and then. */
const STRETCH = { charges: 100_000, hours: 500 } as const;
const NAME = /^([^:]+):(test|live):(\d{4}-\d{2}-\d{2}T\d{2})$/;
const FIRST_HOUR = '0000-01-01T00';

/**
 * Counts every hour anew and compares its statistics cell. What changes meanwhile is no problem: an hour that
 * is dirty, or about to be, is told in number. The caller ends it early by aborting `signal`.
 */
export async function verifyStatistics(
  deps: VerifyStatisticsDeps,
  { from, oneStretch }: VerifyOptions,
  signal: AbortSignal,
): Promise<Report> {
  const report: Report = { charges: 0, cells: 0, waiting: 0, problems: [], problemCount: 0, next: '' };
  let key = from ? await firstFrom(deps, parseName(from)) : await ofAccountAfter(deps, '');
  for (let hours = 0; key !== undefined; hours += 1) {
    signal.throwIfAborted();
    if (oneStretch && (report.charges >= STRETCH.charges || hours === STRETCH.hours))
      return { ...report, next: cellName(key) };
    await verifyCell(deps, key, report);
    key = await firstFrom(deps, { ...key, hour: hourOf(endOf(key.hour)) });
  }
  return report;
}

/**
 * The cell is read before its charges and after them: was it clean both times and never marked in between,
 * and does none of the charges still hold an event that will mark it, then it has to say what they say.
 */
async function verifyCell({ cells, counted }: VerifyStatisticsDeps, key: CellKey, report: Report): Promise<void> {
  const before = await cells.byKey(key);
  const { rows, charges, isSettled } = await counted.count(key);
  const after = await cells.byKey(key);
  report.charges += charges;
  if (after !== null) report.cells += 1;
  const isClean = before?.dirty !== true && after?.dirty !== true && before?.marks === after?.marks;
  if (!isClean || !isSettled) report.waiting += 1;
  else add(report, key, differences(after?.rows ?? [], rows));
}

function add(report: Report, { tenant, hour }: CellKey, found: readonly Difference[]): void {
  report.problemCount += found.length;
  const listed = found.slice(0, PROBLEMS_MAX - report.problems.length);
  report.problems.push(...listed.map((one) => ({ ...tenant, hour, ...one })));
}

/** The first hour from here on with a cell or a charge: of this tenant, its live mode, or another account. */
async function firstFrom(deps: VerifyStatisticsDeps, { tenant, hour }: CellKey): Promise<CellKey | undefined> {
  const found = await Promise.all([deps.cells.hourFrom(tenant, hour), deps.counted.hourFrom(tenant, hour)]);
  const [first] = found.filter((one) => one !== undefined).toSorted();
  if (first !== undefined) return { tenant, hour: first };
  if (!tenant.livemode) return firstFrom(deps, { tenant: { ...tenant, livemode: true }, hour: FIRST_HOUR });
  return ofAccountAfter(deps, tenant.accountId);
}

async function ofAccountAfter(deps: VerifyStatisticsDeps, account: string): Promise<CellKey | undefined> {
  const found = await Promise.all([deps.cells.accountAfter(account), deps.counted.accountAfter(account)]);
  const [accountId] = found.filter((one) => one !== undefined).toSorted();
  if (accountId === undefined) return undefined;
  const tenant: Tenant = { accountId, livemode: false };
  return firstFrom(deps, { tenant, hour: FIRST_HOUR });
}

/** Reads what `cellName` writes. */
function parseName(name: string): CellKey {
  const [, account = '', mode, hour = ''] = NAME.exec(name) ?? [];
  const accountId = parseId('account', account);
  if (accountId === undefined || Number.isNaN(startOf(hour).getTime()))
    throw new Refusal('invalid_request', 'No such hour.', { param: 'from' });
  return { tenant: { accountId, livemode: mode === 'live' }, hour };
}
