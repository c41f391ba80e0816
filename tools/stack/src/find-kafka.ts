import { createHash } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { VERSIONS } from './artefacts.ts';
import type { StackSettings } from './config.ts';
import { fetchKafkaJars } from './fetch-jars.ts';
import { findOnPath, runTool } from './run-tool.ts';
import { fromRegistry, type Source } from './source.ts';

/** `sharedClasses` is where a class archive may be kept that makes Kafka start in half the time. */
export type KafkaBinaries = {
  readonly java: string;
  readonly classpath: string;
  readonly sharedClasses?: string;
};

const JAVA_AT_LEAST = 17;

/** Kafka 4 from KAFKA_HOME, else its jars from the cache or from Maven; either way on Java 17 or newer. */
export async function findKafka(settings: StackSettings): Promise<Source<KafkaBinaries>> {
  const java = await findJava(settings);
  const home = distribution(settings.kafkaHome);
  const lookedFor = [java.says, home.says];
  if (home.version !== undefined && java.path !== undefined) {
    const binaries = { java: java.path, classpath: classpathOf(join(settings.kafkaHome ?? '', 'libs')) };
    return { ok: true, says: `Kafka ${home.version} from KAFKA_HOME`, get: async () => binaries };
  }
  const source = await fromRegistry(
    settings,
    {
      label: `Kafka ${VERSIONS.kafka}`,
      registry: 'Maven',
      key: `kafka-${VERSIONS.kafka}-${await tableDigest()}`,
      missingTools: async () => (findOnPath('mvn', settings.path) ? [] : ['Maven']),
      install: (folder) => fetchKafkaJars(findOnPath('mvn', settings.path) ?? 'mvn', folder, settings.inherited),
    },
    lookedFor,
  );
  if (java.path === undefined) {
    return { ok: false, lookedFor, needs: [`Java ${JAVA_AT_LEAST}`, ...(source.ok ? [] : source.needs)] };
  }
  if (!source.ok) return source;
  const { path, major } = java;
  const says = settings.kafkaHome === undefined ? source.says : `${source.says} (${home.says})`;
  return { ok: true, says, get: async () => fromCache(path, major, await source.get()) };
}

function fromCache(java: string, major: number, folder: string): KafkaBinaries {
  return { java, classpath: classpathOf(join(folder, 'libs')), sharedClasses: join(folder, `java-${major}.jsa`) };
}

/** In a fixed order: a class archive is only used with the very class path it was made with. */
const classpathOf = (libs: string): string =>
  readdirSync(libs)
    .filter((name) => name.endsWith('.jar'))
    .sort()
    .map((name) => join(libs, name))
    .join(':');

function distribution(home: string | undefined): { says: string; version?: string } {
  if (home === undefined) return { says: 'KAFKA_HOME with Kafka 4: not set' };
  const jars = existsSync(join(home, 'libs')) ? readdirSync(join(home, 'libs')) : [];
  const version = jars.map((jar) => /^kafka_2\.1\d-(\d+\.\d+\.\d+)\.jar$/.exec(jar)?.[1]).find(Boolean);
  if (version === undefined) return { says: `KAFKA_HOME=${home} holds no Kafka` };
  if (!version.startsWith('4.')) return { says: `Kafka ${version} in KAFKA_HOME is passed over, Kafka 4 is tested` };
  return { says: `Kafka ${version} in KAFKA_HOME`, version };
}

async function findJava(settings: StackSettings): Promise<{ says: string; path?: string; major: number }> {
  const folders = settings.javaHome === undefined ? [] : [join(settings.javaHome, 'bin')];
  const path = findOnPath('java', [...folders, ...settings.path]);
  if (path === undefined) return { says: `java ${JAVA_AT_LEAST} or newer: none`, major: 0 };
  const major = Number(/version "(\d+)/.exec(await runTool(path, ['-version'], settings.inherited))?.[1] ?? 0);
  const says = `java ${major}`;
  if (major < JAVA_AT_LEAST) return { says: `${says} is older than ${JAVA_AT_LEAST}`, major };
  return { says, path, major };
}

async function tableDigest(): Promise<string> {
  const table = await readFile(join(import.meta.dirname, 'kafka-jars.sha256'));
  return createHash('sha256').update(table).digest('hex').slice(0, 8);
}
