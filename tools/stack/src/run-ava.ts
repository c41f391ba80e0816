import { join } from 'node:path';
import { CHECKOUT } from './config.ts';
import { type RunningProcess, startProcess } from './start-process.ts';
import { type Counts, type FailedTest, followTap } from './tap.ts';

/** What AVA runs, with which environment. */
export type AvaSpec = {
  readonly args: readonly string[];
  /** Test files at once. */
  readonly atOnce: number;
  readonly env: NodeJS.ProcessEnv;
  readonly print: (line: string) => void;
};

/** What came of a run. */
export type AvaResult = { readonly counts: Counts; readonly failures: readonly FailedTest[] };

/** Starts AVA in its own process group, so that it can be stopped early; counts come from its TAP output. */
export async function startAva(
  spec: AvaSpec,
): Promise<{ readonly ava: RunningProcess; readonly result: Promise<AvaResult> }> {
  const tap = followTap(spec.print);
  const cli = join(CHECKOUT, 'node_modules/ava/entrypoints/cli.mjs');
  const ava = await startProcess({
    name: 'ava',
    command: process.execPath,
    args: [cli, '--tap', `--concurrency=${spec.atOnce}`, ...spec.args],
    cwd: CHECKOUT,
    env: spec.env,
    log: (_source, line) => tap.line(line),
  });
  const result = ava.exited.then(({ code, signal }): AvaResult => {
    const { counts, failures } = tap;
    if (code === 0 || counts.failed > 0) return { counts, failures };
    // AVA names no file whose tests have ended and whose process has not: what ended last says where it was.
    const title = `AVA ended with ${signal ?? `code ${code}`}, after`;
    return { counts: { ...counts, failed: 1 }, failures: [{ title, report: tap.latest }] };
  });
  return { ava, result };
}
