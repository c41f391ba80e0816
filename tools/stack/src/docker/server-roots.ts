import { existsSync } from 'node:fs';
import { cp, mkdir, readdir, realpath, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { stackSettings } from '../config.ts';
import type { findNative } from '../native.ts';
import { findOnPath, runTool } from '../run-tool.ts';
import type { Images } from './images.ts';

/** As Kafka's own image does: settings are read from variables, and what is formatted already stays. */
const RUN_KAFKA = `#!/bin/sh
output=$(/opt/java/bin/java -XX:TieredStopAtLevel=1 -XX:+UseSerialGC -cp '/opt/kafka/libs/*' kafka.docker.KafkaDockerWrapper setup \\
  --default-configs-dir /etc/kafka/docker --mounted-configs-dir /mnt/shared/config --final-configs-dir /opt/kafka/config 2>&1) ||
  case "$output" in *'already formatted'*) ;; *) echo "$output"; exit 1;; esac
exec /opt/java/bin/java $KAFKA_HEAP_OPTS -XX:+UseSerialGC -XX:TieredStopAtLevel=1 -cp '/opt/kafka/libs/*' kafka.Kafka /opt/kafka/config/server.properties
`;
const KAFKA_DEFAULTS = ['server.properties', 'log4j2.yaml', 'tools-log4j2.yaml'];

/** Copies what these programs load, each library to the place where it was found. */
export async function copyLibraries(root: string, programs: readonly string[], libraries?: string): Promise<void> {
  const env = libraries === undefined ? {} : { LD_LIBRARY_PATH: libraries };
  const ldd = findOnPath('ldd', stackSettings().path);
  if (ldd === undefined) throw new Error('ldd is not on the PATH: nothing else says which libraries a program loads.');
  // It refuses what is linked to nothing, and then nothing has to be copied.
  const outputs = await Promise.all(programs.map((program) => runTool(ldd, [program], env).catch(() => '')));
  const found = new Set(
    outputs.flatMap((text) => [...text.matchAll(/(?:=> |^\s*)(\/\S+) \(0x/gm)].map(([, path = '']) => path)),
  );
  for (const path of found) await copyTo(root, path, path);
}

/** Copies a file or folder of this machine below `root`. */
export async function copyTo(root: string, from: string, to: string): Promise<void> {
  await mkdir(join(root, dirname(to)), { recursive: true });
  // A Java without its sources has links to them that lead nowhere; its parts for building others are not
  // run.
  const filter = (path: string): boolean => existsSync(path) && !path.endsWith('/jmods');
  await cp(from, join(root, to), { recursive: true, dereference: true, filter });
}

type Native = Awaited<ReturnType<typeof findNative>>;

/**
 * Puts a native server and what it runs on below `root`; answers what its image says beside it, as lines of a
 * Dockerfile.
 */
export const SERVER_ROOTS: Readonly<
  Record<keyof Images, (native: Native, root: string) => Promise<readonly string[]>>
> = {
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
