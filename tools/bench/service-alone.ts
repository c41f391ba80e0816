import { join } from 'node:path';
import { topicSpecs } from '@gx/contracts';
import { Kafka, logLevel, type Producer } from '@gx/runtime/kafkajs';
import { createTopics, freePort, identitySettings, type RunningProcess, type Servers, startProcess } from '@gx/stack';
import { signingAsOwner, testEventSettings, uniqueName } from '@gx/testkit';
import mongoose, { type Connection } from 'mongoose';

export type LoneService = {
  readonly service: RunningProcess;
  readonly namespace: string;
  readonly db: string;
  readonly port: number;
  readonly producer: Producer;
  readonly connection: Connection;
  readonly stop: () => Promise<void>;
};

/** One service in a process of its own, with topics and a database of its own and the hands that feed it. */
export async function startAlone(
  { mongoUrl, kafkaBrokers }: Servers,
  name: 'ledger' | 'webhooks',
  settings: Readonly<Record<string, string>> = {},
): Promise<LoneService> {
  const namespace = `${uniqueName('bench')}.`;
  const db = uniqueName(`bench_${name}`);
  await createTopics(kafkaBrokers, topicSpecs(namespace));
  const [health, port] = [await freePort(), await freePort()];
  const service = await startProcess({
    name,
    command: process.execPath,
    args: ['--max-semi-space-size=64', join(import.meta.dirname, `../../services/${name}/src/main.ts`)],
    env: {
      ...process.env,
      MONGO_URL: mongoUrl,
      MONGO_DB: db,
      KAFKA_BROKERS: kafkaBrokers,
      TOPIC_PREFIX: namespace,
      ...testEventSettings(name === 'ledger' ? name : undefined),
      ...identitySettings(name),
      GRPC_PORT: String(port),
      HEALTH_PORT: String(health),
      LOG_LEVEL: 'error',
      ENVIRONMENT: 'local',
      ...settings,
    },
    ready: () =>
      fetch(`http://127.0.0.1:${health}/readyz`).then(
        ({ ok }) => ok,
        () => false,
      ),
    log: (source, line) => console.error(`${source}: ${line}`),
  });
  const producer = signingAsOwner(
    new Kafka({ brokers: kafkaBrokers.split(','), logLevel: logLevel.NOTHING }).producer(),
  );
  await producer.connect();
  const connection = await mongoose.createConnection(mongoUrl, { dbName: db }).asPromise();
  const stop = async (): Promise<void> => {
    await Promise.all([producer.disconnect(), connection.close(), service.stop()]);
  };
  return { service, namespace, db, port, producer, connection, stop };
}
