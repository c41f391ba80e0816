import { pollUntil } from './poll-until.ts';
import { type Addresses, StackUnavailable } from './provider.ts';

const ASK_WITHIN_MS = 2_000;

/** Given servers must answer before anything is built on them; all that do not are named at once. */
export async function checkGiven(addresses: Addresses, withinMs: number): Promise<void> {
  const questions = {
    MONGO_URL: () => mongoAnswers(addresses.mongoUrl),
    KAFKA_BROKERS: () => kafkaAnswers(addresses.kafkaBrokers),
    REDIS_URL: () => redisAnswers(addresses.redisUrl),
  };
  const silent: string[] = [];
  const ask = async ([name, question]: [string, () => Promise<unknown>]): Promise<void> => {
    if (!(await pollUntil(() => succeeds(question), withinMs))) silent.push(name);
  };
  await Promise.all(Object.entries(questions).map(ask));
  if (silent.length > 0) {
    const names = silent.sort().join(', ');
    throw new StackUnavailable(`The given servers do not answer within ${withinMs} ms: ${names}.`);
  }
}

const succeeds = (question: () => Promise<unknown>): Promise<boolean> =>
  question().then(
    () => true,
    () => false,
  );

async function mongoAnswers(url: string): Promise<void> {
  const { default: mongoose } = await import('mongoose');
  const client = new mongoose.mongo.MongoClient(url, { serverSelectionTimeoutMS: ASK_WITHIN_MS });
  try {
    await client.db('admin').command({ ping: 1 });
  } finally {
    await client.close();
  }
}

async function kafkaAnswers(brokers: string): Promise<void> {
  const { withAdmin } = await import('./kafka-admin.ts');
  await withAdmin(brokers, (admin) => admin.describeCluster());
}

async function redisAnswers(url: string): Promise<void> {
  const { createClient } = await import('redis');
  const client = createClient({ url, socket: { connectTimeout: ASK_WITHIN_MS, reconnectStrategy: false } });
  // A refused connection is reported twice, here and by connect() below.
  client.on('error', () => undefined);
  await client.connect();
  await client.ping();
  await client.close();
}
