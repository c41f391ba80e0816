import { LocalWindows } from '@gx/runtime';

/** A window is of 60 buckets: of a second in all. */
const BUCKET_SECONDS = 1 / 60;

type HostTurnsOptions = {
  /** Attempts at one host in any second, over all replicas and merchants. */
  readonly perSecond: number;
  /** The part of all events that this replica delivers, from 0 to 1. */
  readonly share: () => number;
  readonly monotonicMs?: () => number;
};

export type HostTurns = {
  /** Takes a turn at a host and answers 0, or in how many milliseconds there is one again. */
  readonly take: (hostname: string) => number;
  /** Of an attempt that sent nothing: another replica made it, its target has moved, or we failed. */
  readonly restore: (hostname: string) => void;
};

/**
 * Bounds what all merchants together make us send to one host, whatever its port: who registers somebody
 * else's address gets no more out of us than this (decisions N19). Each replica has the part of the turns
 * that it has of the new events, for retries and replays too.
 */
export function hostTurns({ perSecond, share, monotonicMs = () => performance.now() }: HostTurnsOptions): HostTurns {
  const windows = new LocalWindows(() => monotonicMs() / 1_000, { bucketSeconds: BUCKET_SECONDS });
  return {
    take: (hostname) => {
      const own = Math.max(1, Math.floor(perSecond * share()));
      const { allowed, retryAfterSeconds } = windows.consume(hostname, own);
      return allowed ? 0 : Math.ceil(retryAfterSeconds * 1_000);
    },
    restore: (hostname) => windows.restore(hostname),
  };
}
