import { createClient } from 'redis';
import type { Kind } from '../load/history.ts';
import { goesOn, type Play, passes, type Scenario } from './scenario.ts';

const EVERYTHING: readonly Kind[] = ['create', 'settle', 'refund', 'return', 'deliver'];
const MONEY: readonly Kind[] = ['create', 'settle', 'refund'];
/** Kafka stays away for so long in the long run: past everybody's retries. */
const AWAY_MS = { short: 1_000, long: 30_000 } as const;
const FLUSHES = { short: 5, long: 50 } as const;
const FLUSH_EVERY_MS = 200;

async function stepDown({ stage, fault, recovered }: Play): Promise<void> {
  const begun = fault('the primary of MongoDB steps down', ...MONEY);
  await stage.environment.set.stepDown();
  await recovered(begun);
}

/**
 * The primary is gone with whatever it had not given to a majority; it comes back as a secondary and takes
 * that back.
 */
async function killPrimary({ stage, fault, recovered }: Play): Promise<void> {
  const { handle } = await stage.environment.set.primary();
  const begun = fault('SIGKILL of the primary of MongoDB', ...MONEY);
  await handle.kill();
  await recovered(begun);
  await handle.start();
}

async function restartKafka({ stage, fault, recovered, scale }: Play): Promise<void> {
  const { kafka } = stage.environment;
  const begun = fault('SIGKILL of Kafka', ...EVERYTHING);
  await kafka.kill();
  await recovered({ ...begun, kinds: ['create'] });
  await passes(AWAY_MS[scale.name]);
  await kafka.start();
  await recovered(begun);
}

async function restartRedis({ stage, fault, recovered }: Play): Promise<void> {
  const { redis } = stage.environment;
  const begun = fault('SIGKILL of Redis', 'create');
  await redis.kill();
  await recovered(begun);
  await redis.start();
}

async function flushRedis({ stage, fault, recovered, scale }: Play): Promise<void> {
  const client = await createClient({ url: stage.environment.servers.redisUrl }).connect();
  try {
    for (let flush = 0; flush < FLUSHES[scale.name]; flush += 1) {
      await client.flushAll();
      await passes(FLUSH_EVERY_MS);
    }
    await recovered(fault('Redis is flushed again and again', 'create'));
  } finally {
    await client.close();
  }
}

const inTurn =
  (...acts: readonly ((play: Play) => Promise<void>)[]) =>
  async (play: Play): Promise<void> => {
    for (let round = 0; goesOn(play.scale, round); round += 1) for (const act of acts) await act(play);
  };

export const SERVERS: readonly Scenario[] = [
  { name: 'MongoDB steps down', isShort: true, play: inTurn(stepDown) },
  { name: 'SIGKILL of the primary of MongoDB', isShort: false, play: inTurn(killPrimary, stepDown) },
  { name: 'Kafka restarts', isShort: true, play: inTurn(restartKafka) },
  { name: 'Redis restarts and is flushed', isShort: true, play: inTurn(restartRedis, flushRedis) },
];
