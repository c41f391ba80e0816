import {
  type Instance,
  type InstanceHost,
  type InstanceOptions,
  instance,
  instanceHost,
  NO_FAULTS,
} from '@gx/testkit/faults';
import { environmentOf, type Service, STARTERS } from './services.ts';
import type { Worker } from './worker.ts';

export type RunningInstance = Instance & {
  readonly host: InstanceHost;
  readonly port: number;
  readonly flush: () => Promise<void>;
};
type LaunchOptions = Pick<InstanceOptions, 'onTraffic'> & {
  readonly name: () => string;
  readonly onDeath: (name: string) => void;
};

/** Instances' clocks run behind the one that recovers, so that what they leave is old at once. */
const SKEW_MS = -10_000;

/**
 * Starts an instance of a service in a worker. One that cannot start is started again, as whatever runs it
 * would.
 */
export async function launch(
  worker: Worker,
  service: Service,
  options: LaunchOptions,
  attempts = 3,
): Promise<RunningInstance> {
  try {
    return await launchOnce(worker, service, options);
  } catch (error) {
    if (attempts === 1) throw error;
    return launch(worker, service, options, attempts - 1);
  }
}

async function launchOnce(worker: Worker, service: Service, options: LaunchOptions): Promise<RunningInstance> {
  let ready = false;
  const name = options.name();
  const owner = instance({
    service,
    name,
    plan: () => (ready ? worker.fate.plan : NO_FAULTS),
    onTraffic: options.onTraffic,
    onDeath: () => options.onDeath(name),
  });
  const host = instanceHost(owner, worker.faultHook(owner), () => new Date(Date.now() + SKEW_MS));
  const { bank, doors } = worker.environment;
  const addresses = { database: worker.name, callbackUrl: doors.callbackUrl, bankUrl: bank.url };
  const { port, flush = () => Promise.resolve() } = await STARTERS[service](
    host,
    environmentOf(service, addresses),
  ).catch((error: unknown) => {
    owner.kill();
    throw error;
  });
  ready = true;
  return Object.assign(owner, { host, port, flush: () => Promise.race([flush(), owner.death]) });
}
