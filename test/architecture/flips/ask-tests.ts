import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ROOT } from '../source-files.ts';
import type { Mutant } from './mutant.ts';

const OVERLAY = pathToFileURL(join(import.meta.dirname, 'overlay.ts')).href;
const MOST_MS = 280_000;

/** `red`: a test that read the flipped table failed. `unread`: none of them did, so they cannot know. */
export type Verdict = 'red' | 'green' | 'unread';

/** Runs these test files with one row flipped, or with none. */
export async function askTests(files: readonly string[], mutant?: Mutant): Promise<Verdict> {
  if (files.length === 0) return 'unread';
  const folder = mkdtempSync(join(tmpdir(), 'gx-flip-'));
  const seen = join(folder, 'seen');
  const planted =
    mutant === undefined
      ? {}
      : { FLIP_PLANTED: JSON.stringify({ ...mutant, url: pathToFileURL(join(ROOT, mutant.file)).href, seen }) };
  try {
    const isGreen = await ava(files, planted);
    if (mutant !== undefined && !existsSync(seen)) return 'unread';
    return isGreen ? 'green' : 'red';
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Whether all of them pass; the first failure ends it. */
function ava(files: readonly string[], planted: Readonly<Record<string, string>>): Promise<boolean> {
  const child = spawn(join(ROOT, 'node_modules/.bin/ava'), ['--fail-fast', ...files], {
    cwd: ROOT,
    env: {
      ...process.env,
      ...planted,
      NODE_OPTIONS: `--import=${OVERLAY}`,
      // A snapshot that would be written is no answer, and compiled code of another flip would be a wrong
      // one.
      CI: 'true',
      NODE_DISABLE_COMPILE_CACHE: '1',
    },
    stdio: 'ignore',
    timeout: MOST_MS,
  });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve(code === 0));
  });
}
