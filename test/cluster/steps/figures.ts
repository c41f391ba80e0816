import { until } from '@gx/testkit';
import { kubectl, NAMESPACE, podsOf } from '../kube.ts';
import { SERVICES } from '../releases.ts';
import { demand, PATIENT, type World } from '../world.ts';

const IDLE_MS = 60_000;
const IDLE_MB_MAX = 220;
const START_MS_MAX = 1_500;

type PodMetrics = {
  readonly items: readonly {
    readonly metadata: { readonly labels: Readonly<Record<string, string>> };
    readonly timestamp: string;
    readonly containers: readonly { readonly usage: { readonly memory: string } }[];
  }[];
};

/**
 * Working set of each service after a minute without traffic, as the cluster's own metrics tell it, in
 * 1,000,000 bytes.
 */
export async function idleMemory(_world: World): Promise<string> {
  const quietSince = Date.now();
  const metrics = await until(
    'a measurement after a minute of quiet',
    async () => {
      const path = `/apis/metrics.k8s.io/v1beta1/namespaces/${NAMESPACE}/pods`;
      const read = JSON.parse(await kubectl('get', '--raw', path)) as PodMetrics;
      const isLate = ({ timestamp }: { timestamp: string }): boolean => Date.parse(timestamp) > quietSince + IDLE_MS;
      return read.items.length > 0 && read.items.every(isLate) && read;
    },
    { ...PATIENT, everyMs: 5_000 },
  );
  const figures = SERVICES.map((service) => {
    const pods = metrics.items.filter(({ metadata }) => metadata.labels['app.kubernetes.io/name'] === service);
    const [most = 0] = pods
      .map(({ containers }) => bytesOf(containers[0]?.usage.memory ?? '0'))
      .toSorted((a, b) => b - a);
    return { service, megabytes: Math.round(most / 1_000_000) };
  });
  const summary = figures.map(({ service, megabytes }) => `${service} ${megabytes}`).join(', ');
  demand(
    figures.every(({ megabytes }) => megabytes > 0 && megabytes <= IDLE_MB_MAX),
    `over ${IDLE_MB_MAX} MB: ${summary}`,
  );
  return `MB: ${summary}`;
}

const UNITS: Readonly<Record<string, number>> = { '': 1, Ki: 1_024, Mi: 1_024 ** 2, Gi: 1_024 ** 3 };
function bytesOf(quantity: string): number {
  const [, number = '0', unit = ''] = /^(\d+)(\w*)$/.exec(quantity) ?? [];
  return Number(number) * (UNITS[unit] ?? Number.NaN);
}

/** Each look takes processor time from what is looked at. */
const SELDOM = { ...PATIENT, everyMs: 1_500 } as const;

/**
 * From the start of the process to ready, of one new pod of each service while nothing else goes on: what its
 * own log says.
 */
export async function coldStarts(_world: World): Promise<string> {
  const figures: { service: string; ms: number }[] = [];
  for (const service of SERVICES) {
    const before = await podsOf(service);
    const [old = ''] = before;
    await kubectl('delete', old, '--wait=false');
    const isNew = (name: string): boolean => !before.includes(name);
    const fresh = await until(`a new pod of ${service} runs`, async () => (await podsOf(service)).find(isNew), SELDOM);
    await kubectl('wait', '--for=condition=Ready', fresh, '--timeout=120s');
    const ms = startOf(await kubectl('logs', fresh));
    demand(ms !== undefined, `${fresh} does not say how long its start took`);
    figures.push({ service, ms });
    // Until it is gone its callers and it have things to do.
    await kubectl('wait', '--for=delete', old, '--timeout=120s');
  }
  const summary = figures.map(({ service, ms }) => `${service} ${ms}`).join(', ');
  demand(
    figures.every(({ ms }) => ms <= START_MS_MAX),
    `over ${START_MS_MAX} ms: ${summary}`,
  );
  return `ms: ${summary}`;
}

function startOf(log: string): number | undefined {
  const line = log.split('\n').find((text) => text.includes('"message":"ready"'));
  return line === undefined ? undefined : (JSON.parse(line) as { start_ms: number }).start_ms;
}
