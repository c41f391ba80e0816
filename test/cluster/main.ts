/**
 * `npm run test:cluster`: the charts on the cluster that KUBECONFIG names. Needs kubectl and helm on the PATH, the images in the cluster, an ingress
 * controller at GX_INGRESS (default http://10.99.0.2) and a network plugin that enforces policies. Installs into a namespace of its own,
 * prints a table, and takes everything away again. GX_CLUSTER_KEEP=1 leaves it.
 */
import { execFileSync } from 'node:child_process';
import { NAMESPACE } from './kube.ts';
import { STEPS, type World } from './steps.ts';

const cluster = (...args: string[]): string => execFileSync('kubectl', args, { encoding: 'utf8' });
if (!process.env['KUBECONFIG']) {
  console.error('test:cluster needs KUBECONFIG.');
  process.exit(2);
}

cluster('delete', 'namespace', NAMESPACE, '--ignore-not-found', '--timeout=180s');
cluster('create', 'namespace', NAMESPACE);
cluster('label', 'namespace', NAMESPACE, 'pod-security.kubernetes.io/enforce=restricted');
const world: World = { ingress: process.env['GX_INGRESS'] ?? 'http://10.99.0.2' };
const rows: string[][] = [];
let failed = 0;
for (const { name, run } of STEPS) {
  const begin = performance.now();
  try {
    const figure = await run(world);
    rows.push([name, 'ok', `${((performance.now() - begin) / 1_000).toFixed(0)} s`, figure]);
  } catch (error) {
    failed += 1;
    rows.push([
      name,
      'FAILED',
      `${((performance.now() - begin) / 1_000).toFixed(0)} s`,
      (error as Error).message.slice(0, 1_500),
    ]);
  }
  console.log(`| ${rows.at(-1)?.join(' | ')} |`);
  if (failed > 0 && world.shop === undefined) break;
}
if (process.env['GX_CLUSTER_KEEP'] !== '1') cluster('delete', 'namespace', NAMESPACE, '--wait=false');
console.log(`${rows.length - failed} of ${STEPS.length} steps passed`);
process.exit(failed === 0 && rows.length === STEPS.length ? 0 : 1);
