/** What one scenario came to. Times are milliseconds; `problems` is empty, or the run has failed. */
export type Row = {
  readonly scenario: string;
  /** Requests and chains of work that succeeded, and attempts that came to nothing and were made again. */
  readonly operations: number;
  readonly triedAgain: number;
  readonly faults: number;
  /**
   * The slowest of all faults: from the fault to the first success, begun after it, of each kind that it
   * concerns.
   */
  readonly firstSuccessMs: number;
  /** From the last fault until nothing was on its way any more, the end of the load included. */
  readonly drainedMs: number;
  readonly objects: Objects;
  readonly lost: number;
  readonly doubled: number;
  readonly unbalanced: number;
  readonly overRefunded: number;
  readonly problems: readonly string[];
};
/** What there was to be lost or doubled. */
export type Objects = Readonly<
  Record<'paid' | 'expired' | 'cancelled' | 'refunded' | 'returned' | 'paidOut' | 'delivered', number>
>;

/** The heads of a table and the cells of a row, in the same order. */
// biome-ignore format: one row per column, read as a table
const COLUMNS: readonly (readonly [head: string, cell: (row: Row) => string | number])[] = [
  ['scenario',      ({ scenario }) => scenario],
  ['operations',    ({ operations }) => operations],
  ['tried again',   ({ triedAgain }) => triedAgain],
  ['faults',        ({ faults }) => faults],
  ['first ok (ms)', ({ firstSuccessMs }) => Math.round(firstSuccessMs)],
  ['drained (ms)',  ({ drainedMs }) => Math.round(drainedMs)],
  ['paid',          ({ objects }) => objects.paid],
  ['expired',       ({ objects }) => objects.expired],
  ['cancelled',     ({ objects }) => objects.cancelled],
  ['refunded',      ({ objects }) => objects.refunded],
  ['returned',      ({ objects }) => objects.returned],
  ['paid out',      ({ objects }) => objects.paidOut],
  ['delivered',     ({ objects }) => objects.delivered],
  ['lost',          ({ lost }) => lost],
  ['doubled',       ({ doubled }) => doubled],
  ['unbalanced',    ({ unbalanced }) => unbalanced],
  ['over-refunded', ({ overRefunded }) => overRefunded],
  ['problems',      ({ problems }) => problems.length],
];

/** The rows as a table of text, one line each after the heads. */
export function tableOf(rows: readonly Row[]): string {
  const cells = [COLUMNS.map(([head]) => head), ...rows.map((row) => COLUMNS.map(([, cell]) => String(cell(row))))];
  const widths = COLUMNS.map((_, column) => Math.max(...cells.map((line) => line[column]?.length ?? 0)));
  const padded = (line: readonly string[]): string =>
    line
      .map((cell, column) => (column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0)))
      .join('  ');
  return cells.map(padded).join('\n');
}

const KINDS = ['paid', 'expired', 'cancelled', 'refunded', 'returned', 'paidOut', 'delivered'] as const;
/** A run with fewer of a kind has shown nothing about it. */
export const ENOUGH = 50;

/** Kinds of which all rows together had too few. */
export const tooFew = (rows: readonly Row[], least = ENOUGH): string[] =>
  KINDS.map((kind) => ({ kind, count: rows.reduce((sum, { objects }) => sum + objects[kind], 0) }))
    .filter(({ count }) => count < least)
    .map(({ kind, count }) => `${count} ${kind}, at least ${least} were wanted`);
