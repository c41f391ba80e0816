import { setTimeout as pause } from 'node:timers/promises';
import type { Servers, Services } from '@gx/stack';
import { cpuSeconds } from './cpu.ts';
import { type DatabaseCommands, databaseCommands } from './database-commands.ts';
import { allPids } from './product.ts';
import { showSpread, spread } from './sides.ts';

const IDLE_MS = 10_000;

type Counts = Readonly<Record<string, number>>;
/** What one of what was done took: processor time by process, and what MongoDB was asked. */
export type Costs = {
  readonly cpuMs: Counts;
  readonly database: DatabaseCommands;
};
/**
 * Does something `times`, and what one of them cost; what an idle product asks of the database is
 * subtracted.
 */
export type CostMeter = <T>(
  times: number,
  run: () => Promise<T>,
) => Promise<{ readonly ran: T; readonly costs: Costs }>;

/** Looks first at what the product does when nobody asks anything of it, and prints that. */
export async function costMeter(servers: Servers, services: Services): Promise<CostMeter> {
  const pids = allPids(services, servers);
  const cpuMs = (): Counts =>
    Object.fromEntries(Object.entries(pids).map(([name, pid]) => [name, cpuSeconds(pid) * 1_000]));
  const metered = async <T>(times: number, idle: DatabaseCommands | undefined, run: () => Promise<T>) => {
    const [cpuBefore, before] = [cpuMs(), await databaseCommands(servers.mongoUrl)];
    const startedAt = performance.now();
    const ran = await run();
    const seconds = (performance.now() - startedAt) / 1_000;
    const [cpuAfter, after] = [cpuMs(), await databaseCommands(servers.mongoUrl)];
    const ofOne = (now: Counts, then: Counts, resting: Counts = {}): Counts =>
      Object.fromEntries(
        Object.entries(now).map(([name, count]) => [
          name,
          (count - (then[name] ?? 0) - (resting[name] ?? 0) * seconds) / times,
        ]),
      );
    const database = {
      commands: ofOne(after.commands, before.commands, idle?.commands),
      operations: ofOne(after.operations, before.operations, idle?.operations),
    };
    return { ran, costs: { cpuMs: ofOne(cpuAfter, cpuBefore), database } };
  };
  const { costs: idle } = await metered(IDLE_MS / 1_000, undefined, () => pause(IDLE_MS));
  console.log(
    `idle, a second: commands ${showAll(idle.database.commands)}; processor time, ms: ${showAll(idle.cpuMs)}\n`,
  );
  return (times, run) => metered(times, idle.database, run);
}

/** What one of them cost in each round: the sum with its spread, and the parts of the last round. */
export function printCosts(rounds: readonly Costs[], row: (name: string, text: string) => void): void {
  const parts = (name: string, pick: (costs: Costs) => Counts): void => {
    const last = rounds.at(-1);
    const sums = rounds.map((costs) => total(pick(costs)));
    row(name, `${showSpread(spread(sums), 1)}: ${last === undefined ? '' : showAll(pick(last))}`);
  };
  parts('processor time, ms', ({ cpuMs }) => cpuMs);
  parts('database commands', ({ database }) => database.commands);
  parts('of which operations', ({ database }) => database.operations);
}

const total = (of: Counts): number => Object.values(of).reduce((sum, one) => sum + one, 0);
const showAll = (of: Counts): string =>
  Object.entries(of)
    .filter(([, value]) => Math.abs(value) >= 0.05)
    .map(([name, value]) => `${name} ${value.toFixed(1)}`)
    .join(', ');
