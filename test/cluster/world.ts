import type { Merchant } from '../stories/merchant.ts';
import type { Sink } from './sink.ts';

/** Images of the servers of a trial, in the place of the official ones. */
export type ServerImages = Readonly<Record<'mongodb' | 'kafka' | 'redis', string>>;

/** What the steps hand on to each other. */
export type World = {
  readonly ingress: string;
  shop?: Merchant;
  /** The merchant's API key. */
  key?: string;
  sink?: Sink;
  /** Every charge that anybody was answered, and was paid: what the wallet and the sink are held against. */
  readonly paid: Set<string>;
  /** Those of them that were read as paid already. */
  readonly read: Set<string>;
  /** What one paid charge leaves in the wallet. */
  net?: number;
  /** Size of the volumes of the servers; empty where their data may go with their pods. */
  storage: string;
  readonly images?: ServerImages;
};
/** One row of the table: does it, throws when it did not hold, answers its figure. */
export type Step = {
  readonly name: string;
  readonly run: (world: World) => Promise<string>;
  /** Later steps cannot be without it. */
  readonly isGround?: true;
};

/** For a busy machine. */
export const PATIENT = { timeoutMs: 180_000, everyMs: 500 };

export function demand(holds: boolean, message: string): asserts holds {
  if (!holds) throw new Error(message);
}

export function shopOf({ shop }: World): Merchant {
  if (shop === undefined) throw new Error('no merchant: an earlier step failed');
  return shop;
}

export function sinkOf({ sink }: World): Sink {
  if (sink === undefined) throw new Error('no sink: an earlier step failed');
  return sink;
}

export const secondsSince = (begin: number): string => `${((performance.now() - begin) / 1_000).toFixed(0)} s`;
