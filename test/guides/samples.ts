import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { guideText, stepsOfGuide } from './guide.ts';

const run = promisify(execFile);
const DRIVERS = join(import.meta.dirname, 'drivers');
const RUN_WITHIN_MS = 120_000;

/** One request as a sample is asked about it. */
export type VerificationCase = {
  readonly kind: 'own' | 'standard';
  readonly id: string;
  readonly timestamp: string;
  readonly signature: string;
  readonly body: Buffer;
  readonly secrets: readonly string[];
  /** Unix seconds. */
  readonly now: number;
};

/** The file of the guide, where its driver looks for it, and what runs the driver. */
type Sample = {
  readonly file: string;
  readonly at: string;
  readonly commands: readonly (readonly [string, ...string[]])[];
};
export type Language = 'Node.js' | 'Python' | 'PHP' | 'Go' | 'Java';

const hasProgram = (name: string): boolean =>
  (process.env['PATH'] ?? '').split(delimiter).some((folder) => existsSync(join(folder, name)));
/** PHP of the machine, else the one that the workspace installs. */
const PHP = hasProgram('php')
  ? (['php', 'driver.php'] as const)
  : ([process.execPath, join(DRIVERS, 'run-php.mjs'), 'driver.php'] as const);

// biome-ignore format: one row per language, read as a table
const SAMPLES: Readonly<Record<Language, Sample>> = {
  'Node.js': { file: 'verify.mjs',  at: 'verify.mjs',        commands: [[process.execPath, 'driver.mjs']] },
  Python:    { file: 'verify.py',   at: 'verify.py',         commands: [['python3', 'driver.py']] },
  PHP:       { file: 'verify.php',  at: 'verify.php',        commands: [PHP] },
  Go:        { file: 'verify.go',   at: 'webhook/verify.go', commands: [['go', 'run', '.']] },
  Java:      { file: 'Verify.java', at: 'Verify.java',       commands: [['javac', 'Driver.java'], ['java', 'Driver']] },
};
export const LANGUAGES = Object.keys(SAMPLES) as readonly Language[];

/** The program that this machine lacks for the sample of a language. */
export const missingProgram = (language: Language): string | undefined =>
  SAMPLES[language].commands
    .map(([program]) => program)
    .find((program) => !program.includes('/') && !hasProgram(program));

/** What the sample of a language, as the guide has it, answers to each case; in one process. */
export async function verifyBySample(language: Language, cases: readonly VerificationCase[]): Promise<boolean[]> {
  const { file, at, commands } = SAMPLES[language];
  const saved = stepsOfGuide(guideText('webhooks')).find((step) => step.kind === 'save' && step.file === file);
  if (saved?.kind !== 'save') throw new Error(`the guide has no ${file}`);
  const folder = await mkdtemp(join(tmpdir(), 'gx-sample-'));
  try {
    await cp(DRIVERS, folder, { recursive: true });
    await mkdir(dirname(join(folder, at)), { recursive: true });
    await writeFile(join(folder, at), saved.text);
    await writeFile(join(folder, 'cases.txt'), cases.map(lineOf).join('\n'));
    let printed = '';
    for (const [program, ...args] of commands) {
      const options = { cwd: folder, timeout: RUN_WITHIN_MS, maxBuffer: 64 * 1024 * 1024 };
      printed = (await run(program, args, options)).stdout;
    }
    return printed
      .trim()
      .split('\n')
      .map((line) => line === 'true');
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** As the drivers read it. */
const lineOf = ({ kind, id, timestamp, signature, body, secrets, now }: VerificationCase): string =>
  [kind, id, timestamp, signature, body.toString('base64'), secrets.join(','), now].join('\t');
