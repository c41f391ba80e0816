import { join } from 'node:path';
import { CHECKOUT, stackSettings } from './config.ts';
import { type Log, type RunningProcess, startProcess } from './start-process.ts';

/** One check of the source tree: a tool of the workspace that answers by its exit code. */
type Check = { readonly name: string; readonly tool: string; readonly args: readonly string[] };

/** What holds before any test runs. */
// biome-ignore format: one row per check, read as a table
export const CHECKS: readonly Check[] = [
  { name: 'format and lint', tool: 'biome', args: ['ci', '--colors=off', '.'] },
  { name: 'types',           tool: 'tsc',   args: ['--noEmit', '-p', '.'] },
  { name: 'proto lint',      tool: 'buf',   args: ['lint'] },
  { name: 'proto breaking',  tool: 'buf',   args: ['breaking', '--against', 'protos/baseline.binpb'] },
  { name: 'generated files', tool: 'node',  args: ['tools/generate.ts', '--check'] },
];

/** How a check ended; `output` is everything it printed. */
export type CheckResult = { readonly name: string; readonly ok: boolean; readonly output: string; readonly ms: number };

/** Runs all checks at once; `report` hears of each as it ends. */
export const runChecks = (report: (result: CheckResult) => void): Promise<CheckResult[]> =>
  Promise.all(
    CHECKS.map(async (check) => {
      const result = await runCheck(check);
      report(result);
      return result;
    }),
  );

/** One line when it passed, the tool's whole output when it did not. */
export function printCheck({ name, ok, output, ms }: CheckResult): void {
  console.log(`${ok ? '✔' : '✘'} ${name} (${(ms / 1000).toFixed(1)} s)`);
  if (!ok) console.log(output.trimEnd());
}

const running = new Set<RunningProcess>();

/** The compiler hears SIGTERM only when it is done; nothing is lost by not waiting for that. */
const STOP_GRACE_MS = 200;

/** Ends checks that still run. */
export const stopChecks = async (): Promise<void> => {
  await Promise.all([...running].map((check) => check.stop(STOP_GRACE_MS)));
};

async function runCheck({ name, tool, args }: Check): Promise<CheckResult> {
  const begin = performance.now();
  const command = tool === 'node' ? process.execPath : join(CHECKOUT, 'node_modules/.bin', tool);
  const output: string[] = [];
  const log: Log = (_source, line) => output.push(line);
  const check = await startProcess({ name, command, args, cwd: CHECKOUT, env: stackSettings().inherited, log });
  running.add(check);
  const { code } = await check.exited;
  running.delete(check);
  return { name, ok: code === 0, output: output.join('\n'), ms: performance.now() - begin };
}
