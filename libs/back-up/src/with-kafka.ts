import { createLogger } from '@gx/runtime';
import { type Admin, connectKafka, type Kafka } from '@gx/runtime/kafka';

/** Runs one piece of work with a client and an administrator of its own. */
export async function withKafka<T>(brokers: string, act: (kafka: Kafka, admin: Admin) => Promise<T>): Promise<T> {
  const log = createLogger({ service: 'back-up', level: 'error', format: 'json' });
  const kafka = connectKafka({ brokers: brokers.split(','), clientId: 'gx-back-up', log });
  const admin = kafka.admin();
  await admin.connect();
  try {
    return await act(kafka, admin);
  } finally {
    await admin.disconnect();
  }
}
