import { createLogger, type KafkaAccess } from '@gx/runtime';
import { type Admin, connectKafka, type Kafka } from '@gx/runtime/kafka';

/** Where the topics are, and how one is let in there. */
export type KafkaAddress = {
  readonly kafkaBrokers: string;
  readonly kafka?: Omit<KafkaAccess, 'brokers'>;
};

/** Runs one piece of work with a client and an administrator of its own. */
export async function withKafka<T>(
  { kafkaBrokers, kafka: access }: KafkaAddress,
  act: (kafka: Kafka, admin: Admin) => Promise<T>,
): Promise<T> {
  const log = createLogger({ service: 'back-up', level: 'error', format: 'json' });
  const kafka = connectKafka({ ...access, brokers: kafkaBrokers.split(','), clientId: 'gx-back-up', log });
  const admin = kafka.admin();
  await admin.connect();
  try {
    return await act(kafka, admin);
  } finally {
    await admin.disconnect();
  }
}
