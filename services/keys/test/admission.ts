import { setTimeout } from 'node:timers/promises';
import { KEY_LEASE_MS, keyRecordName } from '@gx/contracts';
import { Refusal } from '@gx/core';
import { servers } from '@gx/testkit';
import { createClient } from 'redis';
import { call, type KeysClient } from './harness.ts';

export const connectRedis = async () => createClient({ url: servers().redisUrl }).connect();
export type Redis = Awaited<ReturnType<typeof connectRedis>>;
export type Admission = { readonly client: KeysClient; readonly redis: Redis | undefined; readonly prefix: string };

async function redisNow(redis: Redis): Promise<number> {
  const [seconds, micros] = await redis.time();
  return Number(seconds) * 1_000 + Math.floor(Number(micros) / 1_000);
}

export const lease = (redis: Redis, name: string, end: number): Promise<unknown> =>
  redis.set(name, String(end), { expiration: { type: 'PXAT', value: end } });

/** The gateway's rule in small: a record is a lease that begins before its read, by Redis' own clock. */
export async function admits({ client, redis, prefix }: Admission, fingerprint: string): Promise<boolean> {
  const name = keyRecordName(prefix, fingerprint);
  if (redis !== undefined && (await redis.get(name)) !== null) return true;
  const begun = redis && (await redisNow(redis));
  try {
    await client.resolveKey(call, { fingerprint });
    if (redis !== undefined && begun !== undefined) await lease(redis, name, begun + KEY_LEASE_MS);
    return true;
  } catch (error) {
    if (error instanceof Refusal && error.code === 'not_found') return false;
    throw error;
  }
}

/** Fifty ask without end: what is tried is who is let in, not how many questions a machine can take. */
const PAUSE_MS = 4;

type Hammer = { readonly lastAccepted: () => Promise<number> };

/** Asks for admission again and again until told to stop; answers when the last accepted request began. */
export async function hammer(admission: Admission, fingerprint: string): Promise<Hammer> {
  if (!(await admits(admission, fingerprint))) throw new Error('a live key was refused');
  let stopped = false;
  // A gateway whose question finds no answer lets nobody in.
  const isAdmitted = (): Promise<boolean> =>
    admits(admission, fingerprint).catch((error: unknown) => {
      if (error instanceof Refusal && error.code === 'service_unavailable') return false;
      throw error;
    });
  const loop = async (): Promise<number> => {
    let last = 0;
    while (!stopped) {
      const begun = performance.now();
      if (await isAdmitted()) last = begun;
      await setTimeout(PAUSE_MS);
    }
    return last;
  };
  const running = loop();
  return {
    lastAccepted: () => {
      stopped = true;
      return running;
    },
  };
}
