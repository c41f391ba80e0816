import { type Difference, differencesOf, KINDS, type Totals, totalsOf } from './compare-books.ts';
import { differencesOfOrder, orderTotalsOf } from './compare-orders.ts';
import { differencesOfPixOut, pixOutTotalsOf } from './compare-pix-outs.ts';
import { demandAddresses } from './config.ts';
import { gatherBooks, type Profile, type ReconciliationInput } from './gather-books.ts';
import type { Day } from './read-books.ts';
import { EXIT, type ExitCode, OperatorError, type Terminal } from './terminal.ts';
import { textTable } from './text-table.ts';
import { withClient } from './with-client.ts';

type Reconcile = { readonly date: string; readonly profile?: string; readonly json?: true };

/** `ops reconcile`: a bank's books of a day against ours. Changes nothing; exit code 1 when they differ. */
export async function reconcile(
  { date: wantedDate, profile: wanted, json }: Reconcile,
  terminal: Terminal,
): Promise<ExitCode> {
  const { env } = terminal;
  const date = wantedDate === YESTERDAY ? yesterday(new Date()) : wantedDate;
  const day = dayOf(date);
  demandAddresses(['charge', 'refund', 'payout', 'ledger'], env);
  const { profiles } = await withClient({ service: 'charge', env }, ({ client, call }) =>
    client.listBankProfiles(call, {}),
  );
  const chosen = profiles.filter(({ id }) => wanted === undefined || id === wanted);
  if (wanted !== undefined && chosen.length === 0) throw new OperatorError(`There is no bank profile ${wanted}.`);
  const reports: BankReport[] = [];
  for (const profile of chosen) reports.push(reportOf(profile, await gatherBooks(env, profile, profiles, day)));
  terminal.out(
    json ? `${JSON.stringify({ date, banks: reports })}\n` : reports.map((one) => bankText(date, one)).join('\n'),
  );
  if (reports.length === 0 && !json) terminal.out('There is no bank profile.\n');
  return reports.every(({ differences }) => differences.length === 0) ? EXIT.done : EXIT.problems;
}

const DAY_MS = 86_400_000;
const BEHIND_UTC_MS = 3 * 3_600_000;
const YESTERDAY = 'yesterday';
/** The last day that is over where the banks are. */
const yesterday = (now: Date): string =>
  new Date(now.getTime() - BEHIND_UTC_MS - DAY_MS).toISOString().slice(0, 'YYYY-MM-DD'.length);
const DATE = /^\d{4}-\d{2}-\d{2}$/;

/** A day as Brazilian banks count it: three hours behind UTC, all year. */
function dayOf(date: string): Day {
  const fromMs = DATE.test(date) ? Date.parse(`${date}T00:00:00.000-03:00`) : Number.NaN;
  const isDay = !Number.isNaN(fromMs) && new Date(fromMs - BEHIND_UTC_MS).toISOString().startsWith(date);
  if (!isDay) throw new OperatorError(`This is no date: ${date}. It is written YYYY-MM-DD, or ${YESTERDAY}.`);
  return { fromMs, toMs: fromMs + DAY_MS };
}

export type BankReport = {
  readonly profile: string;
  readonly mode: string;
  readonly totals: Totals;
  readonly differences: readonly Difference[];
};

function reportOf({ id, livemode }: Profile, { books, pixOuts, orders, unreadable }: ReconciliationInput): BankReport {
  const hidden = Array.from(
    { length: unreadable },
    (): Difference => ({ kind: 'unreadable_at_bank', endToEndId: '', bank: null, ours: null }),
  );
  return {
    profile: id,
    mode: livemode ? 'live' : 'test',
    totals: { ...totalsOf(books), ...pixOutTotalsOf(pixOuts), ...orderTotalsOf(orders) },
    differences: [
      ...books.flatMap(differencesOf),
      ...pixOuts.flatMap(differencesOfPixOut),
      ...orders.flatMap(differencesOfOrder),
      ...hidden,
    ],
  };
}

const ROWS = {
  received: 'received',
  accepted: 'for merchants',
  credited: 'credited',
  returned: 'given back',
  sent: 'sent',
  sentPosted: 'sent, by the journal',
  orders: 'orders paid',
  ordersReturned: 'orders given back',
} as const;

/** A bank's day as an operator reads it: both sides in counts and centavos, then every difference. */
export function bankText(date: string, { profile, mode, totals, differences }: BankReport): string {
  const cells = (Object.keys(ROWS) as (keyof typeof ROWS)[]).map((name) => {
    const { bank, ours } = totals[name];
    return [
      ROWS[name],
      ...(bank === null ? ['-', '-'] : [`${bank.count}`, `${bank.amount}`]),
      `${ours.count}`,
      `${ours.amount}`,
    ];
  });
  const sums = textTable(['', 'AT BANK', 'CENTAVOS', 'WITH US', 'CENTAVOS'], cells);
  const title = `Bank ${profile} (${mode}), ${date}`;
  if (differences.length === 0) return `${title}\n${sums}\nThe books agree.\n`;
  const rows = differences.map(({ kind, endToEndId, bank, ours }) => [
    endToEndId || '-',
    kind,
    amountText(bank),
    amountText(ours),
    KINDS[kind],
  ]);
  const table = textTable(['ID AT BANK', 'DIFFERENCE', 'AT BANK', 'WITH US', 'MEANS'], rows);
  return `${title}\n${sums}\n\n${table}\n${differences.length} ${differences.length === 1 ? 'difference' : 'differences'}.\n`;
}

const amountText = (amount: number | null): string => (amount === null ? '-' : String(amount));
