import type { Row } from '../real-faults/report.ts';
import { INVARIANTS } from './checker/check.ts';
import type { Failure, Tally } from './play/tally.ts';

/** The invariants behind each word of the promise. */
// biome-ignore format: one row per word, read as a table
const WORDS = {
  lost:            ['I3', 'I10', 'I17', 'rest'],
  doubled:         ['I3', 'I4', 'I6'],
  unbalanced:      ['I1', 'I1b', 'I2', 'I7b'],
  'over-refunded': ['I7'],
} as const satisfies Readonly<Record<string, readonly string[]>>;

/** `credited 2 times and returned once` doubles; `neither credited nor held nor returned` loses. */
const isLoss = (fault: string): boolean => /\blost\b|never|published are|missing/.test(fault);

const countOf = (failures: readonly Failure[], word: keyof typeof WORDS): number =>
  failures
    .flatMap(({ violations }) => violations)
    .filter(({ invariant, fault }) => {
      if (!(WORDS[word] as readonly string[]).includes(invariant)) return false;
      if (invariant !== 'I3') return true;
      return (word === 'lost') === isLoss(fault);
    }).length;

export type Part = { readonly name: string; readonly crashes: number; readonly faults: number; readonly tally: Tally };
/** What was run under a name, and how often which promise was broken. */
export type RunOutcome = Readonly<Record<'schedules' | 'crashes' | 'faults' | keyof typeof WORDS | 'other', number>> & {
  readonly name: string;
};

export function outcomeOf({ name, crashes, faults, tally }: Part): RunOutcome {
  const { schedules, failures } = tally;
  const words = Object.fromEntries(
    (Object.keys(WORDS) as (keyof typeof WORDS)[]).map((word) => [word, countOf(failures, word)]),
  ) as Record<keyof typeof WORDS, number>;
  const named = Object.values(words).reduce((sum, count) => sum + count, 0);
  const all = failures.reduce((sum, { violations }) => sum + violations.length, 0);
  return { name, schedules, crashes, faults, ...words, other: Math.max(0, all - named) };
}

/** What a scenario of real processes came to, in the same words. */
export function outcomeOfScenario(row: Row): RunOutcome {
  const { scenario, faults, lost, doubled, unbalanced, overRefunded, problems } = row;
  const named = { lost, doubled, unbalanced, 'over-refunded': overRefunded };
  const other = Math.max(0, problems.length - lost - doubled - unbalanced - overRefunded);
  return { name: `processes: ${scenario}`, schedules: 1, crashes: 0, faults, ...named, other };
}

const COLUMNS = ['schedules', 'crashes', 'faults', ...(Object.keys(WORDS) as (keyof typeof WORDS)[]), 'other'] as const;

/** The one table: what was run, and what came of it. */
export function tableOf(outcomes: readonly RunOutcome[]): string {
  const rows = outcomes.map((outcome) => [outcome.name, ...COLUMNS.map((column) => outcome[column])]);
  const sums = COLUMNS.map((column) => outcomes.reduce((sum, outcome) => sum + outcome[column], 0));
  return aligned([['run', ...COLUMNS], ...rows, ['all', ...sums]]);
}

/** What each invariant looked at, and how often it was broken. */
export function invariantsOf(tallies: readonly Tally[]): string {
  const violations = tallies.flatMap(({ failures }) => failures.flatMap((failure) => failure.violations));
  const rows = INVARIANTS.map(({ id, says, counts }) => {
    const looked = tallies.reduce((sum, tally) => sum + (tally.looked.get(id) ?? 0), 0);
    return [id, says, `${looked} ${counts}`, violations.filter(({ invariant }) => invariant === id).length];
  });
  return aligned([['id', 'invariant', 'looked at', 'broken'], ...rows]);
}

export function aligned(rows: readonly (readonly (string | number)[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => String(row[column]).length)));
  return rows
    .map((row) =>
      row
        .map((cell, column) => {
          const width = widths[column] ?? 0;
          return typeof cell === 'number' ? String(cell).padStart(width) : cell.padEnd(width);
        })
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
