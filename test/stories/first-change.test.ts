import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readdir, readFile, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import test from 'ava';
import { edited, type PageStep, stepsOf } from '../architecture/page-steps.ts';
import { ROOT } from '../architecture/source-files.ts';

const run = promisify(execFile);

/** What is the same for every checkout, or belongs to this one alone. */
const LEFT_OUT = new Set(['node_modules', '.git', '.stack', 'coverage']);

/**
 * This checkout once more, with the same programs. The packages' own `node_modules` are links to each other,
 * so they lead to the copies.
 */
async function copyOfCheckout(): Promise<string> {
  const copy = await realpath(await mkdtemp(join(tmpdir(), 'gx-first-change-')));
  for (const entry of await readdir(ROOT)) {
    if (!LEFT_OUT.has(entry))
      await cp(join(ROOT, entry), join(copy, entry), { recursive: true, verbatimSymlinks: true });
  }
  await symlink(join(ROOT, 'node_modules'), join(copy, 'node_modules'));
  return copy;
}

async function edit(copy: string, { path, hunks }: Extract<PageStep, { kind: 'edit' }>): Promise<void> {
  const file = join(copy, path);
  const text = existsSync(file) ? await readFile(file, 'utf8') : undefined;
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, edited(text, hunks));
}

/**
 * Of the check what the change of one field can break; every other test has its place in the run around this.
 */
const STANDS_FOR: Readonly<Record<string, readonly string[]>> = {
  'npm run check': [
    'node_modules/.bin/biome check',
    'node_modules/.bin/tsc --noEmit',
    'node tools/generate.ts --check',
    'npm test -- test/architecture/*.test.ts test/contract/*.test.ts',
  ],
};

/** Runs a command of the page; fails with everything that it printed. */
async function follow(copy: string, command: string, files: readonly string[]): Promise<void> {
  for (const line of STANDS_FOR[command] ?? [command]) {
    const [program = '', ...args] = line.split(' ');
    const named = program.endsWith('biome') || args[0] === 'check' ? files : [];
    // A person's terminal: where nobody looks, snapshots are not written.
    const env = { ...process.env, CI: 'false' };
    const options = { cwd: copy, env, timeout: 240_000, maxBuffer: 64 * 1024 * 1024 };
    await run(program === 'node' ? process.execPath : program, [...args, ...named], options).catch((error) => {
      throw new Error(`${line}\n${error.stdout}${error.stderr}`, { cause: error });
    });
  }
}

test('a newcomer who follows docs/first-change.md has a charge with one more field, and every check is green', async (t) => {
  t.timeout(600_000);
  const copy = await copyOfCheckout();
  t.teardown(() => rm(copy, { recursive: true, force: true }));
  const steps = stepsOf(await readFile(join(ROOT, 'docs/first-change.md'), 'utf8'));
  const sources = steps.flatMap((step) => (step.kind === 'edit' && step.path.endsWith('.ts') ? [step.path] : []));
  for (const step of steps) {
    if (step.kind === 'edit') await edit(copy, step);
    else await follow(copy, step.command, sources);
  }
  t.true(steps.length > 10);
});
