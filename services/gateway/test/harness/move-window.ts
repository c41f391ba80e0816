import type { createClient } from 'redis';

const BUCKETS = 61;
type Redis = Pick<ReturnType<typeof createClient>, 'keys' | 'hGetAll' | 'del' | 'hSet'>;

/**
 * What a window of Redis counted now, it counted so many buckets ago; a negative number is a clock that was
 * put back.
 */
export async function moveWindow(redis: Redis, pattern: string, buckets: number): Promise<void> {
  const [name = ''] = await redis.keys(pattern);
  const { second, total, ...counts } = await redis.hGetAll(name);
  const moved = (bucket: number): string => String((((bucket - buckets) % BUCKETS) + BUCKETS) % BUCKETS);
  const then = Object.entries(counts).map(([bucket, count]) => [moved(Number(bucket)), count] as const);
  await redis.del(name);
  await redis.hSet(name, {
    second: String(Number(second) - buckets),
    total: total ?? '0',
    ...Object.fromEntries(then),
  });
}
