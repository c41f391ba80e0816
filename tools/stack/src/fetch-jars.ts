import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { KAFKA_ARTEFACTS } from './artefacts.ts';
import { type Checksums, parseChecksums, verifyFolder } from './checksums.ts';
import { runTool } from './run-tool.ts';

/** The pinned SHA-256 of every jar that Kafka needs. */
export const kafkaJars = async (): Promise<Checksums> =>
  parseChecksums(await readFile(join(import.meta.dirname, 'kafka-jars.sha256'), 'utf8'));

/**
 * Lets Maven resolve Kafka and copy its jars to `folder`; a jar that is not in the table, or differs, is
 * refused.
 */
export async function fetchKafkaJars(maven: string, folder: string, env: NodeJS.ProcessEnv): Promise<void> {
  const project = join(folder, 'project');
  const jars = join(folder, 'libs');
  await mkdir(project, { recursive: true });
  await writeFile(join(project, 'pom.xml'), pom());
  const goal = ['dependency:copy-dependencies', `-DoutputDirectory=${jars}`];
  await runTool(maven, ['-q', '-B', '-f', join(project, 'pom.xml'), ...goal], env);
  await verifyFolder(jars, await kafkaJars());
  await rm(project, { recursive: true });
}

function pom(): string {
  const dependencies = KAFKA_ARTEFACTS.map(
    ([group, artefact, version]) =>
      `<dependency><groupId>${group}</groupId><artifactId>${artefact}</artifactId><version>${version}</version></dependency>`,
  );
  return `<project xmlns="http://maven.apache.org/POM/4.0.0"><modelVersion>4.0.0</modelVersion>
<groupId>gx</groupId><artifactId>kafka-jars</artifactId><version>1</version>
<dependencies>${dependencies.join('\n')}</dependencies></project>
`;
}
