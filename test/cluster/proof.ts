import { until } from '@gx/testkit';
import { kubectl, runOps } from './kube.ts';
import { demand, PATIENT, shopOf, sinkOf, type World } from './world.ts';

const WORKERS = 4;

export const OPS_ENV = {
  KEYS_ADDRESS: 'gx-keys:50151',
  LEDGER_ADDRESS: 'gx-ledger:50151',
  // As the trial that is installed.
  ALLOW_PLAINTEXT_GRPC: 'a trial of one namespace',
};

export const imageOf = async (service: string): Promise<string> =>
  (await kubectl('get', 'deploy', `gx-${service}`, '-o', 'jsonpath={.spec.template.spec.containers[0].image}')).trim();
export const opsImage = async (): Promise<string> => (await imageOf('gateway')).replace('/gateway:', '/ops:');

/**
 * Nothing lost and nothing doubled: every sale reads paid, the list has as many charges as were made and no
 * more, the wallet has each of them once, the merchant was told of each under one event id, and the ledger's
 * balances and chains agree.
 */
export async function nothingLostOrDoubled(world: World): Promise<string> {
  const shop = shopOf(world);
  const paid = [...world.paid];
  await withWorkers(
    paid.filter((id) => !world.read.has(id)),
    async (id) => {
      await shop.untilStatus(id, 'paid', PATIENT.timeoutMs);
      world.read.add(id);
    },
  );
  const wanted = paid.length * (world.net ?? Number.NaN);
  const available = await until(
    `the wallet has ${wanted}`,
    async () => {
      const now = (await shop.balance())['available'];
      return now === wanted && now;
    },
    { ...PATIENT, timeoutMs: 60_000 },
  ).catch(async (cause) => {
    throw new Error(`the wallet has ${(await shop.balance())['available']}, not ${wanted}`, { cause });
  });
  const listed = await shop.send('GET', '/v1/payments?limit=1');
  demand(listed.body['total'] === paid.length, `${listed.body['total']} charges are listed, ${paid.length} were made`);
  const twice = await untilNotified(world, paid);
  const report = await runOps({ name: 'verify', args: ['ledger', 'verify'], env: OPS_ENV, image: await opsImage() });
  demand(report.includes('every balance and every chain agrees'), report);
  return `${paid.length} charges, ${available} in the wallet, each delivered (${twice} more than once): 0 lost, 0 doubled, the ledger verifies`;
}

async function withWorkers(ids: readonly string[], act: (id: string) => Promise<void>): Promise<void> {
  const left = [...ids];
  const worker = async (): Promise<void> => {
    for (let id = left.pop(); id !== undefined; id = left.pop()) await act(id);
  };
  await Promise.all(Array.from({ length: WORKERS }, worker));
}

/**
 * Waits until the merchant was told of each charge; how many came more than once, which they may, under the
 * same event id.
 */
async function untilNotified(world: World, paid: readonly string[]): Promise<number> {
  const sink = sinkOf(world);
  const received = await until(
    'the merchant has an event of every charge',
    async () => {
      const now = await sink.received();
      return paid.every((id) => now[id] !== undefined) && now;
    },
    { ...PATIENT, everyMs: 2_000 },
  ).catch(async (cause) => {
    const now = await sink.received();
    throw new Error(`no event of ${paid.filter((id) => now[id] === undefined).join(', ')}`, { cause });
  });
  for (const id of paid) {
    const events = received[id] ?? [];
    demand(new Set(events.map(([event]) => event)).size === 1, `${id} came under several events`);
    demand(
      events.every(([, signed]) => signed),
      `${id} came without a signature`,
    );
  }
  return paid.filter((id) => (received[id] ?? []).length > 1).length;
}
