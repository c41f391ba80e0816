import { execFileSync } from 'node:child_process';
import { until } from '@gx/testkit';
import { kubectl, NAMESPACE, podsOf } from '../kube.ts';
import { nothingLostOrDoubled } from '../proof.ts';
import { type ClusterTraffic, startTraffic } from '../traffic.ts';
import { demand, PATIENT, secondsSince, type World } from '../world.ts';

/** A drain of a node asks for evictions: while one of two gateways is away the other may not go. */
export async function budget(): Promise<string> {
  await until('two gateways', async () => (await readyGateways()) === 2, PATIENT);
  const outcomes = (await podsOf('gateway')).map(evict);
  demand(outcomes.join() === 'evicted,refused', outcomes.join());
  await kubectl('rollout', 'status', 'deploy/gx-gateway', '--timeout=120s');
  return 'one pod of two evicted, the second eviction refused';
}

function evict(pod: string): string {
  const name = pod.replace('pod/', '');
  const body = { apiVersion: 'policy/v1', kind: 'Eviction', metadata: { name, namespace: NAMESPACE } };
  try {
    execFileSync('kubectl', ['create', '--raw', `/api/v1/namespaces/${NAMESPACE}/pods/${name}/eviction`, '-f', '-'], {
      input: JSON.stringify(body),
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    return 'evicted';
  } catch (error) {
    const output = String((error as { stderr?: Buffer }).stderr);
    return output.includes('disruption budget') ? 'refused' : output;
  }
}

const readyGateways = async (): Promise<number> =>
  Number(await kubectl('get', 'deploy', 'gx-gateway', '-o', 'jsonpath={.status.readyReplicas}'));

/** Load brings a third gateway, less load takes it away again, and no request fails when it goes. */
export async function autoscale(world: World): Promise<string> {
  const key = world.key ?? '';
  const done: ClusterTraffic[] = [];
  const during = async (clients: number, everyMs: number, replicas: number): Promise<string> => {
    const begin = performance.now();
    const traffic = startTraffic(world.ingress, key, { clients, everyMs });
    done.push(traffic);
    try {
      await until(`${replicas} gateways`, async () => (await readyGateways()) === replicas, PATIENT);
    } finally {
      await traffic.stop();
      // Also of a step that failed: what was sold is in the wallet that the next steps are held against.
      for (const id of traffic.paid) world.paid.add(id);
    }
    return secondsSince(begin);
  };
  const out = await during(8, 0, 3);
  const back = await during(1, 500, 2);
  const failures = done.flatMap((traffic) => traffic.failures);
  const proof = await nothingLostOrDoubled(world);
  demand(failures.length === 0, `${failures.length} failed: ${failures[0]?.what}; ${proof}`);
  const requests = done.reduce((sum, traffic) => sum + traffic.requests(), 0);
  return `from 2 to 3 gateways in ${out}, back in ${back}; ${requests} requests, 0 failed; ${proof}`;
}
