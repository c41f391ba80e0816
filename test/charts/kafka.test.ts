import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CONSUMER_GROUPS, subscription } from '@gx/contracts';
import test from 'ava';
import { parse } from 'yaml';
import {
  type Container,
  committedRenders,
  filesOf,
  type KubeObject,
  keyFilesOf,
  type Workload,
  workloadsOf,
} from './objects.ts';

const everything = committedRenders().get('gx-everything') ?? [];
const production = committedRenders().get('gx-production') ?? [];
const trial = committedRenders().get('gx-trial') ?? [];
/** The services that Kafka is for, and the one job. */
const SPEAKERS = ['pay-charge', 'pay-ledger', 'pay-ops-topics', 'pay-payout', 'pay-refund', 'pay-webhooks'];

const first = ({ pod }: Workload): Container => pod.containers[0] as Container;
const variablesOf = (workload: Workload): Record<string, string | undefined> =>
  Object.fromEntries(
    (first(workload).env ?? []).filter(({ name }) => name.startsWith('KAFKA_')).map(({ name, value }) => [name, value]),
  );

test('whatever speaks to Kafka has its settings, and nothing else has', (t) => {
  const own = workloadsOf(everything).filter(({ object }) => !/-(kafka|mongodb|redis)$/.test(object.metadata.name));
  const configured = own.filter((workload) => Object.keys(variablesOf(workload)).length > 0);
  t.deepEqual(configured.map(({ object }) => object.metadata.name).sort(), SPEAKERS);
  for (const workload of configured)
    t.deepEqual(
      variablesOf(workload),
      {
        KAFKA_BROKERS: 'kafka-0.example.com:9093',
        KAFKA_TLS: 'true',
        KAFKA_TLS_CA_FILE: '/run/kafka-tls/ca.crt',
        KAFKA_TLS_CERT_FILE: '/run/kafka-tls/tls.crt',
        KAFKA_TLS_KEY_FILE: '/run/kafka-tls/tls.key',
        KAFKA_SASL_MECHANISM: 'scram-sha-512',
        KAFKA_SASL_USERNAME_FILE: '/run/gx/KAFKA_SASL_USERNAME',
        KAFKA_SASL_PASSWORD_FILE: '/run/gx/KAFKA_SASL_PASSWORD',
      },
      workload.name,
    );
});

test('its certificates and its password are files from Secrets, which no other pod mounts', (t) => {
  for (const workload of workloadsOf(everything)) {
    const { name } = workload.object.metadata;
    const tls = filesOf(workload, 'kafka-tls');
    const password = filesOf(workload, 'secrets')['KAFKA_SASL_PASSWORD'];
    const isMounted = (first(workload).volumeMounts ?? []).some(({ mountPath }) => mountPath === '/run/kafka-tls');
    if (!SPEAKERS.includes(name)) {
      t.deepEqual([tls, password, isMounted], [{}, undefined, false], name);
      continue;
    }
    const files = {
      'ca.crt': 'kafka-ca/ca.crt',
      'tls.crt': 'kafka-client/user.crt',
      'tls.key': 'kafka-client/user.key',
    };
    t.deepEqual([tls, isMounted], [files, true], name);
    t.regex(password ?? '', /\/kafka-password$/, name);
  }
});

test('KEDA is let in as the service is that it scales', (t) => {
  const named = (kind: string): KubeObject[] => everything.filter((object) => object.kind === kind);
  const secrets = named('TriggerAuthentication').map(({ metadata, spec }) => {
    const { secretTargetRef } = spec as unknown as {
      secretTargetRef: { parameter: string; name: string; key: string }[];
    };
    return [metadata.name, Object.fromEntries(secretTargetRef.map(({ parameter, key }) => [parameter, key]))];
  });
  const keys = {
    username: 'KAFKA_SASL_USERNAME',
    password: 'kafka-password',
    ca: 'ca.crt',
    cert: 'user.crt',
    key: 'user.key',
  };
  t.deepEqual(secrets.sort(), [
    ['pay-charge', keys],
    ['pay-webhooks', keys],
  ]);
  for (const { metadata, spec } of named('ScaledObject')) {
    const { triggers } = spec as unknown as {
      triggers: { metadata: Record<string, string>; authenticationRef?: { name: string } }[];
    };
    for (const { metadata: own, authenticationRef } of triggers)
      t.deepEqual([own['tls'], own['sasl'], authenticationRef?.name], ['enable', 'scram_sha512', metadata.name]);
  }
});

