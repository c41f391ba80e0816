import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'yaml';
import { helm, RELEASE } from './kube.ts';
import type { World } from './world.ts';

const CHARTS = join(import.meta.dirname, '../../charts');
/** Everything that serves, with a chart of its own; the first is what merchants meet. */
export const SERVICES = [
  'gateway',
  'checkout',
  'keys',
  'charge',
  'ledger',
  'refund',
  'webhooks',
  'bank-simulator',
] as const;
export type Service = (typeof SERVICES)[number];
type Values = Readonly<Record<string, unknown>>;

/**
 * What every service of a test has: one replica, so that nothing but the rollout itself keeps it there.
 * `note` is what an upgrade changes.
 */
const COMMON = { replicas: 1, startupSeconds: 240 } as const;

/**
 * Two gateways that scale, the ways of the test's own merchant; IPv4 only, as the stand-in for a network
 * plugin.
 */
const OWN: Readonly<Partial<Record<Service, Values>>> = {
  gateway: {
    replicas: 2,
    ingress: { enabled: true, host: '' },
    settings: { RATE_LIMIT_TEST_PER_MINUTE: 100_000 },
    autoscaling: { enabled: true, minReplicas: 2, maxReplicas: 3, cpuPercent: 50, scaleDownSeconds: 15 },
  },
  charge: { settings: { VELOCITY_ACCOUNT_MAX: 0, STORED_BYTES_TEST_PER_DAY: 1_000_000_000_000 } },
  webhooks: {
    settings: { WEBHOOK_ALLOWED_PRIVATE_TARGETS: '10.0.0.0/8' },
    networkPolicy: {
      ipv6: false,
      extraEgress: [
        { to: [{ podSelector: { matchLabels: { app: 'merchant' } } }], ports: [{ port: 8_080, protocol: 'TCP' }] },
      ],
    },
  },
};

const TRIAL = parse(readFileSync(join(CHARTS, 'gx/values-trial.yaml'), 'utf8')) as Record<string, Values>;

const valuesOf = (service: Service, note: string): Values => ({
  ...merged(TRIAL[service] ?? {}, { ...COMMON, ...OWN[service] }),
  podAnnotations: { note },
});

function merged(under: Values, over: Values): Values {
  const isMap = (value: unknown): value is Values =>
    typeof value === 'object' && value !== null && !Array.isArray(value);
  const both = Object.entries(over).map(([name, value]) => {
    const below = under[name];
    return [name, isMap(below) && isMap(value) ? merged(below, value) : value];
  });
  return { ...under, ...Object.fromEntries(both) };
}

export const buildCharts = (): void => void execFileSync(join(CHARTS, 'build.sh'));

async function release(name: string, chart: string, files: readonly Values[]): Promise<string> {
  const args = files.flatMap((values, index) => {
    const file = join(tmpdir(), `gx-cluster-${process.pid}-${name}-${index}.json`);
    writeFileSync(file, JSON.stringify(values), { mode: 0o600 });
    return ['-f', file];
  });
  return helm('upgrade', '--install', name, join(CHARTS, chart), ...args, '--wait', '--timeout', '8m');
}

type Trial = Pick<World, 'storage' | 'images'>;

const serversOf = ({ storage, images }: Trial): Values => ({
  storage,
  ...Object.fromEntries(Object.entries(images ?? {}).map(([server, image]) => [server, { image }])),
});

/** The umbrella with everything in it. */
export const installAll = (note: string, trial: Trial): Promise<string> =>
  release(RELEASE, 'gx', [
    TRIAL,
    {
      ...Object.fromEntries(SERVICES.map((service) => [service, valuesOf(service, note)])),
      trial: serversOf(trial),
    },
  ]);

/** The umbrella with nothing in it but the servers of a trial: its services are releases of their own. */
export const installServers = (trial: Trial): Promise<string> => {
  const off = Object.fromEntries([...SERVICES, 'ops'].map((service) => [service, { enabled: false }]));
  return release(RELEASE, 'gx', [TRIAL, { ...off, trial: serversOf(trial) }]);
};

export const nameOf = (service: Service | 'ops'): string => `${RELEASE}-${service}`;

/** The jobs of ops that need no service: users, without which no service starts, and topics. */
export const installFirstJobs = (): Promise<string> =>
  release(nameOf('ops'), 'ops', [
    { global: TRIAL['global'] },
    TRIAL['ops'] ?? {},
    { jobs: { bankProfile: { enabled: false } } },
  ]);

/** The chart of one service, as the team that owns it releases it. */
export const installAlone = (service: Service | 'ops', note: string): Promise<string> =>
  release(nameOf(service), service, [
    { global: TRIAL['global'] },
    service === 'ops' ? (TRIAL['ops'] ?? {}) : valuesOf(service, note),
  ]);

export const rollback = (name: string): Promise<string> => helm('rollback', name, '--wait', '--timeout', '8m');
