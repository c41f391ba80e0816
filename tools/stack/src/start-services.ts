import { topicSpecs } from '@gx/contracts';
import { CHECKOUT, stackSettings } from './config.ts';
import { createTopics } from './kafka-admin.ts';
import { type Handle, restartable } from './restartable.ts';
import {
  type PlannedProcess,
  type PlanSpec,
  planServices,
  SERVICE_NAMES,
  type ServiceAddresses,
  type ServiceName,
} from './service-plan.ts';
import { type Log, startProcess } from './start-process.ts';

/** What to start: the servers it runs on, the secrets, and how it differs from the usual stack. */
export type ServicesSpec = Omit<PlanSpec, 'inherited'> & {
  readonly log: Log;
  readonly inherited?: NodeJS.ProcessEnv;
  readonly readyWithinMs?: number;
};

/** Running services. Handles stop, kill and restart one process; a service with replicas has several. */
export type Services = ServiceAddresses & {
  /** Base addresses of the health servers, by process name. */
  readonly health: Readonly<Record<string, string>>;
  readonly handles: Readonly<Record<ServiceName, readonly Handle[]>>;
  stop(): Promise<void>;
};

const ASK_WITHIN_MS = 2_000;

/** Creates the topics, starts every process in parallel and resolves when all answer `/readyz` with 200. */
export async function startServices(spec: ServicesSpec): Promise<Services> {
  const inherited = spec.inherited ?? stackSettings().inherited;
  const [{ processes, addresses }] = await Promise.all([
    planServices({ ...spec, inherited }),
    createTopics(spec.servers.kafkaBrokers, topicSpecs(spec.namespace ?? '')),
  ]);
  const settled = await Promise.allSettled(processes.map((planned) => startService(planned, spec)));
  const started = settled.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
  const failures = settled.flatMap((result) => (result.status === 'rejected' ? [result.reason as Error] : []));
  if (failures.length > 0) {
    await Promise.all(started.map((handle) => handle.stop()));
    throw new AggregateError(failures, failures.map((failure) => failure.message).join('\n'));
  }
  const handles = byService(processes, started);
  const health = Object.fromEntries(processes.map(({ name, ports }) => [name, `http://127.0.0.1:${ports.health}`]));
  return { ...addresses, health, handles, stop: () => stopInOrder(handles) };
}

function byService(processes: readonly PlannedProcess[], started: readonly Handle[]): Services['handles'] {
  const of = (service: ServiceName): Handle[] => started.filter((_, index) => processes[index]?.service === service);
  return Object.fromEntries(SERVICE_NAMES.map((service) => [service, of(service)])) as unknown as Services['handles'];
}

/**
 * The edge first, so that no request meets a service that is gone; then who calls others; then who only
 * answers.
 */
async function stopInOrder(handles: Services['handles']): Promise<void> {
  for (const group of [
    ['gateway', 'checkout'],
    ['refund', 'payout', 'webhooks'],
    ['charge'],
    ['ledger', 'keys', 'bank-simulator'],
  ] as const) {
    await Promise.all(group.flatMap((service) => handles[service]).map((handle) => handle.stop()));
  }
}

function startService(planned: PlannedProcess, spec: ServicesSpec): Promise<Handle> {
  const { name, args, env, ports } = planned;
  const ready = (): Promise<boolean> => isReady(ports.health);
  const { log, readyWithinMs } = spec;
  return restartable(name, () =>
    startProcess({
      name,
      command: process.execPath,
      args,
      cwd: CHECKOUT,
      env,
      log,
      ready,
      ...(readyWithinMs === undefined ? {} : { readyWithinMs }),
    }),
  );
}

async function isReady(healthPort: number): Promise<boolean> {
  try {
    const signal = AbortSignal.timeout(ASK_WITHIN_MS);
    return (await fetch(`http://127.0.0.1:${healthPort}/readyz`, { signal })).status === 200;
  } catch {
    return false;
  }
}
