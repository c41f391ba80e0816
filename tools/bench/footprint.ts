import { setTimeout as pause } from 'node:timers/promises';
import { type Services, startServers } from '@gx/stack';
import { cpuSeconds, pssMegabytes } from './cpu.ts';
import { optionsOf } from './options.ts';
import { allPids, startProduct } from './product.ts';
import { showSpread, spread } from './sides.ts';

type Counts = Readonly<Record<string, number>>;

const { rounds } = optionsOf({ requests: 0, warmUp: 0 });
/** Until everything has come to rest, and then how long is looked at. */
const SETTLE_MS = 60_000;
const IDLE_MS = 60_000;

/**
 * What the whole product takes that does nothing, servers included: processor time and memory. Then each
 * service is stopped and started alone, one after another in each round, from its spawn until `/readyz` says
 * 200, which is asked at least every 100 ms.
 */
export async function benchFootprint(): Promise<void> {
  const servers = await startServers({ ephemeral: true });
  const { services } = await startProduct({ servers });
  try {
    const pids = allPids(services, servers);
    const each = (of: (pid: number) => number): Counts =>
      Object.fromEntries(Object.entries(pids).map(([name, pid]) => [name, of(pid)]));
    await pause(SETTLE_MS);
    const before = each(cpuSeconds);
    await pause(IDLE_MS);
    const after = each(cpuSeconds);
    const percent = (name: string): number => (((after[name] ?? 0) - (before[name] ?? 0)) * 100_000) / IDLE_MS;
    const idle = Object.fromEntries(Object.keys(pids).map((name) => [name, percent(name)]));
    const megabytes = each(pssMegabytes);
    console.log(`after ${SETTLE_MS / 1_000} s, over ${IDLE_MS / 1_000} s`);
    for (const [name, share] of Object.entries(idle))
      console.log(`${name.padEnd(20)} ${share.toFixed(1)} % of a core   ${megabytes[name]?.toFixed(0)} MB PSS`);
    console.log(`all: ${total(idle).toFixed(1)} % of a core   wanted: ≤ 8 %`);
    console.log(`all: ${total(megabytes).toFixed(0)} MB PSS   wanted: ≤ 1,600 MB\n`);
    for (const [name, startMs] of await starts(services))
      console.log(`${name.padEnd(20)} ready after ${showSpread(spread(startMs), 0)} ms`);
    console.log(`${rounds} starts of each   wanted: ≤ 1,500 ms`);
  } finally {
    await services.stop();
    await servers.stop();
  }
}

const total = (of: Counts): number => Object.values(of).reduce((sum, one) => sum + one, 0);

async function starts({ handles }: Services): Promise<Map<string, number[]>> {
  const first = Object.values(handles).flatMap(([handle]) => (handle === undefined ? [] : [handle]));
  const startMs = new Map(first.map(({ name }): [string, number[]] => [name, []]));
  for (let round = 0; round < rounds; round += 1)
    for (const handle of first) {
      await handle.stop();
      const startedAt = performance.now();
      await handle.start();
      startMs.get(handle.name)?.push(performance.now() - startedAt);
    }
  return startMs;
}
