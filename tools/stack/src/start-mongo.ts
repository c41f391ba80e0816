import { mkdir } from 'node:fs/promises';
import type { MongoBinaries } from './find-mongo.ts';
import { freePort } from './free-port.ts';
import { pollUntil } from './poll-until.ts';
import { type Handle, restartable } from './restartable.ts';
import { type Log, startProcess } from './start-process.ts';

const SET = 'rs0';
/** A replica set of one that leaves the machine to others, wherever it runs. */
export const MONGO_SETTINGS: readonly string[] = [
  ...['--replSet', SET, '--wiredTigerCacheSizeGB', '0.25'],
  ...['--setParameter', 'diagnosticDataCollectionEnabled=false'],
];
const ASK_WITHIN_MS = 1_000;
const PRIMARY_WITHIN_MS = 30_000;
const NOT_INITIATED = 94;

/** Where a server keeps its data, where its output goes, and the port it would like. */
export type ServerSpec<Binaries> = {
  readonly binaries: Binaries;
  readonly dir: string;
  readonly log: Log;
  /** Hears of an end that nobody asked for; `log` when absent. */
  readonly report?: Log;
  readonly port?: number;
};

/** A replica set of one, primary when this resolves. */
export async function startMongo(spec: ServerSpec<MongoBinaries>): Promise<Handle & { readonly mongoUrl: string }> {
  const { binaries, dir } = spec;
  const port = await freePort(spec.port);
  await mkdir(dir, { recursive: true });
  const env = binaries.libraries === undefined ? {} : { LD_LIBRARY_PATH: binaries.libraries };
  const where = ['--bind_ip', '127.0.0.1', '--port', String(port), '--dbpath', dir, '--nounixsocket'];
  const args = [...where, ...MONGO_SETTINGS];
  const ready = (): Promise<boolean> => becomePrimary(port);
  const output = { log: spec.log, report: spec.report ?? spec.log };
  const launch = () =>
    startProcess({
      name: 'mongo',
      command: binaries.mongod,
      args,
      env,
      ...output,
      ready,
      readyWithinMs: PRIMARY_WITHIN_MS,
    });
  const handle = await restartable('mongo', launch);
  return { ...handle, mongoUrl: mongoUrlOf(port) };
}

/** How a client reaches the replica set on this port. */
export const mongoUrlOf = (port: number): string => `mongodb://127.0.0.1:${port}/?replicaSet=${SET}`;

/**
 * One step towards a primary on this port: initiates a new set, and renames the member when its port has
 * moved.
 */
export async function becomePrimary(port: number): Promise<boolean> {
  const { default: mongoose } = await import('mongoose');
  const member = `127.0.0.1:${port}`;
  const client = new mongoose.mongo.MongoClient(`mongodb://${member}/?directConnection=true`, {
    serverSelectionTimeoutMS: ASK_WITHIN_MS,
    connectTimeoutMS: ASK_WITHIN_MS,
  });
  const admin: Admin = (command) => client.db('admin').command(command);
  try {
    if (await isPrimary(admin, member)) return true;
    await settleMember(admin, member);
    return await pollUntil(() => isPrimary(admin, member), ASK_WITHIN_MS);
  } catch (cause) {
    if (cause instanceof mongoose.mongo.MongoNetworkError) return false;
    if (cause instanceof mongoose.mongo.MongoServerSelectionError) return false;
    throw cause;
  } finally {
    await client.close();
  }
}

type Reply = { readonly isWritablePrimary?: boolean; readonly me?: string; readonly config?: ReplicaSet };
type ReplicaSet = { readonly version: number; readonly members: readonly { readonly host: string }[] };
type Admin = (command: Record<string, unknown>) => Promise<Reply>;

async function isPrimary(admin: Admin, member: string): Promise<boolean> {
  const hello = await admin({ hello: 1 });
  return hello.isWritablePrimary === true && hello.me === member;
}

async function settleMember(admin: Admin, member: string): Promise<void> {
  const config = await readConfig(admin);
  if (config === undefined) {
    await admin({ replSetInitiate: { _id: SET, members: [{ _id: 0, host: member }] } });
    return;
  }
  if (config.members[0]?.host === member) return;
  const moved = { ...config, version: config.version + 1, members: [{ ...config.members[0], host: member }] };
  await admin({ replSetReconfig: moved, force: true });
}

async function readConfig(admin: Admin): Promise<ReplicaSet | undefined> {
  try {
    return (await admin({ replSetGetConfig: 1 })).config;
  } catch (cause) {
    if ((cause as { code?: number }).code === NOT_INITIATED) return undefined;
    throw cause;
  }
}
