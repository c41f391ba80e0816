import type { Handle, ServiceName } from '@gx/stack';
import { until } from '@gx/testkit';
import type { Random } from '@gx/testkit/faults';
import type { History, Kind } from '../load/history.ts';
import type { SystemUnderTest } from '../load/system-under-test.ts';
import type { Stage, StageOptions } from '../stage/stage.ts';

/** One fault, and what it keeps from succeeding. */
export type InjectedFault = { readonly what: string; readonly at: number; readonly kinds: readonly Kind[] };
/**
 * Short: some seconds, each kind of fault once. Long: every service, the times of production, as many rounds
 * as are asked for.
 */
export type Scale = { readonly name: 'short' | 'long'; readonly rounds: number; readonly endsAt: number };
/** What a scenario is played with, while the load is on. */
export type Play = {
  readonly stage: Stage;
  readonly sut: SystemUnderTest;
  readonly random: Random;
  readonly scale: Scale;
  readonly faults: InjectedFault[];
  /** Writes a fault down, at the moment at which it begins. */
  readonly fault: (what: string, ...kinds: readonly Kind[]) => InjectedFault;
  /** Waits until each kind that the fault concerns has succeeded, begun after the fault. */
  readonly recovered: (fault: InjectedFault) => Promise<void>;
};
export type Scenario = {
  readonly name: string;
  readonly play: (play: Play) => Promise<void>;
  /** Has a version of some seconds. */
  readonly isShort: boolean;
  /** Other clocks than right ones, for a stage of its own in the long run. */
  readonly skewMs?: StageOptions['skewMs'];
  /** Merchants wait for each answer, and each request has to succeed at once. */
  readonly isGentle?: true;
};

const RECOVERY = { timeoutMs: 180_000 } as const;

/** What the death of a service keeps from succeeding, as long as nobody takes over. */
export const AFFECTS: Readonly<Record<ServiceName, readonly Kind[]>> = {
  gateway: ['create'],
  keys: ['create'],
  charge: ['create', 'settle'],
  ledger: ['settle'],
  refund: ['refund'],
  // No history pays out yet.
  payout: [],
  webhooks: ['deliver'],
  'bank-simulator': ['create', 'settle'],
  // Nobody but a payer's eye waits for the page.
  checkout: [],
};

/**
 * The first success of a kind that began after a moment, in milliseconds from then; undefined while there is
 * none.
 */
export function firstAfter({ successes }: History, kind: Kind, at: number): number | undefined {
  const later = successes.filter((success) => success.kind === kind && success.beganAt >= at);
  return later.length === 0 ? undefined : Math.min(...later.map(({ endedAt }) => endedAt)) - at;
}

export const recoveredFrom =
  (history: History) =>
  async ({ what, at, kinds }: InjectedFault): Promise<void> => {
    const missing = (): Kind[] => kinds.filter((kind) => firstAfter(history, kind, at) === undefined);
    await until(`${kinds.join(', ')} succeed after ${what}`, () => missing().length === 0, RECOVERY);
  };

/** Milliseconds pass, with the load on. */
export const passes = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Every process of a service, or the one at a place. */
export const replicaOf = (stage: Stage, service: ServiceName, index: number): Handle => {
  const replicas = stage.replicas(service);
  const replica = replicas[index % replicas.length];
  if (replica === undefined) throw new Error(`${service} has no replica`);
  return replica;
};

/** Whether another round may begin. */
export const goesOn = ({ rounds, endsAt }: Scale, round: number): boolean =>
  round < rounds && (round === 0 || performance.now() < endsAt);
