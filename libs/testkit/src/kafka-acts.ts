import { Kafka, logLevel } from '@gx/runtime/kafkajs';

/**
 * What a user does at a broker of one node, without a consumer or a producer around it: whether it is let.
 */
export type KafkaActs = {
  readonly write: (topic: string) => Promise<boolean>;
  readonly read: (topic: string) => Promise<boolean>;
  readonly readGroup: (group: string) => Promise<boolean>;
  readonly describeGroup: (group: string) => Promise<boolean>;
  readonly createTopic: (topic: string) => Promise<boolean>;
  readonly stop: () => Promise<void>;
};

type Broker = {
  fetch(request: object): Promise<unknown>;
  heartbeat(request: object): Promise<unknown>;
};
type Cluster = {
  connect(): Promise<void>;
  disconnect(): Promise<void>;
  refreshMetadata(): Promise<void>;
  findBroker(of: { readonly nodeId: string }): Promise<Broker>;
};

const DENIED = /_AUTHORIZATION_FAILED$/;
const MS = 100;

type Failure = { readonly type?: unknown; readonly cause?: unknown; readonly errors?: readonly unknown[] };

/** Anything but a denial is let: a group has no such member, a topic has nothing to fetch. */
async function isLet(act: Promise<unknown>): Promise<boolean> {
  try {
    await act;
    return true;
  } catch (error) {
    for (let one = error as Failure | undefined; one; one = (one.cause ?? one.errors?.[0]) as typeof one)
      if (DENIED.test(String(one.type))) return false;
    return true;
  }
}

export async function kafkaActs(
  brokers: string,
  user: { readonly username: string; readonly password: string },
): Promise<KafkaActs> {
  const kafka = new Kafka({
    brokers: [brokers],
    sasl: { ...user, mechanism: 'scram-sha-512' },
    logLevel: logLevel.NOTHING,
    retry: { retries: 2 },
  });
  const [symbol] = Object.getOwnPropertySymbols(kafka).filter(({ description }) =>
    description?.includes('createCluster'),
  );
  const create = (kafka as unknown as Record<symbol, (options: object) => Cluster>)[symbol as symbol];
  if (create === undefined) throw new Error('kafkajs makes its cluster elsewhere');
  const cluster = create.call(kafka, { metadataMaxAge: 300_000 });
  const [admin, producer] = [kafka.admin(), kafka.producer({ allowAutoTopicCreation: false })];
  await Promise.all([cluster.connect(), admin.connect(), producer.connect()]);
  await cluster.refreshMetadata();
  const broker = await cluster.findBroker({ nodeId: '1' });
  const fetchOf = (topic: string): object => ({
    maxWaitTime: MS,
    minBytes: 0,
    maxBytes: 1,
    isolationLevel: 1,
    topics: [{ topic, partitions: [{ partition: 0, fetchOffset: '0', maxBytes: 1 }] }],
    rackId: '',
  });
  return {
    write: (topic) => isLet(producer.send({ topic, messages: [{ value: 'x' }] })),
    read: (topic) => isLet(broker.fetch(fetchOf(topic))),
    readGroup: (group) => isLet(broker.heartbeat({ groupId: group, memberId: 'nobody', groupGenerationId: 0 })),
    describeGroup: (group) => isLet(admin.fetchOffsets({ groupId: group, topics: [] })),
    createTopic: (topic) => isLet(admin.createTopics({ topics: [{ topic, numPartitions: 1 }], waitForLeaders: false })),
    stop: async () => void (await Promise.all([cluster.disconnect(), admin.disconnect(), producer.disconnect()])),
  };
}
