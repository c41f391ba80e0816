import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findNative, freePort, stackSettings, startProcess } from '@gx/stack';
import mongoose from 'mongoose';

export type GuardedMongo = {
  /** The administrator, connected. */
  readonly admin: mongoose.mongo.MongoClient;
  readonly adminUrl: string;
  /** A connection string of a user who is known to the database `home`. */
  readonly urlOf: (name: string, password: string, home: string) => string;
  readonly stop: () => Promise<void>;
};

/**
 * A MongoDB of the test's own that asks everybody who they are, as a deployment's does. It knows the server's
 * own commands for tests.
 */
export async function guardedMongo(): Promise<GuardedMongo> {
  const dir = await mkdtemp(join(tmpdir(), 'gx-guarded-'));
  const binaries = await (await findNative({ ...stackSettings(), provider: 'native' })).mongo();
  const [port, keyFile, dbpath] = [await freePort(), join(dir, 'key'), join(dir, 'db')];
  await writeFile(keyFile, randomBytes(96).toString('base64'), { mode: 0o400 });
  await mkdir(dbpath);
  const password = randomBytes(12).toString('hex');
  const urlOf: GuardedMongo['urlOf'] = (name, own, home) =>
    `mongodb://${name}:${own}@127.0.0.1:${port}/?replicaSet=rs0&authSource=${home}`;
  const where = ['--bind_ip', '127.0.0.1', '--port', String(port), '--dbpath', dbpath, '--nounixsocket'];
  const small = ['--wiredTigerCacheSizeGB', '0.25', '--setParameter', 'diagnosticDataCollectionEnabled=false'];
  const running = await startProcess({
    name: 'mongo',
    command: binaries.mongod,
    args: ['--replSet', 'rs0', '--keyFile', keyFile, '--setParameter', 'enableTestCommands=1', ...where, ...small],
    env: binaries.libraries === undefined ? {} : { LD_LIBRARY_PATH: binaries.libraries },
    log: () => undefined,
    ready: () => makePrimary(port, password),
  });
  const adminUrl = urlOf('root', password, 'admin');
  const admin = await new mongoose.mongo.MongoClient(adminUrl).connect();
  const stop = async (): Promise<void> => {
    await admin.close();
    running.kill('SIGKILL');
    await running.exited;
    await rm(dir, { recursive: true, force: true });
  };
  return { admin, adminUrl, urlOf, stop };
}

/** While nobody is known, a connection from the same machine may make the first user. */
async function makePrimary(port: number, password: string): Promise<boolean> {
  const client = new mongoose.mongo.MongoClient(`mongodb://127.0.0.1:${port}/?directConnection=true`, {
    serverSelectionTimeoutMS: 1_000,
  });
  const admin = client.db('admin');
  try {
    const hello = await admin.command({ hello: 1 });
    const members = [{ _id: 0, host: `127.0.0.1:${port}` }];
    if (hello['setName'] === undefined) await admin.command({ replSetInitiate: { _id: 'rs0', members } });
    if (hello['isWritablePrimary'] !== true) return false;
    await admin.command({ createUser: 'root', pwd: password, roles: ['root'] });
    return true;
  } catch {
    return false;
  } finally {
    await client.close();
  }
}
