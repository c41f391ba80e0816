/**
 * `npm run test:cluster [plan ...]`: the charts on the cluster that KUBECONFIG names. Needs kubectl on the
 * PATH, and the pinned helm or Go; an ingress controller at GX_INGRESS (default http://10.99.0.2), metrics,
 * and a network plugin that enforces policies. Images are made and loaded where the cluster is one of this
 * machine (`images.ts`). Each plan installs into a namespace of its own, prints a table, and takes everything
 * away again. A pod that cannot have its image ends its step with the reason. GX_CLUSTER_KEEP=1 leaves all
 * there; GX_CLUSTER_ONLY is a regular expression of steps to play, beside those without which no other can
 * be.
 */
import { execFileSync } from 'node:child_process';
import { Agent, setGlobalDispatcher } from 'undici';
import { usePinnedHelm } from './helm.ts';
import { provideImages } from './images.ts';
import { NAMESPACE } from './kube.ts';
import { PLANS } from './plans.ts';
import { removeVolumes } from './volumes.ts';
import { watchingPulls } from './watch-pulls.ts';
import { type ServerImages, type Step, secondsSince, type World } from './world.ts';

/**
 * Ingress controllers close idle connections after some seconds: a client that leaves them sooner never
 * writes into one that is being closed.
 */
setGlobalDispatcher(new Agent({ keepAliveTimeout: 1_000, keepAliveMaxTimeout: 1_000 }));

const cluster = (...args: string[]): string => execFileSync('kubectl', args, { encoding: 'utf8' });

/** Plays the steps in order; how many failed. A step without which no other can be is the end. */
async function play(steps: readonly Step[], images: ServerImages | undefined): Promise<number> {
  cluster('delete', 'namespace', NAMESPACE, '--ignore-not-found', '--timeout=180s');
  cluster('create', 'namespace', NAMESPACE);
  cluster('label', 'namespace', NAMESPACE, 'pod-security.kubernetes.io/enforce=restricted');
  const world: World = {
    ingress: process.env['GX_INGRESS'] ?? 'http://10.99.0.2',
    paid: new Set(),
    read: new Set(),
    storage: '',
    ...(images === undefined ? {} : { images }),
  };
  let failed = 0;
  for (const [index, { name, run, isGround }] of steps.entries()) {
    const begin = performance.now();
    const result = await watchingPulls(() => run(world)).then(
      (figure) => ({ ended: 'ok', figure }),
      (error: Error) => ({ ended: 'FAILED', figure: error.message.slice(0, 2_500) }),
    );
    if (result.ended !== 'ok') failed += 1;
    console.log(
      `| ${new Date().toISOString().slice(11, 19)} | ${name} | ${result.ended} | ${secondsSince(begin)} | ${result.figure} |`,
    );
    if (result.ended !== 'ok' && isGround === true && world.net === undefined) return steps.length - index;
  }
  return failed;
}

if (!process.env['KUBECONFIG']) {
  console.error('test:cluster needs KUBECONFIG.');
  process.exit(2);
}
console.log(usePinnedHelm());
const { says, servers } = await provideImages();
console.log(says);
const selection = process.argv.slice(2);
const only = new RegExp(process.env['GX_CLUSTER_ONLY'] ?? '');
let failed = 0;
for (const plan of selection.length === 0 ? Object.keys(PLANS) : selection) {
  const all = PLANS[plan];
  if (all === undefined) throw new Error(`no plan is called ${plan}: ${Object.keys(PLANS).join(', ')}`);
  const steps = all.filter(({ name, isGround }) => isGround === true || only.test(name));
  const wrong = await play(steps, servers);
  console.log(`${plan}: ${steps.length - wrong} of ${steps.length} steps passed`);
  failed += wrong;
  if (process.env['GX_CLUSTER_KEEP'] === '1') break;
  cluster('delete', 'namespace', NAMESPACE, '--timeout=180s');
  await removeVolumes();
}
process.exit(failed === 0 ? 0 : 1);
