import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { until } from '@gx/testkit';
import { type Merchant, merchant } from '../e2e/merchant.ts';
import { startLoad } from '../e2e/steady-load.ts';
import { knockEverywhere } from './connections.ts';
import { helm, kubectl, NAMESPACE, podsOf, RELEASE, runOps } from './kube.ts';
import { type Received, startSink } from './sink.ts';

/** What the steps hand on to each other. */
export type World = {
  readonly ingress: string;
  shop?: Merchant;
  key?: string;
  received?: () => Promise<Received[]>;
};
/** One row of the table: does it, throws when it did not hold, answers its figure. */
export type Step = { readonly name: string; readonly run: (world: World) => Promise<string> };

const CHARTS = join(import.meta.dirname, '../../charts');
const SERVICES = ['gateway', 'keys', 'charge', 'ledger', 'refund', 'webhooks'] as const;
const PATIENT = { timeoutMs: 120_000, everyMs: 500 };
const OPS_ENV = { KEYS_ADDRESS: 'gx-keys:50051', LEDGER_ADDRESS: 'gx-ledger:50051' };

const demand = (holds: boolean, message: string): void => {
  if (!holds) throw new Error(message);
};
const shopOf = ({ shop }: World): Merchant => {
  if (shop === undefined) throw new Error('no merchant: an earlier step failed');
  return shop;
};

/** Two gateways, the ways of the test's own merchant, short waits; IPv4 only, as the stand-in for a network plugin. `note` is what an upgrade changes: it rolls every pod. */
function writeValues(note: string): string {
  const common = {
    replicas: 1,
    podAnnotations: { note },
    shutdown: { preStopSeconds: 3, drainSeconds: 2 },
    startupSeconds: 240,
  };
  const to = [{ podSelector: { matchLabels: { app: 'merchant' } } }];
  const values = {
    ...Object.fromEntries(SERVICES.map((name) => [name, common])),
    gateway: {
      ...common,
      replicas: 2,
      ingress: { enabled: true, host: '' },
      settings: { RATE_LIMIT_TEST_PER_MINUTE: 100_000 },
    },
    charge: { ...common, settings: { VELOCITY_ACCOUNT_MAX: 0 } },
    webhooks: {
      ...common,
      settings: { WEBHOOK_ALLOWED_PRIVATE_TARGETS: '10.0.0.0/8' },
      networkPolicy: { ipv6: false, extraEgress: [{ to, ports: [{ port: 8_080, protocol: 'TCP' }] }] },
    },
    'bank-simulator': { podAnnotations: { note } },
    trial: { storage: '' },
  };
  const file = join(tmpdir(), `gx-cluster-${process.pid}.json`);
  writeFileSync(file, JSON.stringify(values));
  return file;
}

const upgrade = (note: string): Promise<string> =>
  helm(
    'upgrade',
    '--install',
    RELEASE,
    join(CHARTS, 'gx'),
    '-f',
    join(CHARTS, 'gx/values-trial.yaml'),
    '-f',
    writeValues(note),
    '--wait',
    '--timeout',
    '8m',
  );

const imageOf = async (service: string): Promise<string> =>
  (await kubectl('get', 'deploy', `gx-${service}`, '-o', 'jsonpath={.spec.template.spec.containers[0].image}')).trim();
const opsImage = async (): Promise<string> => (await imageOf('gateway')).replace('/gateway:', '/ops:');

async function install(): Promise<string> {
  execFileSync(join(CHARTS, 'build.sh'));
  await upgrade('first');
  const pods = JSON.parse(await kubectl('get', 'pods', '-o', 'json')) as {
    items: { status: { containerStatuses?: { ready: boolean }[] } }[];
  };
  const ready = pods.items.filter(({ status }) =>
    status.containerStatuses?.every((container) => container.ready),
  ).length;
  return `${ready} pods ready under the restricted standard`;
}

async function testRelease(): Promise<string> {
  const said = await helm('test', RELEASE, '--timeout', '4m');
  const passed = said.match(/Phase: +Succeeded/g)?.length ?? 0;
  demand(passed === 7, `${passed} of 7 tests passed:\n${said}`);
  return `${passed} tests`;
}

