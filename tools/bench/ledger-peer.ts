import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Answer, WorkerOrder } from './ledger-worker.ts';
import type { Figures } from './sides.ts';

export type Worker = {
  readonly pid: number;
  readonly run: (order: WorkerOrder) => Promise<Figures>;
  /** How many credits stand on its side, by its own balances. */
  readonly credited: () => Promise<number>;
  readonly stop: () => void;
};

/** Starts one side in a process of its own. */
export async function startWorker(side: 'gx' | 'medici', mongoUrl: string, db: string): Promise<Worker> {
  const child = fork(join(import.meta.dirname, 'ledger-worker.ts'), [side, mongoUrl, db], {
    // The same flag on both sides, and the one that our services run with.
    execArgv: ['--max-semi-space-size=64'],
  });
  const died = once(child, 'exit').then(([code]) => {
    throw new Error(`${side} ended with ${code}`);
  });
  died.catch(() => 'told to the caller that waits for an answer');
  const answered = async (): Promise<Answer> => {
    const [answer] = (await Promise.race([once(child, 'message'), died])) as [Answer];
    if ('failed' in answer) throw new Error(answer.failed);
    return answer;
  };
  const ask = (message: WorkerOrder | 'count'): Promise<Answer> => {
    const answer = answered();
    child.send(message);
    return answer;
  };
  await answered();
  return {
    pid: child.pid ?? 0,
    run: async (order) => {
      const answer = await ask(order);
      if (!('done' in answer)) throw new Error(`${side} gave no result`);
      return answer.done;
    },
    credited: async () => {
      const answer = await ask('count');
      return 'credited' in answer ? answer.credited : Number.NaN;
    },
    stop: () => void child.kill('SIGKILL'),
  };
}
