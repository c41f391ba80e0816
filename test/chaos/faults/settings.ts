import { randomBytes } from 'node:crypto';

/** What a long run consists of. */
export const PARTS = ['sweep', 'races', 'random', 'defects', 'processes'] as const;
export type PartName = (typeof PARTS)[number];

export type Settings = {
  readonly schedules: number;
  /** When no further schedule is begun. */
  readonly budgetMs: number;
  /** All seeds of the run derive from it; printed, so that a run can be had again. */
  readonly seed: string;
  /** One seed that failed, to be played alone. */
  readonly replay: string | undefined;
  /** Planted defects that are played alone: these, or all of them. */
  readonly defects: readonly string[] | 'all' | undefined;
  /** The parts of a long run that are played. */
  readonly parts: readonly PartName[];
};

type Environment = Readonly<Record<string, string | undefined>>;

function partsOf(text: string | undefined): readonly PartName[] {
  if (text === undefined) return PARTS;
  const names = text.split(',');
  const unknown = names.filter((name) => !PARTS.some((part) => part === name));
  if (unknown.length > 0) throw new Error(`FAULTS_PARTS: no part ${unknown.join(', ')}; there are ${PARTS.join(', ')}`);
  return PARTS.filter((part) => names.includes(part));
}

/** What a run is told by its environment; everything has a default. */
export const settings = (env: Environment = process.env, usual = { schedules: 2_000, budgetMs: 60_000 }): Settings => ({
  schedules: Number(env['FAULTS_SCHEDULES'] ?? usual.schedules),
  budgetMs: Number(env['FAULTS_BUDGET_MS'] ?? usual.budgetMs),
  seed: env['FAULTS_BASE'] ?? randomBytes(4).toString('hex'),
  replay: env['FAULTS_SEED'],
  defects: env['FAULTS_DEFECTS'] === 'all' ? 'all' : env['FAULTS_DEFECTS']?.split(','),
  parts: partsOf(env['FAULTS_PARTS']),
});
