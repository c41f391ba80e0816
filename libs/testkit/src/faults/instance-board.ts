import { Bus } from './bus.ts';
import type { FaultPlan } from './crossing.ts';
import { faultHookOf } from './fault-hook.ts';
import { switchboard } from './grpc-wire.ts';
import { type Instance, instance } from './instance.ts';
import { type InstanceHost, instanceHost } from './instance-host.ts';

export type HostedInstance = {
  readonly self: Instance;
  readonly host: InstanceHost;
  readonly faultHook: ReturnType<typeof faultHookOf>;
};
/** Instances of services in one process, each of which can die at any call it makes. */
export type InstanceBoard = {
  readonly bus: Bus;
  /** A new instance under a plan; `skewMs` moves its clock. */
  readonly hosted: (service: string, plan: FaultPlan, skewMs?: number) => HostedInstance;
  /** Stops those that live; the dead have been buried already. */
  readonly stop: () => Promise<void>;
};

const STEADY = { batchSize: (waiting: number) => waiting, again: () => false, delayMs: () => 0 };

/** A board on which everything that is not planned goes well. */
export function instanceBoard(): InstanceBoard {
  const bus = new Bus({ random: () => STEADY, onTraffic: () => undefined });
  const board = switchboard(() => undefined);
  const started: HostedInstance[] = [];
  return {
    bus,
    hosted: (service, plan, skewMs = 0) => {
      const options = {
        service,
        name: service,
        plan: () => plan,
        onTraffic: () => undefined,
        onDeath: () => undefined,
      };
      const self = instance(options);
      const faultHook = faultHookOf(self, { bus, switchboard: board });
      const host = instanceHost(self, faultHook, () => new Date(Date.now() + skewMs));
      started.push({ self, host, faultHook });
      return { self, host, faultHook };
    },
    stop: async () => {
      await Promise.all(started.filter(({ self }) => self.alive()).map(({ host }) => host.stop()));
    },
  };
}
