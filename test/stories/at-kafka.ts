import { join } from 'node:path';
import type { KafkaSasl } from '@gx/runtime';
import { type AuthorizedKafka, type ProgramOutcome, runProgram } from '@gx/testkit';
import { ROOT } from '../architecture/source-files.ts';

/** A Kafka that asks who comes in, and what stands before the names of the deployment there. */
export type KafkaPlace = { readonly kafka: AuthorizedKafka; readonly namespace: string };

export const CREATE_TOPICS = ['topics', 'create', '--replication-factor', '1', '--min-insync-replicas', '1'];

/** By what one comes in as this user. */
export const kafkaSettings = (
  { kafka }: Pick<KafkaPlace, 'kafka'>,
  { mechanism, username, password }: KafkaSasl = kafka.superUser,
): Readonly<Record<string, string>> => ({
  KAFKA_BROKERS: kafka.brokers,
  KAFKA_SASL_MECHANISM: mechanism,
  KAFKA_SASL_USERNAME: username,
  KAFKA_SASL_PASSWORD: password,
});

/** Runs an `ops` command about topics; as the administrator unless it comes with another user. */
export const opsAtKafka = (
  place: KafkaPlace,
  args: readonly string[],
  { user, env }: { readonly user?: KafkaSasl; readonly env?: Readonly<Record<string, string>> } = {},
): Promise<ProgramOutcome> =>
  runProgram([join(ROOT, 'services/ops/src/main.ts'), ...args], {
    ...kafkaSettings(place, user),
    TOPIC_PREFIX: place.namespace,
    ...env,
  });
