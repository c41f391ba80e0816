/**
 * `npm run check`: format, lint, types, protos, generated files, then unit, architecture and contract tests.
 * It needs no server and stays under a minute, so that people run it before every commit.
 */
import { printCheck, runChecks, stopChecks } from './checks.ts';
import { COMPILED, stackSettings } from './config.ts';
import { onStopSignal } from './foreground.ts';
import { startAva } from './run-ava.ts';
import type { RunningProcess } from './start-process.ts';
import { countsLine } from './tap.ts';
import { PARTS_AT_ONCE } from './test-plan.ts';

const SERVERLESS = [
  'libs/*/src/**/*.test.ts',
  'services/*/src/**/*.test.ts',
  'tools/*/src/**/*.test.ts',
  'test/{architecture,contract,conformance}/*.test.ts',
];
let ava: RunningProcess | undefined;

onStopSignal(async () => {
  await Promise.all([stopChecks(), ava?.stop()]);
  process.exit(1);
});

const begin = performance.now();
let isFailure = false;
/** Failures and what belongs to them; what passed has nothing to say here. */
const quiet = (line: string): void => {
  if (line.startsWith('✔')) isFailure = false;
  if (line.startsWith('✘')) isFailure = true;
  if (isFailure) console.log(line);
};
const checks = await runChecks(printCheck);
const env = { ...COMPILED, ...stackSettings().inherited };
const run = await startAva({ args: SERVERLESS, atOnce: PARTS_AT_ONCE, env, print: quiet });
ava = run.ava;
const { counts } = await run.result;
const failedChecks = checks.filter(({ ok }) => !ok).length;
console.log(`tests: ${countsLine(counts)}`);
console.log(
  `${failedChecks + counts.failed === 0 ? 'All well' : 'Not well'} after ${((performance.now() - begin) / 1000).toFixed(0)} s.`,
);
process.exit(failedChecks + counts.failed > 0 ? 1 : 0);