test('in production Kafka is spoken to by TLS and as a user; in a trial by its address alone', (t) => {
  const namesIn = (objects: readonly KubeObject[]): string[] => [
    ...new Set(workloadsOf(objects).map(variablesOf).flatMap(Object.keys)),
  ];
  t.deepEqual(namesIn(production).toSorted(), [
    'KAFKA_BROKERS',
    'KAFKA_SASL_MECHANISM',
    'KAFKA_SASL_PASSWORD_FILE',
    'KAFKA_SASL_USERNAME_FILE',
    'KAFKA_TLS',
  ]);
  const ours = trial.filter(({ metadata }) => metadata.name !== 'gx-kafka');
  t.deepEqual(namesIn(ours), ['KAFKA_BROKERS']);
});

test('each owner of events reads its private key from its own Secret, and all read one list of public keys; both as files that are followed', (t) => {
  const keysOf = (render: readonly KubeObject[], name: string) => keyFilesOf(render, name, 'EVENT_');
  for (const owner of ['charge', 'ledger', 'refund', 'payout']) {
    t.deepEqual(keysOf(production, `gx-${owner}`), {
      EVENT_SIGNING_KEY_FILE: `gx-${owner}/EVENT_SIGNING_KEY`,
      EVENT_VERIFICATION_KEYS_FILE: 'gx-event-keys/EVENT_VERIFICATION_KEYS',
    });
    t.deepEqual(keysOf(trial, `gx-${owner}`), {
      EVENT_SIGNING_KEY_FILE: `gx-trial/${owner.toUpperCase()}_EVENT_SIGNING_KEY`,
      EVENT_VERIFICATION_KEYS_FILE: 'gx-trial/EVENT_VERIFICATION_KEYS',
    });
  }
  t.deepEqual(keysOf(production, 'gx-webhooks'), {
    EVENT_VERIFICATION_KEYS_FILE: 'gx-event-keys/EVENT_VERIFICATION_KEYS',
  });
  t.deepEqual(keysOf(everything, 'pay-webhooks'), { EVENT_VERIFICATION_KEYS_FILE: 'event-keys/public.pem' });
  t.deepEqual(keysOf(production, 'gx-gateway'), {});
});

test('topics and access lists are made before the pods, by a job that reaches Kafka alone; beside them where Kafka comes with the release', (t) => {
  const named = (render: readonly KubeObject[], kind: string, name: string) =>
    render.find((object) => object.kind === kind && object.metadata.name === name);
  const job = named(production, 'Job', 'gx-ops-topics');
  t.is(job?.metadata.annotations?.['helm.sh/hook'], 'pre-install,pre-upgrade');
  const { egress = [] } = (named(production, 'NetworkPolicy', 'gx-ops-topics')?.spec ?? {}) as {
    egress?: { ports?: { port: number }[] }[];
  };
  t.deepEqual(
    egress.flatMap(({ ports = [] }) => ports.map(({ port }) => port)),
    [53, 53, 9_092],
  );
  t.is(named(trial, 'Job', 'gx-ops-topics-1')?.metadata.annotations?.['helm.sh/hook'], undefined);
  const callers = JSON.stringify(named(trial, 'NetworkPolicy', 'gx-kafka')?.spec);
  t.true(callers.includes('"ops-topics"'), callers);
});

test('each chart scales by the groups and topics that its service reads', (t) => {
  const rows = (Object.keys(CONSUMER_GROUPS) as (keyof typeof CONSUMER_GROUPS)[]).map((group) => ({
    ...subscription('', group),
    service: CONSUMER_GROUPS[group].service,
  }));
  for (const [service, own] of Map.groupBy(rows, (row) => row.service)) {
    const text = readFileSync(join(import.meta.dirname, '../../charts', service, 'descriptor.yaml'), 'utf8');
    const { consumes } = parse(text) as { consumes: unknown };
    t.deepEqual(
      consumes,
      own.map(({ group, topic }) => ({ group, topic })),
      service,
    );
  }
});

test('a reason to speak to a plain server reaches the services that speak to it, and no other', (t) => {
  const reached = workloadsOf(everything).flatMap((workload) => {
    const reasons = (first(workload).env ?? []).filter(({ name }) => name.startsWith('ALLOW_PLAINTEXT_'));
    return reasons.map(({ name, value }) => [workload.name, name, value]);
  });
  t.deepEqual(reached.toSorted(), [
    ['Deployment pay-gateway', 'ALLOW_PLAINTEXT_REDIS', 'a sidecar encrypts between the pods'],
    ['Deployment pay-keys', 'ALLOW_PLAINTEXT_REDIS', 'a sidecar encrypts between the pods'],
  ]);
  t.false(JSON.stringify(production).includes('ALLOW_PLAINTEXT_'));
});
