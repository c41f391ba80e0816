import type { EachBatchPayload, Kafka } from '@gx/runtime/kafkajs';
import type { Bus, Member } from './bus.ts';
import type { Instance } from './instance.ts';

type ProducerBatch = {
  readonly topic: string;
  readonly messages: readonly {
    readonly key?: unknown;
    readonly value: Buffer | null;
    readonly headers?: Readonly<Record<string, unknown>>;
  }[];
};
type Offsets = readonly { readonly topic: string; readonly partition: number; readonly offset: string }[];

const lost = (): Promise<never> => Promise.reject(new Error('kafka: cut by the test'));

/** A Kafka client of one instance on the sandbox's bus: what it sends and commits passes the instance. */
export function kafkaWire(owner: Instance, bus: Bus): Kafka {
  const { cross } = owner.pass;
  const producer = () => ({
    connect: () => Promise.resolve(),
    disconnect: () => Promise.resolve(),
    send: ({ topic, messages }: ProducerBatch) => {
      const make = async (): Promise<void> => bus.append(topic, messages.map(recordOf));
      const sent = cross('kafka', `send ${topic}`, { make, lost });
      // Who wants no acknowledgement hears of no failure either.
      return bus.flaws.acksNothing ? sent.catch(() => undefined) : sent;
    },
  });
  const consumer = ({ groupId }: { groupId: string }) => {
    let topic = '';
    let member: Member | undefined;
    const leave = (): void => {
      if (member !== undefined) bus.leave(groupId, topic, member);
      member = undefined;
    };
    owner.onDeath(leave);
    return {
      events: { CRASH: 'consumer.crash' },
      on: () => () => undefined,
      connect: () => Promise.resolve(),
      subscribe: (subscription: { topic: string }) => {
        topic = subscription.topic;
        return Promise.resolve();
      },
      run: ({ eachBatch }: { eachBatch: (payload: EachBatchPayload) => Promise<void> }) => {
        member = { alive: owner.alive, death: owner.death, eachBatch };
        bus.join(groupId, topic, member);
        return Promise.resolve();
      },
      commitOffsets: (offsets: Offsets) => {
        const make = async (): Promise<void> => {
          for (const { topic: of, partition, offset } of offsets)
            bus.commit(groupId, of, partition, Number(offset), member as Member);
        };
        return cross('kafka', `commit ${groupId}`, { make, lost });
      },
      disconnect: () => {
        leave();
        return Promise.resolve();
      },
    };
  };
  return { producer, consumer } as unknown as Kafka;
}

const recordOf = ({ key, value, headers = {} }: ProducerBatch['messages'][number]) => ({
  key: String(key),
  value: value ?? Buffer.alloc(0),
  headers: Object.fromEntries(Object.entries(headers).map(([name, text]) => [name, String(text)])),
});
