import { until } from '@gx/testkit';
import { merchant } from '../../stories/merchant.ts';
import { knockEverywhere } from '../connections.ts';
import { helm, kubectl, podsReady, RELEASE, runOps } from '../kube.ts';
import { imageOf, OPS_ENV, opsImage } from '../proof.ts';
import {
  buildCharts,
  installAll,
  installAlone,
  installFirstJobs,
  installServers,
  nameOf,
  SERVICES,
} from '../releases.ts';
import { startSink, stopSink } from '../sink.ts';
import { makeVolumes } from '../volumes.ts';
import { demand, PATIENT, shopOf, sinkOf, type World } from '../world.ts';

const EMAIL = 'ana@example.com';
const PASSWORD = 'correct horse';

export async function install(world: World): Promise<string> {
  buildCharts();
  world.storage = await makeVolumes();
  await installAll('first', world);
  return `${await podsReady()} pods ready under the restricted standard`;
}

/** The servers as one release, and each service as a release of its own. */
export async function installEach(world: World): Promise<string> {
  buildCharts();
  world.storage = await makeVolumes();
  await installServers(world);
  await installFirstJobs();
  await Promise.all(SERVICES.map((service) => installAlone(service, 'first')));
  // Its jobs speak to what was installed before it.
  await installAlone('ops', 'first');
  return `${SERVICES.length + 2} releases, ${await podsReady()} pods ready`;
}

export async function testRelease(): Promise<string> {
  const output = await helm('test', RELEASE, '--timeout', '4m');
  const passed = output.match(/Phase: +Succeeded/g)?.length ?? 0;
  demand(passed === SERVICES.length, `${passed} of ${SERVICES.length} tests passed:\n${output}`);
  return `${passed} tests`;
}

export async function openShop(world: World): Promise<string> {
  const args = ['account', 'create', '--name', 'Loja', '--user-name', 'Ana', '--email', EMAIL];
  const env = { ...OPS_ENV, ACCOUNT_PASSWORD: PASSWORD };
  const output = await runOps({ name: 'account', args, env, image: await opsImage() });
  demand(output.startsWith('Account acc_'), output);
  const post = async (path: string, body: object, token = ''): Promise<Record<string, string>> => {
    const authorization = token === '' ? {} : { authorization: `Bearer ${token}` };
    const headers = { 'content-type': 'application/json', ...authorization };
    const answer = await fetch(`${world.ingress}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
    return (await answer.json()) as Record<string, string>;
  };
  const { accessToken = '' } = await post('/v1/auth/login', { email: EMAIL, password: PASSWORD });
  const { apiKey = '' } = await post('/v1/api-keys', { label: 'cluster', test: true }, accessToken);
  demand(apiKey.startsWith('gx_test_'), 'no key through the ingress');
  world.key = apiKey;
  world.shop = merchant(world.ingress, apiKey, { patient: true });
  world.sink = await startSink(await imageOf('webhooks'));
  const body = { url: world.sink.url, events: ['charge.paid'] };
  const endpoint = await world.shop.send('POST', '/v1/webhooks/endpoints', { body });
  demand(endpoint.status === 201, `endpoint: ${endpoint.status} ${JSON.stringify(endpoint.body)}`);
  return 'account by a pod of ops, login and key through the ingress';
}

/** A charge from its creation to its webhook; answers how long the last part took. */
export async function payOnce(world: World): Promise<string> {
  const shop = shopOf(world);
  const create = async () => {
    const answer = await shop.create({ amount: 1_000 });
    return answer.status === 201 && answer.body;
  };
  const { id } = await until('a charge is created', create, PATIENT);
  const begin = performance.now();
  const paid = await shop.pay(id);
  demand(paid.status === 202, `pay: ${paid.status} ${JSON.stringify(paid.body)}`);
  const events = await until('the webhook', async () => (await sinkOf(world).received())[id], PATIENT);
  const seconds = ((performance.now() - begin) / 1_000).toFixed(1);
  demand(
    events.every(([, signed]) => signed),
    'the webhook is not signed',
  );
  await shop.untilStatus(id, 'paid', PATIENT.timeoutMs);
  world.paid.add(id);
  world.net ??= Number((await shop.balance())['available']);
  return `${seconds} s from pay to the signed webhook, ${world.net} of 1000 in the wallet`;
}

export async function policies(): Promise<string> {
  const { open, shut, wrong } = await knockEverywhere();
  demand(wrong.length === 0, wrong.join('; '));
  return `${open} connections accepted, ${shut} refused, as drawn`;
}

const KINDS =
  'all,networkpolicies,secrets,configmaps,serviceaccounts,persistentvolumeclaims,poddisruptionbudgets,horizontalpodautoscalers,ingresses,jobs,cronjobs';
/** What a namespace has of itself. */
const OF_THE_CLUSTER = /kube-root-ca\.crt|serviceaccount\/default$/;

const uninstalled = async (releases: readonly string[]): Promise<string> => {
  await stopSink();
  await Promise.all(releases.map((name) => helm('uninstall', name, '--wait', '--timeout', '4m')));
  const left = async (): Promise<string[]> =>
    (await kubectl('get', KINDS, '-o', 'name')).split('\n').filter((name) => name !== '' && !OF_THE_CLUSTER.test(name));
  await until('nothing is left', async () => (await left()).length === 0, PATIENT).catch(async () => {
    throw new Error(`left: ${(await left()).join(', ')}`);
  });
  return `nothing is left of ${KINDS.split(',').length} kinds`;
};

export const uninstall = (): Promise<string> => uninstalled([RELEASE]);

/** The servers last: what ends wants to say so to them. */
export async function uninstallEach(): Promise<string> {
  await Promise.all([...SERVICES, 'ops' as const].map((service) => helm('uninstall', nameOf(service), '--wait')));
  return uninstalled([RELEASE]);
}
