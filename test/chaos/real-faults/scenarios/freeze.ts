import type { Handle, ServiceName } from '@gx/stack';
import { until } from '@gx/testkit';
import { membersOf } from '../proof/lag.ts';
import { AFFECTS, goesOn, type Play, passes, replicaOf, type Scenario } from './scenario.ts';

/** Who consumes, and in which group: a member that stands still loses its partitions to the other. */
const GROUPS = { ledger: 'ledger', charge: 'charge', webhooks: 'webhooks', refund: 'refund' } as const;
type Consumer = keyof typeof GROUPS;
const CONSUMERS = Object.keys(GROUPS) as readonly Consumer[];

/**
 * Stops processes without killing them, for longer than anybody waits for them, and lets them go on as if
 * nothing had been.
 */
async function freezeAndThaw(play: Play, services: readonly Consumer[], replica: number): Promise<void> {
  const { stage, fault, recovered } = play;
  const handles = services.map((service) => replicaOf(stage, service, replica));
  const kinds = new Set(services.flatMap((service) => AFFECTS[service as ServiceName]));
  const begun = fault(`SIGSTOP of ${named(handles)}`, ...kinds);
  for (const handle of handles) handle.signal('SIGSTOP');
  for (const service of services) await losesItsPartitions(play, service);
  await recovered(begun);
  await passes(Math.max(0, begun.at + stage.pace.freezeMs - performance.now()));
  const woken = fault(`SIGCONT of ${named(handles)}`, ...kinds);
  for (const handle of handles) handle.signal('SIGCONT');
  for (const service of services)
    await until(`${service} has two members again`, async () => (await members(play, service)) === 2, PATIENCE);
  await recovered(woken);
}

const PATIENCE = { timeoutMs: 90_000, everyMs: 250 } as const;
const named = (handles: readonly Handle[]): string => handles.map(({ name }) => name).join(', ');
const members = ({ stage }: Play, service: Consumer): Promise<number> =>
  membersOf(stage, `${stage.namespace}${GROUPS[service]}`);

/** Without this the fault would have been no fault. */
const losesItsPartitions = async (play: Play, service: Consumer): Promise<void> =>
  void (await until(`a member of ${service} was given up`, async () => (await members(play, service)) === 1, PATIENCE));

export const FREEZES: readonly Scenario[] = [
  {
    name: 'SIGSTOP of each consumer past every lease, then SIGCONT',
    isShort: false,
    play: async (play) => {
      for (let round = 0; goesOn(play.scale, round); round += 1)
        for (const service of CONSUMERS) await freezeAndThaw(play, [service], round);
    },
  },
  {
    name: 'SIGSTOP of one of each consumer at once, then SIGCONT',
    isShort: true,
    play: async (play) => {
      for (let round = 0; goesOn(play.scale, round); round += 1) await freezeAndThaw(play, CONSUMERS, round);
    },
  },
];
