import test from 'ava';
import { committedRenders, type Workload, workloadsOf } from './objects.ts';

type SecretMount = { readonly secretName: string; readonly items: readonly object[] };
const FOLDER = '/run/trusted-authorities';
/**
 * Ours: what runs an image of the product and speaks to servers. A test asks its own service alone, and a
 * trial's servers ask nobody.
 */
const ownOf = (render: string): readonly Workload[] =>
  workloadsOf(committedRenders().get(render) ?? []).filter(({ object: { kind } }) =>
    /^(Deployment|Job|CronJob)$/.test(kind),
  );
const shownIn = ({ pod }: Workload): readonly unknown[] => {
  const { env = [], volumeMounts = [] } = pod.containers[0] ?? {};
  const secret = pod.volumes?.find(({ name }) => name === 'trusted-authorities')?.['secret'] as SecretMount | undefined;
  return [
    env.find(({ name }) => name === 'NODE_EXTRA_CA_CERTS')?.value,
    volumeMounts.find(({ mountPath }) => mountPath === FOLDER)?.readOnly,
    secret?.secretName,
    secret?.items,
  ];
};

test('authorities of one’s own are a file in every Deployment and Job, which Node trusts beside the public ones', (t) => {
  const own = ownOf('gx-everything');
  const kinds = new Set(own.map(({ object }) => object.kind));
  t.deepEqual([...kinds].sort(), ['CronJob', 'Deployment', 'Job']);
  for (const name of [
    'Job pay-ops-databases',
    'Job pay-ops-topics',
    'Job pay-charge-indexes',
    'Job pay-ops-bank-profile',
  ])
    t.true(
      own.some((workload) => workload.name === name),
      name,
    );
  for (const workload of own)
    t.deepEqual(
      shownIn(workload),
      [`${FOLDER}/ca.crt`, true, 'company-authorities', [{ key: 'root.pem', path: 'ca.crt' }]],
      workload.name,
    );
});

test('without the value no pod has any', (t) => {
  for (const workload of ownOf('gx-production'))
    t.deepEqual(shownIn(workload), Array(4).fill(undefined), workload.name);
});
