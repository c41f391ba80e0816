import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { CHECKOUT } from './config.ts';

/** One check of the source tree: a tool of the workspace that answers by its exit code. */
type Check = { readonly name: string; readonly tool: string; readonly args: readonly string[] };

/** What holds before any test runs. */
// biome-ignore format: one row per check, read as a table
export const CHECKS: readonly Check[] = [
  { name: 'format and lint', tool: 'biome', args: ['ci', '--colors=off', '.'] },
  { name: 'types',           tool: 'tsc',   args: ['--noEmit', '-p', '.'] },
  { name: 'proto lint',      tool: 'buf',   args: ['lint'] },
  { name: 'generated files', tool: 'node',  args: ['scripts/generate.ts', '--check'] },
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

function runCheck({ name, tool, args }: Check): Promise<CheckResult> {
  const begin = performance.now();
  const command = tool === 'node' ? process.execPath : join(CHECKOUT, 'node_modules/.bin', tool);
  const child = spawn(command, args, { cwd: CHECKOUT, stdio: ['ignore', 'pipe', 'pipe'] });
  const output: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (bytes: Buffer) => output.push(bytes));
  return new Promise((settle) => {
    const end = (ok: boolean): void =>
      settle({ name, ok, output: Buffer.concat(output).toString(), ms: performance.now() - begin });
    child.once('error', (cause) => {
      output.push(Buffer.from(`${command}: ${cause.message}`));
      end(false);
    });
    child.once('close', (code) => end(code === 0));
  });
}
