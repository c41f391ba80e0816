import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { keyRecordName } from '@gx/contracts';
import type { Host, Logger, RateLimitResult } from '@gx/runtime';
import { connectRedis, type RedisAddress } from '@gx/runtime/redis';
import { type CommandParser, defineScript } from 'redis';
import { Breaker } from './breaker.ts';

const COMMAND_TIMEOUT_MS = 250;
const START_WITHIN_MS = 1_000;

type Reply = [nowMs: number, record: string | null, allowed: number, remaining: number, retryAfterSeconds: number];
/**
 * What Redis knows about a key: its record and the place it took, or nothing and Redis' own time of saying
 * so.
 */
export type KeyLookUp =
  | { readonly record: string; readonly rateLimit: RateLimitResult }
  | { readonly missedAtMs: number };
export type RedisWindows = ReturnType<typeof redisWindows>;
export type RedisOptions = { readonly address: RedisAddress; readonly prefix: string; readonly field: string };

const admission = defineScript({
  SCRIPT: readFileSync(resolve(import.meta.dirname, 'admission.lua'), 'utf8'),
  parseCommand(parser: CommandParser, keys: readonly string[], args: readonly string[]) {
    parser.push(String(keys.length));
    for (const key of keys) parser.pushKey(key);
    parser.push(...args);
  },
  transformReply: (reply: unknown) => reply as Reply,
});

/**
 * Key records and rate windows in Redis, one round trip each; the records that are looked at stand under
 * `field`. Every method answers undefined when Redis is slow, gone or being left alone; the caller then goes
 * on without it.
 */
export function redisWindows(host: Host, { address, prefix, field }: RedisOptions) {
  const { redis, connected } = connectRedis({
    address,
    scripts: { admission },
    life: host.life,
    faultHook: host.faultHook,
    onError: (err) => host.log.debug({ err }, 'redis'),
  });

  // The client widens a script's tuple to a list.
  const run = (keys: readonly string[], args: readonly string[]) =>
    redis.admission(keys, args) as unknown as Promise<Reply>;
  const breaker = new Breaker(() => performance.now());
  const ask = (keys: readonly string[], args: readonly string[]): Promise<Reply | undefined> =>
    breaker.allows() ? guarded(run(keys, args), breaker, host.log) : Promise.resolve(undefined);
  const windowOf = (fingerprint: string): string => `${prefix}rate:{${fingerprint}}`;

  return {
    /** Waits for the first connection, but not for long: a gateway starts without Redis too. */
    async start(): Promise<void> {
      const enough = Promise.withResolvers<void>();
      const timer = setTimeout(enough.resolve, START_WITHIN_MS);
      await Promise.race([connected, enough.promise]);
      clearTimeout(timer);
    },
    /** Looks the key up and, if its record is there, counts the request. */
    async look(fingerprint: string, limit: number): Promise<KeyLookUp | undefined> {
      const reply = await ask(
        [windowOf(fingerprint), keyRecordName(prefix, fingerprint)],
        [String(limit), field, '', '', '1', ''],
      );
      if (reply === undefined) return undefined;
      const [nowMs, record] = reply;
      return record === null ? { missedAtMs: nowMs } : { record, rateLimit: rateLimitOf(reply, limit) };
    },
    /**
     * Stores the record until `leaseUntilMs` of Redis' clock, unless that is past, and counts the request.
     */
    async fill(
      fingerprint: string,
      limit: number,
      lease: { record: string; untilMs: number },
    ): Promise<RateLimitResult | undefined> {
      const keys = [windowOf(fingerprint), keyRecordName(prefix, fingerprint)];
      const reply = await ask(keys, [String(limit), field, lease.record, String(lease.untilMs), '1', '']);
      return reply === undefined ? undefined : rateLimitOf(reply, limit);
    },
    /** Counts a request in a window that belongs to no key, of 60 buckets. */
    async consume(name: string, limit: number, bucketSeconds = 1): Promise<RateLimitResult | undefined> {
      const reply = await ask([`${prefix}${name}`], [String(limit), '', '', '', String(bucketSeconds), '']);
      return reply === undefined ? undefined : rateLimitOf(reply, limit);
    },
    /** Gives the newest request of such a window back; while Redis is away it stays counted. */
    async restore(name: string, limit: number, bucketSeconds: number): Promise<void> {
      await ask([`${prefix}${name}`], [String(limit), '', '', '', String(bucketSeconds), 'restore']);
    },
  };
}

const rateLimitOf = ([, , allowed, remaining, retryAfterSeconds]: Reply, limit: number): RateLimitResult => ({
  allowed: allowed === 1,
  limit,
  remaining,
  retryAfterSeconds,
});

/** The reply, or undefined when it failed or is late; late replies are dropped, whatever they say. */
function guarded(command: Promise<Reply>, breaker: Breaker, log: Logger): Promise<Reply | undefined> {
  return new Promise((resolve) => {
    const fail = (err: unknown): void => {
      if (breaker.failed()) log.warn({ err }, 'redis left alone: keys are checked by gRPC, limits kept per process');
      resolve(undefined);
    };
    const late = (): void => fail(new Error(`no answer in ${COMMAND_TIMEOUT_MS} ms`));
    // When this process itself was busy for that long, the reply is there already: it is read before
    // immediates run.
    let immediate: NodeJS.Immediate | undefined;
    const timer = setTimeout(() => {
      immediate = setImmediate(late);
    }, COMMAND_TIMEOUT_MS);
    const settled = (): void => {
      clearTimeout(timer);
      clearImmediate(immediate);
    };
    command.then(
      (reply) => {
        settled();
        breaker.succeeded();
        resolve(reply);
      },
      (err: unknown) => {
        settled();
        fail(err);
      },
    );
  });
}
