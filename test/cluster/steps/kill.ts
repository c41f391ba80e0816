import { execFileSync } from 'node:child_process';
import { until } from '@gx/testkit';
import { kubectl, podsOf } from '../kube.ts';
import { nothingLostOrDoubled } from '../proof.ts';
import { SERVICES } from '../releases.ts';
import { type ClusterTraffic, startTraffic } from '../traffic.ts';
import { demand, PATIENT, type World } from '../world.ts';

const SERVERS = ['redis', 'kafka', 'mongodb'] as const;
const SALES_AFTER = 5;

/**
 * Kills a pod of each kind under load, the next one once sales go through again. Requests may fail meanwhile,
 * and are asked again as a merchant's client does; nothing may be lost or doubled by it.
 */
export async function killEach(world: World): Promise<string> {
  demand(world.storage !== '', 'without volumes MongoDB would lose everything with its pod');
  const traffic = startTraffic(world.ingress, world.key ?? '', { clients: 2, everyMs: 100 });
  const rows: string[] = [];
  try {
    for (const kind of [...SERVICES, ...SERVERS]) rows.push(await killOne(kind, traffic));
  } finally {
    await traffic.stop();
    for (const id of traffic.paid) world.paid.add(id);
  }
  const proof = await nothingLostOrDoubled(world);
  return `${rows.join(', ')}; ${traffic.requests()} requests, ${traffic.failures.length} failed and sent again; ${proof}`;
}

async function killOne(kind: string, { failures, paid }: ClusterTraffic): Promise<string> {
  const [pod] = await podsOf(kind);
  demand(pod !== undefined, `no pod of ${kind}`);
  const begin = performance.now();
  const failedBefore = failures.length;
  await sigkill(pod);
  await until('its place is taken', () => replaced(kind), PATIENT);
  const before = paid.length;
  await until(`sales go on without that pod of ${kind}`, () => paid.length > before + SALES_AFTER, PATIENT);
  return `${kind} ${((performance.now() - begin) / 1_000).toFixed(0)} s ${failures.length - failedBefore} failed`;
}

/**
 * GX_SIGKILL is a command that takes the id of a container and kills it where it runs, as the kernel does
 * when memory runs out. Without it the pod is deleted with no grace, as when its node is gone.
 */
async function sigkill(pod: string): Promise<void> {
  const command = process.env['GX_SIGKILL']?.split(' ');
  const id = (await kubectl('get', pod, '-o', 'jsonpath={.status.containerStatuses[0].containerID}')).replace(
    /^.*\//,
    '',
  );
  if (command?.[0] === undefined) await kubectl('delete', pod, '--grace-period=0', '--force');
  else execFileSync(command[0], [...command.slice(1), id], { stdio: 'ignore' });
}

/** As many pods are ready as should be. */
async function replaced(kind: string): Promise<boolean> {
  const output = await kubectl(
    'get',
    'deploy,statefulset',
    '-l',
    `app.kubernetes.io/name=${kind}`,
    '-o',
    'jsonpath={range .items[*]}{.spec.replicas} {.status.readyReplicas}{end}',
  );
  const named = output.trim() === '' ? await ofServer(kind) : output;
  const [wanted, ready] = named.trim().split(' ');
  return wanted === ready;
}

const ofServer = (kind: string): Promise<string> =>
  kubectl('get', 'statefulset', `gx-${kind}`, '-o', 'jsonpath={.spec.replicas} {.status.readyReplicas}');
