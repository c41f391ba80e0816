import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import test from 'ava';
import { ROOT } from './source-files.ts';

const RUN = pathToFileURL(join(ROOT, 'tools/bench/run-benches.ts')).href;
const PROGRAM = `
  import { runBenches } from '${RUN}';
  const printed = async () => { setInterval(() => undefined, 1_000); };
  const broken = async () => { throw new Error('an answer without its charge'); };
  await runBenches({ printed, broken }, process.argv.slice(1));
`;

for (const [what, args, code] of [
  ['that leave something open', ['printed'], 0],
  ['of which one breaks', ['printed', 'broken'], 1],
  ['of all, if one of them breaks,', [], 1],
  ['of a benchmark that there is not', ['printed', 'other'], 1],
] as const)
  test(`a run of benchmarks ${what} ends with ${code}`, (t) => {
    const { status } = spawnSync(process.execPath, ['--input-type=module', '-e', PROGRAM, '--', ...args]);
    t.is(status, code);
  });
