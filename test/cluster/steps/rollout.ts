import { RELEASE } from '../kube.ts';
import { nothingLostOrDoubled } from '../proof.ts';
import { installAll, installAlone, nameOf, rollback, type Service } from '../releases.ts';
import { slowest, startTraffic } from '../traffic.ts';
import { demand, secondsSince, type World } from '../world.ts';

const STEADY = { clients: 2, everyMs: 100 } as const;
/** After the change: what ends slowly ends under load too. */
const TAIL_MS = 15_000;

/**
 * Changes a release under steady load. No request may fail: what counts is what a merchant's client sees at
 * its first try.
 */
async function underLoad(world: World, change: () => Promise<unknown>): Promise<string> {
  const traffic = startTraffic(world.ingress, world.key ?? '', STEADY);
  const begin = performance.now();
  const broke = await change().then(
    () => undefined,
    (error: Error) => error,
  );
  const took = secondsSince(begin);
  await new Promise((resolve) => setTimeout(resolve, TAIL_MS));
  await traffic.stop();
  for (const id of traffic.paid) world.paid.add(id);
  if (broke !== undefined) throw broke;
  const { failures } = traffic;
  const first = failures[0]?.at ?? 0;
  const examples = failures.slice(0, 8).map(({ at, what }) => `+${at - first} ms ${what}`);
  const proof = await nothingLostOrDoubled(world).catch((error: Error) => {
    throw new Error(`${error.message}; ${failures.length} requests failed: ${examples.join('; ')}`, { cause: error });
  });
  demand(
    failures.length === 0,
    `${failures.length} of ${traffic.requests()} requests failed, from ${new Date(first).toISOString()} on: ${examples.join('; ')}; ${proof}`,
  );
  demand(traffic.paid.length > 20, `only ${traffic.paid.length} sales`);
  return `${took}; ${traffic.requests()} requests, 0 failed, ${slowest(traffic)}; ${proof}`;
}

export const upgradeAll = (world: World): Promise<string> => underLoad(world, () => installAll('second', world));
export const rollbackAll = (world: World): Promise<string> => underLoad(world, () => rollback(RELEASE));

export const upgradeAlone =
  (service: Service) =>
  (world: World): Promise<string> =>
    underLoad(world, () => installAlone(service, 'second'));
export const rollbackAlone =
  (service: Service) =>
  (world: World): Promise<string> =>
    underLoad(world, () => rollback(nameOf(service)));
