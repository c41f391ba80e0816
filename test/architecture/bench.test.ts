import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import test from 'ava';
import { ROOT } from './source-files.ts';

const RUN = pathToFileURL(join(ROOT, 'tools/bench/run-benches.ts')).href;
const PROGRAM = `
  import { runBenches } from '${RUN}';
  const held = async () => { setInterval(() => undefined, 1_000); };
  const missed = async () => { process.exitCode = 1; };
  await runBenches({ held, missed }, process.argv.slice(1));
`;

for (const [what, args, code] of [
  ['whose bounds are held', ['held'], 0],
  ['in which a bound is missed, whatever comes after it,', ['missed', 'held'], 1],
  ['of all, if one of them misses its bound,', [], 1],
  ['of a benchmark that there is not', ['held', 'other'], 1],
] as const)
  test(`a run of benchmarks ${what} ends with ${code}`, (t) => {
    const { status } = spawnSync(process.execPath, ['--input-type=module', '-e', PROGRAM, '--', ...args]);
    t.is(status, code);
  });
