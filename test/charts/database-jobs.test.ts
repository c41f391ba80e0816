import test from 'ava';
import { type Container, committedRenders, type KubeObject, type Workload, workloadsOf } from './objects.ts';

const renders = committedRenders();
const OWNERS = ['keys', 'charge', 'ledger', 'refund', 'payout', 'webhooks', 'bank-simulator'] as const;

const find = (render: readonly KubeObject[], kind: string, name: string): Workload | undefined =>
  workloadsOf(render).find(({ object }) => object.kind === kind && object.metadata.name === name);
const container = (workload: Workload | undefined): Partial<Container> & { command?: string[]; args?: string[] } =>
  workload?.pod.containers[0] ?? {};
const hookOf = (object: KubeObject | undefined): (string | undefined)[] =>
  ['hook', 'hook-weight', 'hook-delete-policy'].map((name) => object?.metadata.annotations?.[`helm.sh/${name}`]);
/** Every key of a Secret that a pod mounts or takes into its environment. */
const keysOf = (workload: Workload | undefined): string[] =>
  [...JSON.stringify(workload?.pod ?? {}).matchAll(/"key":"([A-Za-z_.]+)"/g)].map(([, key = '']) => key).sort();
/** A rollback too: what the version after has dropped is there again before the version before serves. */
const WHENEVER = 'pre-install,pre-upgrade,pre-rollback';
const DELETED = 'before-hook-creation,hook-succeeded';

test('what makes the indexes of a version ends before its pods start: the same image, the database alone, one secret', (t) => {
  for (const owner of OWNERS) {
    const render = renders.get(owner) ?? [];
    const [job, pods] = [find(render, 'Job', `gx-${owner}-indexes`), find(render, 'Deployment', `gx-${owner}`)];
    t.deepEqual(hookOf(job?.object), [WHENEVER, '-10', DELETED], owner);
    t.is(container(job).image, container(pods).image);
    t.deepEqual(container(job).command, ['node', 'current/src/prepare.ts']);
    t.deepEqual(keysOf(job), ['MONGO_URL']);
    // What the job needs of its own is there before it, and no object of the release is asked for.
    for (const kind of ['ServiceAccount', 'NetworkPolicy']) {
      const own = render.find((object) => object.kind === kind && object.metadata.name === `gx-${owner}-indexes`);
      t.deepEqual(hookOf(own), [WHENEVER, '-11', DELETED], `${owner} ${kind}`);
    }
    t.is(job?.pod.serviceAccountName, `gx-${owner}-indexes`);
  }
});

test('a job at the database reaches the name server and the database, and nobody reaches it', (t) => {
  const policies = (renders.get('gx-trial') ?? []).filter(
    ({ kind, metadata }) => kind === 'NetworkPolicy' && /-(indexes|databases)$/.test(metadata.name),
  );
  t.is(policies.length, OWNERS.length + 1);
  for (const { spec, metadata } of policies) {
    const ports = (spec?.egress ?? []).flatMap(({ ports: own = [] }) => own.map(({ port }) => port));
    t.deepEqual(ports, [53, 53, 27_017], metadata.name);
    t.deepEqual([spec?.policyTypes, spec?.ingress], [['Ingress', 'Egress'], undefined]);
  }
});

test('in a trial MongoDB asks everybody who they are, and each pod holds the keys of nobody else', (t) => {
  const trial = renders.get('gx-trial') ?? [];
  const mongodb = find(trial, 'StatefulSet', 'gx-mongodb');
  t.regex(container(mongodb).command?.join(' ') ?? '', /mongod --keyFile/);
  t.deepEqual(keysOf(mongodb), ['MONGO_KEYFILE', 'MONGO_ROOT_PASSWORD']);
  const urls = OWNERS.map((owner) => `${owner.toUpperCase().replace('-', '_')}_MONGO_URL`);
  const readBy = (key: string): string[] =>
    workloadsOf(trial)
      .filter((workload) => keysOf(workload).includes(key))
      .map(({ labels }) => labels['app.kubernetes.io/name'] ?? '')
      .sort();
  for (const [index, owner] of OWNERS.entries())
    t.deepEqual(readBy(urls[index] ?? ''), [owner, `${owner}-indexes`, 'ops-databases'].sort());
  t.deepEqual(readBy('MONGO_ADMIN_URL'), ['ops-databases']);
  t.deepEqual(readBy('BANK_CLIENT_SECRET'), ['ops']);
});

test('the MongoDB of a trial goes by a name that its own pod knows, so that a new pod finds itself at once', (t) => {
  const script = JSON.stringify(container(find(renders.get('gx-trial') ?? [], 'StatefulSet', 'gx-mongodb')));
  t.regex(script, /const own = read\('\/etc\/hosts'\)/);
  t.regex(script, /rs\.initiate\(\{ _id: 'rs0', members: \[\{ _id: 0, host: own \+ ':27017' \}\] \}\)/);
});

test('users come before indexes; where MongoDB comes with the release they are made beside it, and no hook waits for it at an install', (t) => {
  const everything = renders.get('gx-everything') ?? [];
  t.deepEqual(hookOf(find(everything, 'Job', 'pay-ops-databases')?.object), [
    'pre-install,pre-upgrade',
    '-20',
    DELETED,
  ]);
  t.deepEqual(keysOf(find(everything, 'Job', 'pay-ops-databases')), ['MONGO_URL', 'MONGO_URL', 'root.pem', 'url']);
  t.is(find(everything, 'Job', 'pay-ledger-indexes'), undefined, 'switched off');

  const trial = renders.get('gx-trial') ?? [];
  const users = find(trial, 'Job', 'gx-ops-databases-1');
  t.deepEqual(container(users).args, ['databases', 'create-users']);
  t.deepEqual(hookOf(users?.object), [undefined, undefined, undefined]);
  for (const owner of OWNERS)
    t.deepEqual(hookOf(find(trial, 'Job', `gx-${owner}-indexes`)?.object)[0], 'pre-upgrade,pre-rollback', owner);
});
