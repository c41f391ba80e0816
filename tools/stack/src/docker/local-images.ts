/**
 * `npm run docker:images`: makes an image of each native server of this machine (Linux), where no registry
 * can be had, and prints the variables that name them. The servers are real and the rest is the least that
 * they run on, so a run on these images shows how containers are started, reached and stopped, not what the
 * images of a registry do at their start.
 */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readdir, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { VERSIONS } from '../artefacts.ts';
import { stackSettings } from '../config.ts';
import { findNative } from '../native.ts';
import { findOnPath, runTool } from '../run-tool.ts';
import { callEngine } from './call-engine.ts';
import { askEngine } from './engine.ts';
import type { Images } from './images.ts';

const settings = stackSettings();
const LOCAL: Images = {
  mongo: `gx-local/mongo:${VERSIONS.mongo}`,
  kafka: `gx-local/kafka:${VERSIONS.kafka}`,
  redis: `gx-local/redis:${VERSIONS.redis}`,
};

/** As Kafka's own image does: settings are read from variables, and what is formatted already stays. */
const RUN_KAFKA = `#!/bin/sh
said=$(/opt/java/bin/java -XX:TieredStopAtLevel=1 -XX:+UseSerialGC -cp '/opt/kafka/libs/*' kafka.docker.KafkaDockerWrapper setup \\
  --default-configs-dir /etc/kafka/docker --mounted-configs-dir /mnt/shared/config --final-configs-dir /opt/kafka/config 2>&1) ||
  case "$said" in *'already formatted'*) ;; *) echo "$said"; exit 1;; esac
exec /opt/java/bin/java $KAFKA_HEAP_OPTS -XX:+UseSerialGC -XX:TieredStopAtLevel=1 -cp '/opt/kafka/libs/*' kafka.Kafka /opt/kafka/config/server.properties
`;
const KAFKA_DEFAULTS = ['server.properties', 'log4j2.yaml', 'tools-log4j2.yaml'];

/** Copies what these programs load, each library to the place where it was found. */
async function copyLibraries(root: string, programs: readonly string[], libraries?: string): Promise<void> {
  const env = libraries === undefined ? {} : { LD_LIBRARY_PATH: libraries };
  const ldd = findOnPath('ldd', settings.path);
  if (ldd === undefined) throw new Error('ldd is not on the PATH: nothing else says which libraries a program loads.');
  // It refuses what is linked to nothing, and then nothing has to be copied.
  const said = await Promise.all(programs.map((program) => runTool(ldd, [program], env).catch(() => '')));
  const found = new Set(
    said.flatMap((text) => [...text.matchAll(/(?:=> |^\s*)(\/\S+) \(0x/gm)].map(([, path = '']) => path)),
  );
  for (const path of found) await copyTo(root, path, path);
}

async function copyTo(root: string, from: string, to: string): Promise<void> {
  await mkdir(join(root, dirname(to)), { recursive: true });
  // A Java without its sources has links to them that lead nowhere; its parts for building others are not
  // run.
  const filter = (path: string): boolean => existsSync(path) && !path.endsWith('/jmods');
  await cp(from, join(root, to), { recursive: true, dereference: true, filter });
}

/** A folder becomes an image of one layer. */
async function importImage(socket: string, image: string, root: string, changes: readonly string[]): Promise<void> {
  await mkdir(join(root, 'tmp'), { recursive: true });
  const tar = spawn('tar', ['-C', root, '--owner=0', '--group=0', '-cf', '-', '.'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [repo = '', tag = ''] = image.split(':');
  const query = new URLSearchParams({ fromSrc: '-', repo, tag });
  for (const change of changes) query.append('changes', change);
  await callEngine(socket, `POST /images/create?${query}`, { body: tar.stdout });
}

type Native = Awaited<ReturnType<typeof findNative>>;

const MAKE: Readonly<Record<keyof Images, (native: Native, root: string) => Promise<readonly string[]>>> = {
  mongo: async (native, root) => {
    const { mongod, libraries } = await native.mongo();
    await copyTo(root, mongod, '/usr/local/bin/mongod');
    await copyLibraries(root, [mongod], libraries);
    await mkdir(join(root, 'data/db'), { recursive: true });
    return [
      'CMD ["mongod"]',
      'VOLUME /data/db',
      ...(libraries === undefined ? [] : [`ENV LD_LIBRARY_PATH=${libraries}`]),
    ];
  },
  kafka: async (native, root) => {
    const { java, classpath } = await native.kafka();
    const home = dirname(dirname(await realpath(java)));
    const programs = ['/bin/sh', ...(await programsBelow(home))];
    await copyTo(root, home, '/opt/java');
    await copyTo(root, '/bin/sh', '/bin/sh');
    await copyLibraries(root, programs);
    for (const jar of classpath.split(':')) await copyTo(root, jar, `/opt/kafka/libs/${jar.split('/').at(-1)}`);
    for (const folder of ['etc/kafka/docker', 'opt/kafka/config', 'var/lib/kafka/data'])
      await mkdir(join(root, folder), { recursive: true });
    for (const name of KAFKA_DEFAULTS) await writeFile(join(root, 'etc/kafka/docker', name), '');
    await mkdir(join(root, 'usr/local/bin'), { recursive: true });
    await writeFile(join(root, 'usr/local/bin/run-kafka'), RUN_KAFKA, { mode: 0o755 });
    return ['CMD ["/usr/local/bin/run-kafka"]', 'VOLUME /var/lib/kafka/data'];
  },
  redis: async (native, root) => {
    const { redisServer } = await native.redis();
    await copyTo(root, redisServer, '/usr/local/bin/redis-server');
    await copyLibraries(root, [redisServer]);
    await mkdir(join(root, 'data'), { recursive: true });
    return ['CMD ["redis-server"]', 'WORKDIR /data'];
  },
};

async function programsBelow(home: string): Promise<readonly string[]> {
  const below = await readdir(join(home, 'lib'), { recursive: true });
  return [
    join(home, 'bin/java'),
    ...below.filter((name) => name.endsWith('.so')).map((name) => join(home, 'lib', name)),
  ];
}

const { socket } = await askEngine();
if (socket === undefined) throw new Error('The Docker engine is not behind a socket of this machine.');
const native = await findNative(settings);
for (const name of Object.keys(LOCAL) as (keyof Images)[]) {
  const root = await mkdtemp(join(tmpdir(), 'gx-image-'));
  try {
    await importImage(socket, LOCAL[name], root, await MAKE[name](native, root));
  } finally {
    await rm(root, { recursive: true, force: true });
  }
  console.log(`export STACK_${name.toUpperCase()}_IMAGE=${LOCAL[name]}`);
}
