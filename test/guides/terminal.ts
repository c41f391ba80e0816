import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { until } from '@gx/testkit';
import { differenceFrom } from './answers.ts';
import { type GuideStep, onlyReads } from './guide.ts';

/** A reader's terminal, in a folder of its own. */
export type Terminal = {
  /** Does what the step shows; fails when a command does, or when it prints something else than the guide. */
  readonly follow: (step: GuideStep) => Promise<void>;
  /** Ends it and all that it left running. */
  readonly close: () => Promise<void>;
};

const BLOCK_WITHIN_MS = 60_000;
/** What a guide shows may be on its way: a payment, a return, a webhook that is tried again. */
const ANSWER_WITHIN_MS = 30_000;
const END = 'end-of-block';

/** One `bash` for all steps: what one sets is there for the next. */
export async function openTerminal(): Promise<Terminal> {
  const folder = await mkdtemp(join(tmpdir(), 'gx-guide-'));
  const { PATH, HOME } = process.env;
  // A group of its own, which what a guide leaves running belongs to.
  const bash = spawn('bash', ['-e', '-o', 'pipefail'], { cwd: folder, env: { PATH, HOME }, detached: true });
  const closed = once(bash, 'close');
  let printed = '';
  for (const stream of [bash.stdout, bash.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      printed += text;
    });

  /** Answers where in what was printed the block begins. */
  const run = async (commands: string): Promise<number> => {
    const from = printed.length;
    bash.stdin.write(`${commands}\nprintf '\\n${END}\\n'\n`);
    const ended = await until(
      `the end of\n${commands}`,
      () => (bash.exitCode === null ? printed.slice(from).includes(`\n${END}\n`) && 'well' : 'badly'),
      { timeoutMs: BLOCK_WITHIN_MS },
    );
    if (ended === 'badly') throw new Error(`code ${bash.exitCode} of\n${commands}\n${printed.slice(from)}`);
    return from;
  };

  const runAnswered = async ({ commands, answers }: Extract<GuideStep, { kind: 'run' }>): Promise<void> => {
    let from = await run(commands);
    let looks = 0;
    await until(
      `what the guide shows of\n${commands}`,
      async () => {
        if (looks > 0 && onlyReads(commands)) from = await run(commands);
        looks += 1;
        const text = printed.slice(from).replaceAll(`\n${END}\n`, '\n');
        const difference = answers.map((answer) => differenceFrom(answer, text)).find((one) => one !== undefined);
        if (difference !== undefined) throw new Error(`${difference}\nin ${text}`);
        return true;
      },
      { timeoutMs: ANSWER_WITHIN_MS, everyMs: 100 },
    );
  };

  return {
    follow: (step) => (step.kind === 'save' ? writeFile(join(folder, step.file), step.text) : runAnswered(step)),
    close: async () => {
      killGroup(bash.pid);
      await closed;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** What runs beside outlives a shell that broke off; where nothing is left there is nothing to kill. */
function killGroup(leader: number | undefined): void {
  try {
    if (leader !== undefined) process.kill(-leader, 'SIGKILL');
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
  }
}
