import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { freePort, type Handle, type Log, type MongoBinaries, restartable, startProcess } from '@gx/stack';
import { until } from '@gx/testkit';
import { type ConnectionFilter, startWire, type Wire } from '@gx/testkit/faults';
import mongoose from 'mongoose';

const SET = 'rs0';
const ASK_WITHIN_MS = 1_000;
const PRIMARY = { timeoutMs: 40_000 } as const;

/**
 * One mongod and the wire in front of it; everybody, the other members too, knows it by the wire's address.
 */
export type Member = { readonly handle: Handle; readonly wire: Wire; readonly host: string };
/** A MongoDB that can lose a member and go on. */
export type ReplicaSet = {
  readonly mongoUrl: string;
  readonly members: readonly Member[];
  /** The member that takes writes now; waits until there is one. */
  readonly primary: () => Promise<Member>;
  /** Makes the primary step down, and waits until there is one again; the new one. */
  readonly stepDown: () => Promise<Member>;
  readonly stop: () => Promise<void>;
};
export type ReplicaSetSpec = {
  readonly binaries: MongoBinaries;
  readonly dir: string;
  readonly log: Log;
  /** How long the set misses a dead primary before it votes: MongoDB's own 10 s unless told otherwise. */
  readonly electionTimeoutMs?: number;
};

/**
 * Connections of these services of ours. Members, too, connect through the wires: among themselves nothing is
 * ever cut.
 */
export const connectionsOf = (...services: readonly string[]): ConnectionFilter => {
  // Names are BSON strings: their length, the text, a zero.
  const names = services.map((service) => Buffer.from(`${service}\0`));
  return (greeting) => greeting.includes('application') && names.some((name) => greeting.includes(name));
};

/** A replica set of three with a primary. */
export async function startReplicaSet(spec: ReplicaSetSpec): Promise<ReplicaSet> {
  const members = await Promise.all([0, 1, 2].map((index) => startMember(spec, index)));
  const [first] = members;
  if (first === undefined) throw new Error('no members');
  const config = {
    _id: SET,
    members: members.map(({ host }, index) => ({ _id: index, host })),
    settings: { electionTimeoutMillis: spec.electionTimeoutMs ?? 10_000 },
  };
  await ask(first.port, { replSetInitiate: config });
  const primary = (): Promise<Member> => until('the set has a primary', () => primaryOf(members), PRIMARY);
  await primary();
  return {
    mongoUrl: `mongodb://${members.map(({ host }) => host).join(',')}/?replicaSet=${SET}`,
    members,
    primary,
    stepDown: async () => {
      const old = (await primary()) as StartedMember;
      // Nobody is asked to wait for the secondaries: what they do not have yet is what a step-down is about.
      await ask(old.port, { replSetStepDown: 20, secondaryCatchUpPeriodSecs: 0, force: true });
      return until('another member is primary', async () => await otherThan(old, members), PRIMARY);
    },
    stop: async () => {
      await Promise.all(members.map(({ handle }) => handle.kill()));
      await Promise.all(members.map(({ wire }) => wire.stop()));
    },
  };
}

type StartedMember = Member & { readonly port: number };

async function startMember({ binaries, dir, log }: ReplicaSetSpec, index: number): Promise<StartedMember> {
  const port = await freePort();
  const data = join(dir, `member-${index}`);
  await mkdir(data, { recursive: true });
  const where = ['--bind_ip', '127.0.0.1', '--port', String(port), '--dbpath', data, '--nounixsocket'];
  const small = ['--wiredTigerCacheSizeGB', '0.25', '--setParameter', 'diagnosticDataCollectionEnabled=false'];
  const name = `mongo-${index}`;
  const handle = await restartable(name, () =>
    startProcess({
      name,
      command: binaries.mongod,
      args: ['--replSet', SET, ...where, ...small],
      env: binaries.libraries === undefined ? {} : { LD_LIBRARY_PATH: binaries.libraries },
      log,
      ready: () => answers(port),
    }),
  );
  const wire = await startWire(() => port);
  return { handle, wire, host: `127.0.0.1:${wire.port}`, port };
}

type Reply = { readonly isWritablePrimary?: boolean };

/** Asks one member itself, past its wire. */
async function ask(port: number, command: Record<string, unknown>): Promise<Reply> {
  const client = new mongoose.mongo.MongoClient(`mongodb://127.0.0.1:${port}/?directConnection=true`, {
    serverSelectionTimeoutMS: ASK_WITHIN_MS,
    connectTimeoutMS: ASK_WITHIN_MS,
  });
  try {
    return await client.db('admin').command(command);
  } finally {
    await client.close();
  }
}

const answers = (port: number): Promise<boolean> =>
  ask(port, { ping: 1 }).then(
    () => true,
    () => false,
  );

async function primaryOf(members: readonly StartedMember[]): Promise<StartedMember | undefined> {
  for (const member of members) {
    const reply = await ask(member.port, { hello: 1 }).catch((): Reply => ({}));
    if (reply.isWritablePrimary === true) return member;
  }
  return undefined;
}

async function otherThan(old: StartedMember, members: readonly StartedMember[]): Promise<StartedMember | undefined> {
  const found = await primaryOf(members);
  return found === old ? undefined : found;
}
