import type { Lifecycle } from '../lifecycle.ts';
import type { Logger } from '../logger.ts';
import type { Seam } from '../seam.ts';
import { type Admin, Kafka, logLevel, type Producer } from './kafkajs.ts';

export type KafkaOptions = {
  readonly brokers: readonly string[];
  readonly clientId: string;
  readonly log: Logger;
  readonly seam?: Seam | undefined;
};

const LEVELS = { [logLevel.ERROR]: 'warn', [logLevel.WARN]: 'debug', [logLevel.INFO]: 'debug' } as const;

/** The client of this process. Its own log goes to debug: what matters shows as a failed send or a paused consumer. */
export const connectKafka = ({ brokers, clientId, log, seam }: KafkaOptions): Kafka =>
  seam?.kafka ??
  new Kafka({
    brokers: [...brokers],
    clientId,
    connectionTimeout: 3_000,
    requestTimeout: 15_000,
    retry: { initialRetryTime: 100, maxRetryTime: 2_000, retries: 5 },
    logLevel: logLevel.WARN,
    logCreator:
      () =>
      ({ namespace, level, log: entry }) =>
        log[LEVELS[level as keyof typeof LEVELS] ?? 'debug'](
          { kafka: namespace, detail: entry.message },
          'kafka client',
        ),
  });

const CONNECT_AGAIN_MS = 1_000;

/**
 * A producer that waits for every in-sync replica. A broker that is down now is tried again until it is there: before that every
 * send fails, and events wait in their documents. One send in flight keeps the order; a repeated message is harmless, so
 * Kafka's own idempotence is not used.
 */
export async function startProducer(kafka: Kafka, life: Lifecycle, log: Logger): Promise<Producer> {
  const producer = kafka.producer({ maxInFlightRequests: 1, allowAutoTopicCreation: false });
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  const connect = async (): Promise<void> => {
    try {
      await producer.connect();
      if (stopped) await producer.disconnect();
    } catch (err) {
      if (stopped) return;
      log.warn({ err }, 'kafka is not there yet; events wait in their documents');
      timer = setTimeout(() => void connect(), CONNECT_AGAIN_MS);
    }
  };
  life.onStop('kafka producer', async () => {
    stopped = true;
    clearTimeout(timer);
    await producer.disconnect();
  });
  await connect();
  return producer;
}

export type { Admin, Kafka, Producer };
