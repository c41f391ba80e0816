import { servers, uniqueName } from '@gx/testkit';
import mongoose from 'mongoose';
import { startBank } from './bank.ts';
import { openDoors } from './doors.ts';
import { type TestEnvironment, Worker, type WorkerOptions } from './worker.ts';

export type Sandbox = { readonly workers: readonly Worker[]; readonly stop: () => Promise<void> };
export type WorldOptions = Omit<WorkerOptions, 'name'> & { readonly workers: number };

/** One bank, one door and some workers beside each other, all in this process but the bank. */
export async function startSandbox({ workers: count, ...options }: WorldOptions): Promise<Sandbox> {
  const mongo = await new mongoose.mongo.MongoClient(servers().mongoUrl).connect();
  const environment: TestEnvironment = { bank: await startBank(), doors: await openDoors(), mongo };
  const workers = Array.from(
    { length: count },
    () => new Worker(environment, { ...options, name: uniqueName('faults') }),
  );
  // One after the other: together they would keep each other waiting for the indexes of twenty collections
  // each.
  for (const worker of workers) await worker.start();
  return {
    workers,
    stop: async () => {
      await Promise.all(workers.map((worker) => worker.stop()));
      await environment.doors.stop();
      await environment.bank.stop();
      await mongo.close();
    },
  };
}

/**
 * Does each task on some worker, as many at once as there are workers; ends early when `isOver`. A worker
 * whose work answers `lost` is left to itself: what it was doing never ended.
 */
export async function eachOnSomeWorker<T>(
  { workers }: Sandbox,
  tasks: Iterable<T>,
  work: (worker: Worker, task: T) => Promise<unknown>,
  isOver: () => boolean = () => false,
): Promise<void> {
  const queue = tasks[Symbol.iterator]();
  let left = workers.length;
  await Promise.all(
    workers.map(async (worker) => {
      for (let next = queue.next(); !next.done && !isOver(); next = queue.next()) {
        if ((await work(worker, next.value)) !== 'lost') continue;
        left -= 1;
        return;
      }
    }),
  );
  if (left === 0 && !isOver() && !queue.next().done) throw new Error('every worker was lost before all was done');
}
