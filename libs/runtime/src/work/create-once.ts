import { unavailable } from '@gx/core';

/** One request that creates something under a key. */
export type CreateAttempts<R> = {
  /** Names the key of its tenant: requests of one name wait for each other in this process. */
  readonly key: string;
  /** Creates it, or answers what stands under its key; `again`: somebody else is at it. */
  readonly attempt: () => Promise<R | 'again'>;
  /** How long to go on, in milliseconds, once its turn has come. */
  readonly leftMs: () => number;
  /** What a caller reads whose time is over. */
  readonly message: string;
};

const POLL_MS = { first: 20, max: 250 } as const;

/**
 * Runs creations that are once per key, for ever, by a record that stands in a database. A caller ahead in
 * this process decides nothing here; waiting for it only saves asking everybody in vain. Throws
 * `service_unavailable` when somebody else, on whatever machine, is still at it.
 */
export function createOnce<R>(): (creation: CreateAttempts<R>) => Promise<R> {
  const flights = new Map<string, Promise<unknown>>();
  return async (creation) => {
    const { key } = creation;
    const work = (flights.get(key) ?? Promise.resolve()).then(() => create(creation));
    const landed = work.catch(() => undefined);
    flights.set(key, landed);
    try {
      return await work;
    } finally {
      if (flights.get(key) === landed) flights.delete(key);
    }
  };
}

async function create<R>({ attempt, leftMs, message }: CreateAttempts<R>): Promise<R> {
  const end = performance.now() + leftMs();
  for (let pause: number = POLL_MS.first; ; pause = Math.min(pause * 2, POLL_MS.max)) {
    const created = await attempt();
    if (created !== 'again') return created;
    if (performance.now() + pause > end) throw unavailable(message);
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
}
