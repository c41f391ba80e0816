import { LocalWindows } from '@gx/runtime';

/** The windows count 60 units of their clock: here so many milliseconds, a second in all. */
const UNIT_MS = 1_000 / 60;

type HostTurnsOptions = {
  /** Attempts at one host in any second, over all replicas and merchants. */
  readonly perSecond: number;
  /** The part of all events that this replica delivers, from 0 to 1. */
  readonly share: () => number;
  readonly monotonicMs?: () => number;
};

/**
 * Bounds what all merchants together make us send to one host, whatever its port: who registers somebody
 * else's address gets no more out of us than this (decisions N19). Each replica has the part of the turns
 * that it has of the events, and one a second at least, or its retries would never leave.
 */
export function hostTurns({ perSecond, share, monotonicMs = () => performance.now() }: HostTurnsOptions) {
  const windows = new LocalWindows(() => monotonicMs() / UNIT_MS);
  /** Takes a turn and answers 0, or in how many milliseconds there is one again. */
  return (hostname: string): number => {
    const own = Math.max(1, Math.floor(perSecond * share()));
    const { allowed, retryAfterSeconds: units } = windows.consume(hostname, own);
    return allowed ? 0 : Math.ceil(units * UNIT_MS);
  };
}
