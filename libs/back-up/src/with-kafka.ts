import kafkajs, { type Admin, type Kafka } from 'kafkajs';

/** Runs one piece of work with a client and an administrator of its own. */
export async function withKafka<T>(brokers: string, act: (kafka: Kafka, admin: Admin) => Promise<T>): Promise<T> {
  const logLevel = kafkajs.logLevel.NOTHING;
  const kafka = new kafkajs.Kafka({ clientId: 'gx-back-up', brokers: brokers.split(','), logLevel });
  const admin = kafka.admin();
  await admin.connect();
  try {
    return await act(kafka, admin);
  } finally {
    await admin.disconnect();
  }
}
