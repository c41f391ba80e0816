import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findNative, freePort, type RunningProcess, stackSettings, startProcess } from '@gx/stack';
import { createClient } from 'redis';
import { until } from './until.ts';

type Node = { readonly port: number; readonly running: RunningProcess };
type NodeOptions = {
  /** What stands first: nothing is kept, unless it is a Sentinel. */
  readonly first?: readonly string[];
  readonly settings?: readonly string[];
  readonly port?: number;
};
type Topology = { readonly url: string; readonly stop: () => Promise<void> };

const SLOTS = 16_384;
const PASSWORD = 'of-a-test';

/**
 * A Redis Cluster of three nodes, each with a third of the slots and without replicas; `before` runs when its
 * address is known and nothing is there yet.
 */
export async function redisCluster(before?: (url: string) => Promise<void>): Promise<Topology> {
  const { start, stop } = await nodes();
  const ports = [await portWithBus(), await portWithBus(), await portWithBus()] as const;
  const url = `redis-cluster://:${PASSWORD}@${ports.map((port) => `127.0.0.1:${port}`).join(',')}`;
  await before?.(url);
  const settings = ['--cluster-enabled', 'yes', '--cluster-node-timeout', '1000', '--requirepass', PASSWORD];
  for (const port of ports) await start({ settings, port });
  for (const [index, port] of ports.entries()) {
    const own = Array.from({ length: SLOTS }, (_, slot) => slot).filter((slot) => slot % ports.length === index);
    await command(port, ['CLUSTER', 'ADDSLOTS', ...own.map(String)]);
    if (index > 0) await command(ports[0], ['CLUSTER', 'MEET', '127.0.0.1', String(port)]);
  }
  for (const port of ports) {
    await until('a whole cluster', async () => {
      const info = String(await command(port, ['CLUSTER', 'INFO']));
      return /cluster_state:ok/.test(info) && /cluster_known_nodes:3/.test(info);
    });
  }
  return { url, stop };
}

/**
 * A master, its replica and a Sentinel that puts the replica in the master's place half a second after it
 * died.
 */
export async function redisSentinel(): Promise<Topology & { readonly killMaster: () => Promise<void> }> {
  const { start, stop, dir } = await nodes();
  const settings = ['--requirepass', PASSWORD, '--masterauth', PASSWORD];
  const master = await start({ settings });
  const replica = await start({ settings: [...settings, '--replicaof', '127.0.0.1', String(master.port)] });
  await until('a replica', async () => /master_link_status:up/.test(String(await command(replica.port, ['INFO']))));
  const file = join(dir, 'sentinel.conf');
  await writeFile(
    file,
    [
      `requirepass ${PASSWORD}`,
      `sentinel monitor pix 127.0.0.1 ${master.port} 1`,
      `sentinel auth-pass pix ${PASSWORD}`,
      'sentinel down-after-milliseconds pix 500',
      'sentinel failover-timeout pix 3000',
    ].join('\n'),
  );
  const sentinel = await start({ first: [file, '--sentinel'] });
  await until('a Sentinel that knows the replica', async () => {
    return ((await command(sentinel.port, ['SENTINEL', 'REPLICAS', 'pix'])) as unknown[]).length === 1;
  });
  const offset = async (port: number, name: string): Promise<number> =>
    Number(new RegExp(`${name}:(\\d+)`).exec(String(await command(port, ['INFO', 'replication'])))?.[1]);
  const killMaster = async (): Promise<void> => {
    const written = await offset(master.port, 'master_repl_offset');
    await until('a replica that has everything', async () => {
      return (await offset(replica.port, 'slave_repl_offset')) >= written;
    });
    master.running.kill('SIGKILL');
    await master.running.exited;
  };
  return { url: `redis-sentinel://:${PASSWORD}@127.0.0.1:${sentinel.port}/pix`, killMaster, stop };
}

/** A Redis that its administrator alone comes to, until others are made; `admin` sends a command of his. */
export async function guardedRedis(): Promise<{
  readonly urlOf: (user: string) => string;
  readonly as: (user: string, words: readonly string[]) => Promise<unknown>;
  readonly admin: (words: readonly string[]) => Promise<unknown>;
  readonly password: string;
  readonly stop: () => Promise<void>;
}> {
  const { start, stop } = await nodes();
  const { port } = await start({ settings: ['--requirepass', PASSWORD] });
  return {
    urlOf: (user) => `redis://${user}:${PASSWORD}@127.0.0.1:${port}`,
    as: (user, words) => command(port, words, user),
    admin: (words) => command(port, words),
    password: PASSWORD,
    stop,
  };
}

async function nodes() {
  const dir = await mkdtemp(join(tmpdir(), 'gx-redis-'));
  const { redisServer } = await (await findNative({ ...stackSettings(), provider: 'native' })).redis();
  const started: Node[] = [];
  return {
    dir,
    async start({ first = ['--save', ''], settings = [], port: given }: NodeOptions): Promise<Node> {
      const port = given ?? (await freePort());
      const own = await mkdtemp(join(dir, 'node-'));
      const where = ['--port', String(port), '--bind', '127.0.0.1', '--dir', own];
      const running = await startProcess({
        name: 'redis',
        command: redisServer,
        args: [...first, ...where, ...settings],
        env: {},
        log: () => undefined,
        ready: () => answers(port),
      });
      const node = { port, running };
      started.push(node);
      return node;
    },
    async stop(): Promise<void> {
      for (const { running } of started) running.kill('SIGKILL');
      await Promise.all(started.map(({ running }) => running.exited));
      await rm(dir, { recursive: true, force: true });
    },
  };
}

/** The nodes of a Cluster talk on the port 10,000 above that of their clients. */
async function portWithBus(): Promise<number> {
  const port = await freePort();
  return (await freePort(port + 10_000)) === port + 10_000 ? port : portWithBus();
}

const answers = (port: number): Promise<boolean> =>
  command(port, ['PING']).then(
    () => true,
    () => false,
  );

async function command(port: number, words: readonly string[], user = ''): Promise<unknown> {
  const client = await createClient({
    url: `redis://${user}:${PASSWORD}@127.0.0.1:${port}`,
    socket: { reconnectStrategy: false },
  })
    .on('error', () => undefined)
    .connect();
  try {
    return await client.sendCommand(words);
  } finally {
    client.destroy();
  }
}