async function openShop(world: World): Promise<string> {
  const [email, password] = ['ana@example.com', 'correct horse'];
  const args = ['account', 'create', '--name', 'Loja', '--user-name', 'Ana', '--email', email];
  const said = await runOps({
    name: 'account',
    args,
    env: { ...OPS_ENV, ACCOUNT_PASSWORD: password },
    image: await opsImage(),
  });
  demand(said.startsWith('Account acc_'), said);
  const ask = async (path: string, body: object, token = ''): Promise<Record<string, string>> => {
    const headers = {
      'content-type': 'application/json',
      ...(token === '' ? {} : { authorization: `Bearer ${token}` }),
    };
    const answer = await fetch(`${world.ingress}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
    return (await answer.json()) as Record<string, string>;
  };
  const { accessToken = '' } = await ask('/v1/auth/login', { email, password });
  const { apiKey = '' } = await ask('/v1/api-keys', { label: 'cluster', test: true }, accessToken);
  demand(apiKey.startsWith('gx_test_'), 'no key through the ingress');
  world.key = apiKey;
  world.shop = merchant(world.ingress, apiKey, { patient: true });
  const sink = await startSink(await imageOf('webhooks'), NAMESPACE);
  world.received = sink.received;
  const endpoint = await world.shop.send('POST', '/v1/webhooks/endpoints', {
    body: { url: sink.url, events: ['charge.paid'] },
  });
  demand(endpoint.status === 201, `endpoint: ${endpoint.status} ${JSON.stringify(endpoint.body)}`);
  return 'account by a Job, login and key through the ingress';
}

/** A charge from its creation to its webhook; answers how long the last part took. */
async function payOnce(world: World): Promise<string> {
  const shop = shopOf(world);
  const created = await until(
    'a charge is created',
    async () => {
      const answer = await shop.create({ amount: 1_000 });
      return answer.status === 201 ? answer : undefined;
    },
    PATIENT,
  );
  const begin = performance.now();
  const paid = await shop.pay(created.body.id);
  demand(paid.status === 202, `pay: ${paid.status} ${JSON.stringify(paid.body)}`);
  await until(
    'the webhook',
    async () =>
      (await world.received?.())?.some(({ body, signature }) => signature !== null && body.includes(created.body.id)) ||
      undefined,
    PATIENT,
  );
  demand((await shop.get(created.body.id)).body.status === 'paid', 'the charge does not read paid');
  return `${((performance.now() - begin) / 1_000).toFixed(1)} s from pay to the signed webhook`;
}

async function policies(): Promise<string> {
  const { open, shut, wrong } = await knockEverywhere();
  demand(wrong.length === 0, wrong.join('; '));
  return `${open} connections accepted, ${shut} refused, as drawn`;
}

async function killEach(world: World): Promise<string> {
  const times: string[] = [];
  for (const service of [...SERVICES, 'bank-simulator', 'redis', 'kafka', 'mongodb']) {
    const [pod] = await podsOf(service);
    demand(pod !== undefined, `no pod of ${service}`);
    const begin = performance.now();
    await kubectl('delete', pod as string, '--grace-period=0', '--force');
    await payOnce(world);
    times.push(`${service} ${((performance.now() - begin) / 1_000).toFixed(0)} s`);
  }
  return `killed, then a charge paid and told of: ${times.join(', ')}`;
}

/** Runs a change of the release under steady load: no request may fail, every paid charge must get there. */
async function underLoad(world: World, change: () => Promise<unknown>): Promise<string> {
  const shop = shopOf(world);
  const begin = performance.now();
  // Not patient: what a merchant's client would see is what counts.
  const load = startLoad([merchant(world.ingress, world.key ?? '')], { clients: 2, pay: true, everyMs: 100 });
  await change().finally(load.stop);
  const seconds = ((performance.now() - begin) / 1_000).toFixed(0);
  demand(
    load.failures.length === 0,
    `${load.failures.length} of ${load.created.length} failed: ${load.failures.slice(0, 5).join('; ')}`,
  );
  for (const { id } of load.created) await shop.untilStatus(id, 'paid', 120_000);
  const said = await runOps({ name: 'verify', args: ['ledger', 'verify'], env: OPS_ENV, image: await opsImage() });
  demand(said.includes('every balance and every chain agrees'), said);
  return `${load.created.length} charges created and paid in ${seconds} s, 0 requests failed; the ledger verifies`;
}

async function budget(): Promise<string> {
  const pods = await podsOf('gateway');
  demand(pods.length === 2, `${pods.length} gateways`);
  const evict = (pod: string): string => {
    const name = pod.replace('pod/', '');
    const body = { apiVersion: 'policy/v1', kind: 'Eviction', metadata: { name, namespace: NAMESPACE } };
    try {
      execFileSync('kubectl', ['create', '--raw', `/api/v1/namespaces/${NAMESPACE}/pods/${name}/eviction`, '-f', '-'], {
        input: JSON.stringify(body),
        stdio: ['pipe', 'pipe', 'pipe'],
      });
      return 'evicted';
    } catch (error) {
      return String((error as { stderr?: Buffer }).stderr).includes('disruption budget') ? 'refused' : String(error);
    }
  };
  const outcomes = pods.map(evict);
  demand(outcomes.join() === 'evicted,refused', outcomes.join());
  await kubectl('rollout', 'status', 'deploy/gx-gateway', '--timeout=120s');
  return 'one pod of two evicted, the second eviction refused';
}

async function uninstall(): Promise<string> {
  await kubectl('delete', 'pod/merchant', 'service/merchant');
  await helm('uninstall', RELEASE, '--wait', '--timeout', '4m');
  const kinds =
    'all,networkpolicies,secrets,configmaps,serviceaccounts,persistentvolumeclaims,poddisruptionbudgets,horizontalpodautoscalers,ingresses,jobs,cronjobs';
  const left = await until(
    'nothing is left',
    async () => {
      const names = (await kubectl('get', kinds, '-o', 'name'))
        .split('\n')
        .filter((name) => name !== '' && !/kube-root-ca\.crt|serviceaccount\/default/.test(name));
      return names.length === 0 ? 'nothing' : undefined;
    },
    PATIENT,
  );
  return `${left} is left of 14 kinds`;
}

// biome-ignore format: one row per step, read as a table
export const STEPS: readonly Step[] = [
  { name: 'install the umbrella', run: install },
  { name: 'helm test', run: testRelease },
  { name: 'an account, a key', run: openShop },
  { name: 'a charge paid through the ingress, its webhook received in the cluster', run: payOnce },
  { name: 'connections between pods', run: policies },
  { name: 'disruption budget', run: budget },
  { name: 'upgrade under load', run: (world) => underLoad(world, () => upgrade('second')) },
  { name: 'rollback under load', run: (world) => underLoad(world, () => helm('rollback', RELEASE, '--wait', '--timeout', '8m')) },
  { name: 'a pod of each kind killed', run: killEach },
  { name: 'uninstall', run: uninstall },
];
