import { randomBytes, randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import type { KafkaBinaries } from './find-kafka.ts';
import { freePort } from './free-port.ts';
import { type Handle, restartable } from './restartable.ts';
import { runTool } from './run-tool.ts';
import type { ServerSpec } from './start-mongo.ts';
import { type RunningProcess, startProcess } from './start-process.ts';

const HEAP = ['-Xmx512m', '-XX:+UseSerialGC', '-XX:TieredStopAtLevel=1'];

/** Doors beside the one that lets everybody in, with the settings and users that they need. */
export type KafkaDoors = {
  readonly listeners: readonly { readonly name: string; readonly protocol: string; readonly port: number }[];
  readonly settings: Readonly<Record<string, string>>;
  /** As Kafka's own tool takes them: `SCRAM-SHA-512=[name=…,password=…]`. */
  readonly scramUsers: readonly string[];
};

/** One node that is broker and controller (KRaft). Formatted once; its data survive a restart. */
export async function startKafka(
  spec: ServerSpec<KafkaBinaries> & { readonly doors?: KafkaDoors },
): Promise<Handle & { readonly kafkaBrokers: string }> {
  const { dir, binaries } = spec;
  const [port, controllerPort] = await Promise.all([freePort(spec.port), freePort()]);
  const properties = join(dir, 'server.properties');
  const data = join(dir, 'data');
  await mkdir(dir, { recursive: true });
  const settings = kafkaSettings({ bind: '127.0.0.1', port, controllerPort, data });
  await writeFile(properties, propertiesOf(spec.doors === undefined ? settings : withDoors(settings, spec.doors)));
  if (!existsSync(join(data, 'meta.properties'))) await format(binaries, properties, spec.doors?.scramUsers ?? []);
  const handle = await restartable('kafka', () => launch(spec, properties, port));
  return { ...handle, kafkaBrokers: `127.0.0.1:${port}` };
}

/** Where a node listens, for clients on this machine and for itself, and where it keeps its log. */
export type KafkaSettings = {
  /** Empty for every interface, as in a container. */
  readonly bind: string;
  readonly port: number;
  readonly controllerPort: number;
  readonly data: string;
};

/** All that is set of a node, wherever it runs; a client on this machine is told its address on loopback. */
export const kafkaSettings = ({ bind, port, controllerPort, data }: KafkaSettings): Settings => ({
  'process.roles': 'broker,controller',
  'node.id': '1',
  'controller.quorum.voters': `1@127.0.0.1:${controllerPort}`,
  listeners: `PLAINTEXT://${bind}:${port},CONTROLLER://127.0.0.1:${controllerPort}`,
  'advertised.listeners': `PLAINTEXT://127.0.0.1:${port}`,
  'controller.listener.names': 'CONTROLLER',
  'listener.security.protocol.map': 'CONTROLLER:PLAINTEXT,PLAINTEXT:PLAINTEXT',
  'auto.create.topics.enable': 'false',
  'offsets.topic.replication.factor': '1',
  'offsets.topic.num.partitions': '6',
  'transaction.state.log.replication.factor': '1',
  'transaction.state.log.min.isr': '1',
  'group.initial.rebalance.delay.ms': '0',
  'log.dirs': data,
});

type Settings = Readonly<Record<string, string>>;

function withDoors(settings: Settings, { listeners, settings: own }: KafkaDoors): Settings {
  const beside = (name: string, more: readonly string[]): string => [settings[name], ...more].join(',');
  const at = listeners.map(({ name, port }) => `${name}://127.0.0.1:${port}`);
  const protocols = listeners.map(({ name, protocol }) => `${name}:${protocol}`);
  return {
    ...settings,
    listeners: beside('listeners', at),
    'advertised.listeners': beside('advertised.listeners', at),
    'listener.security.protocol.map': beside('listener.security.protocol.map', protocols),
    ...own,
  };
}

const propertiesOf = (settings: Settings): string =>
  Object.entries(settings)
    .map(([name, value]) => `${name}=${value}\n`)
    .join('');

async function format(
  { java, classpath, sharedClasses }: KafkaBinaries,
  properties: string,
  scramUsers: readonly string[],
): Promise<void> {
  const clusterId = randomBytes(16).toString('base64url');
  // Joined by `=`: one id in sixty-four begins with a dash and would be read as an option.
  const command = ['kafka.tools.StorageTool', 'format', `--cluster-id=${clusterId}`, '-c', properties];
  for (const user of scramUsers) command.push('--add-scram', user);
  await runTool(java, [...HEAP, ...useArchive(sharedClasses), '-cp', classpath, ...command], {});
}

const useArchive = (archive: string | undefined): readonly string[] =>
  archive !== undefined && existsSync(archive) ? [`-XX:SharedArchiveFile=${archive}`, '-Xlog:cds=off'] : [];

/**
 * The first Kafka of a cache writes an archive of its loaded classes when it stops; every later one maps it
 * and is up in half the time. Java ignores an archive that does not fit, so it can only make things faster.
 */
async function launch(spec: ServerSpec<KafkaBinaries>, properties: string, port: number): Promise<RunningProcess> {
  const { java, classpath, sharedClasses } = spec.binaries;
  const record =
    sharedClasses !== undefined && !existsSync(sharedClasses) ? `${sharedClasses}.${randomUUID()}` : undefined;
  const classes =
    record === undefined ? useArchive(sharedClasses) : [`-XX:ArchiveClassesAtExit=${record}`, '-Xlog:cds=off'];
  const args = [...HEAP, ...classes, '-cp', classpath, 'kafka.Kafka', properties];
  const ready = (): Promise<boolean> => accepts(port);
  const running = await startProcess({
    name: 'kafka',
    command: java,
    args,
    env: {},
    log: spec.log,
    report: spec.report ?? spec.log,
    ready,
  });
  if (record === undefined || sharedClasses === undefined) return running;
  const exited = running.exited.then(async (exit) => {
    await keepArchive(record, sharedClasses, exit.signal === null);
    return exit;
  });
  return { ...running, exited, stop: async (graceMs) => running.stop(graceMs).then(() => exited) };
}

async function keepArchive(record: string, archive: string, isWhole: boolean): Promise<void> {
  if (isWhole && existsSync(record)) await rename(record, archive);
  else await rm(record, { force: true });
}

function accepts(port: number): Promise<boolean> {
  return new Promise((settle) => {
    const socket = connect({ port, host: '127.0.0.1' });
    socket.once('connect', () => settle(true));
    socket.once('error', () => settle(false));
    socket.once('close', () => settle(false));
    socket.once('connect', () => socket.destroy());
  });
}
