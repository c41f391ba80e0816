import test from 'ava';
import {
  type Container,
  committedRenders,
  type KubeObject,
  keyFilesOf,
  type Workload,
  workloadsOf,
} from './objects.ts';

const everything = committedRenders().get('gx-everything') ?? [];
const production = committedRenders().get('gx-production') ?? [];
const trial = committedRenders().get('gx-trial') ?? [];
const PARTIES = ['charge', 'checkout', 'gateway', 'keys', 'ledger', 'ops', 'payout', 'refund', 'webhooks'];
const FILES = {
  GRPC_AUTHORITY_FILE: '/run/grpc-tls/ca.crt',
  GRPC_CERTIFICATE_FILE: '/run/grpc-tls/tls.crt',
  GRPC_PRIVATE_KEY_FILE: '/run/grpc-tls/tls.key',
};

const first = ({ pod }: Workload): Container => pod.containers[0] as Container;
const identityOf = (workload: Workload): Record<string, string | undefined> =>
  Object.fromEntries(
    (first(workload).env ?? [])
      .filter(({ name }) => /^GRPC_(AUTHORITY|CERTIFICATE|PRIVATE_KEY|TLS_STEP)|PLAINTEXT_GRPC/.test(name))
      .map(({ name, value }) => [name, value]),
  );
/** What stands in /run/grpc-tls, as file and `secret/key`. */
function mountedOf(workload: Workload): Record<string, string> {
  const isMounted = (first(workload).volumeMounts ?? []).some(({ mountPath }) => mountPath === '/run/grpc-tls');
  const volume = (workload.pod.volumes ?? []).find(({ name }) => name === 'grpc-tls') as
    | { projected: { sources: { secret: { name: string; items: { key: string; path: string }[] } }[] } }
    | undefined;
  const sources = isMounted ? (volume?.projected.sources ?? []) : [];
  return Object.fromEntries(
    sources.flatMap(({ secret }) => secret.items.map(({ key, path }) => [path, `${secret.name}/${key}`])),
  );
}
/** Whose pod it is: `charge` of `pay-charge`, and `ops` of what it calls services for. */
const partyOf = ({ object }: Workload): string | undefined => {
  const name = object.metadata.name.replace(/^(gx|pay)-/, '');
  if (/^ops-(bank-profile|ledger-verify|reconcile)$/.test(name)) return 'ops';
  return PARTIES.find((party) => party === name);
};

test('what takes part in RPCs has a certificate of its own as files, and nobody else has one', (t) => {
  const seen = new Set<string>();
  for (const [prefix, objects, authority] of [
    ['gx', production, () => 'gx-services-authority'],
    ['pay', everything, (own: string) => own],
  ] as const)
    for (const workload of workloadsOf(objects)) {
      const party = partyOf(workload);
      const { name } = workload.object.metadata;
      if (party !== undefined) seen.add(party);
      t.deepEqual(identityOf(workload), party === undefined ? {} : FILES, name);
      const own = `${prefix}-${party}-grpc`;
      const files = { 'tls.crt': `${own}/tls.crt`, 'tls.key': `${own}/tls.key`, 'ca.crt': `${authority(own)}/ca.crt` };
      t.deepEqual(mountedOf(workload), party === undefined ? {} : files, name);
    }
  t.deepEqual([...seen].toSorted(), PARTIES);
});

const certificatesOf = (objects: readonly KubeObject[]) => objects.filter(({ kind }) => kind === 'Certificate');

test('with an issuer cert-manager makes each of them, by the name of its service', (t) => {
  const made = certificatesOf(production).map(({ spec }) => {
    const { secretName, uris, issuerRef, usages } = spec as unknown as Record<string, unknown>;
    return { secretName, uris, issuer: (issuerRef as { name: string }).name, usages };
  });
  t.deepEqual(
    made.toSorted((one, other) => (String(one.secretName) < String(other.secretName) ? -1 : 1)),
    PARTIES.map((party) => ({
      secretName: `gx-${party}-grpc`,
      uris: [`spiffe://gx/${party}`],
      issuer: 'gx-services',
      usages: ['server auth', 'client auth'],
    })),
  );
});

test('`helm test` knocks at the port of a service that its pod may reach', (t) => {
  const tests = [production, everything, trial].flatMap((objects) =>
    objects.filter(({ kind, metadata }) => kind === 'Pod' && metadata.name.endsWith('-test')),
  );
  t.true(tests.length > 20);
  for (const { metadata, spec } of tests) {
    const { containers } = spec as unknown as { containers: { command: string[] }[] };
    const port = containers[0]?.command.at(-1) ?? '';
    t.true(['50051', '80', '8090'].includes(port), `${metadata.name} ${port}`);
  }
});

test('keys signs for whom the gateway calls, each service with RPCs verifies by one list, and nobody else has either; where RPCs are in plaintext nobody has', (t) => {
  const keysOf = (objects: readonly KubeObject[], name: string) => keyFilesOf(objects, name, 'ASSERTION_');
  const listed = { ASSERTION_VERIFICATION_KEYS_FILE: 'gx-assertion-keys/ASSERTION_VERIFICATION_KEYS' };
  for (const party of PARTIES.filter((one) => one !== 'ops')) {
    const isServer = !['checkout', 'gateway'].includes(party);
    const own = party === 'keys' ? { ASSERTION_SIGNING_KEY_FILE: 'gx-keys/ASSERTION_SIGNING_KEY' } : {};
    t.deepEqual(keysOf(production, `gx-${party}`), isServer ? { ...own, ...listed } : {}, party);
    t.deepEqual(keysOf(trial, `gx-${party}`), {}, party);
  }
  t.deepEqual(keysOf(everything, 'pay-charge'), { ASSERTION_VERIFICATION_KEYS_FILE: 'assertion-keys/public.pem' });
});

test('without an issuer the Secrets are somebody else’s to make', (t) => {
  t.deepEqual(certificatesOf(everything), []);
  t.deepEqual(certificatesOf(trial), []);
});

test('in a trial there are none, and the reason stands with everybody', (t) => {
  for (const workload of workloadsOf(trial)) {
    const party = partyOf(workload);
    const { name } = workload.object.metadata;
    t.deepEqual(mountedOf(workload), {}, name);
    t.deepEqual(
      identityOf(workload),
      party === undefined ? {} : { ALLOW_PLAINTEXT_GRPC: 'a trial of one namespace' },
      name,
    );
  }
});

test('while services change to TLS each has its certificate, the reason, the step and the keys of assertions', (t) => {
  const changing = committedRenders().get('refund') ?? [];
  const refund = workloadsOf(changing).find((workload) => partyOf(workload) === 'refund');
  t.deepEqual(refund && identityOf(refund), {
    ...FILES,
    ALLOW_PLAINTEXT_GRPC: 'services change to TLS',
    GRPC_TLS_STEP: 'servers',
  });
  const files = Object.values(FILES).map((file) => file.replace('/run/grpc-tls/', ''));
  t.deepEqual(Object.keys(refund ? mountedOf(refund) : {}).toSorted(), files.toSorted());
  t.deepEqual(keyFilesOf(changing, 'gx-refund', 'ASSERTION_'), {
    ASSERTION_VERIFICATION_KEYS_FILE: 'gx-refund/ASSERTION_VERIFICATION_KEYS',
  });
});
