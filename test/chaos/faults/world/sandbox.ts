import { servers, uniqueName } from '@gx/testkit';
import mongoose from 'mongoose';
import { startBank } from './bank.ts';
import { openDoors } from './doors.ts';
import { Lane, type LaneOptions, type TestEnvironment } from './lane.ts';

export type Sandbox = { readonly lanes: readonly Lane[]; readonly stop: () => Promise<void> };
export type WorldOptions = Omit<LaneOptions, 'name'> & { readonly lanes: number };

/** One bank, one door and some lanes beside each other, all in this process but the bank. */
export async function startSandbox({ lanes: count, ...options }: WorldOptions): Promise<Sandbox> {
  const mongo = await new mongoose.mongo.MongoClient(servers().mongoUrl).connect();
  const environment: TestEnvironment = { bank: await startBank(), doors: await openDoors(), mongo };
  const lanes = Array.from({ length: count }, () => new Lane(environment, { ...options, name: uniqueName('faults') }));
  // One after the other: together they would keep each other waiting for the indexes of twenty collections
  // each.
  for (const lane of lanes) await lane.start();
  return {
    lanes,
    stop: async () => {
      await Promise.all(lanes.map((lane) => lane.stop()));
      await environment.doors.stop();
      await environment.bank.stop();
      await mongo.close();
    },
  };
}

/**
 * Does each task on some lane, as many at once as there are lanes; ends early when `isOver`. A lane whose
 * work answers `lost` is left to itself: what it was doing never ended.
 */
export async function eachOnSomeLane<T>(
  { lanes }: Sandbox,
  tasks: Iterable<T>,
  work: (lane: Lane, task: T) => Promise<unknown>,
  isOver: () => boolean = () => false,
): Promise<void> {
  const queue = tasks[Symbol.iterator]();
  let left = lanes.length;
  await Promise.all(
    lanes.map(async (lane) => {
      for (let next = queue.next(); !next.done && !isOver(); next = queue.next()) {
        if ((await work(lane, next.value)) !== 'lost') continue;
        left -= 1;
        return;
      }
    }),
  );
  if (left === 0 && !isOver() && !queue.next().done) throw new Error('every lane was lost before all was done');
}
