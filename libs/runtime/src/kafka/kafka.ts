import type { FaultHook } from '../service/fault-hook.ts';
import type { Host } from '../service/run-service.ts';
import type { Logger } from '../telemetry/logger.ts';
import type { KafkaAccess, KafkaTls } from './kafka-config.ts';
import { type Admin, Kafka, type Producer as KafkaProducer, logLevel } from './kafkajs.ts';
import { refusalOf } from './refusal.ts';
import { saslOptions } from './sasl.ts';

export type KafkaOptions = KafkaAccess & {
  readonly clientId: string;
  readonly log: Logger;
  readonly faultHook?: FaultHook | undefined;
};

/** Told once by who asked, in its own words: a client tells it at each try. */
const DENIAL = /not authorized|authorization failed/i;
const LEVELS = { [logLevel.ERROR]: 'warn', [logLevel.WARN]: 'debug', [logLevel.INFO]: 'debug' } as const;

/**
 * The client of this process. Its own log goes to debug: what matters shows as a failed send or a paused
 * consumer.
 */
export const connectKafka = (options: KafkaOptions): Kafka => options.faultHook?.kafka ?? newClient(options);

function newClient({ brokers, tls, sasl, clientId, log }: KafkaOptions): Kafka {
  if (sasl?.mechanism === 'plain' && tls === undefined)
    log.warn('KAFKA_SASL_MECHANISM is plain and KAFKA_TLS is off: the network can read the password');
  return new Kafka({
    brokers: [...brokers],
    clientId,
    ...(tls === undefined ? {} : { ssl: tlsOptions(tls) }),
    ...(sasl === undefined ? {} : { sasl: saslOptions(sasl) }),
    connectionTimeout: 3_000,
    requestTimeout: 15_000,
    retry: { initialRetryTime: 100, maxRetryTime: 2_000, retries: 5 },
    logLevel: logLevel.WARN,
    logCreator:
      () =>
      ({ namespace, level, log: entry }) => {
        const isDenial = DENIAL.test(`${entry.message} ${entry['error']}`);
        const asLevel = isDenial ? 'debug' : (LEVELS[level as keyof typeof LEVELS] ?? 'debug');
        log[asLevel]({ kafka: namespace, detail: entry.message }, 'kafka client');
      },
  });
}

const tlsOptions = ({ ca, identity }: KafkaTls): { ca?: string; cert?: string; key?: string } => ({
  ...(ca === undefined ? {} : { ca }),
  ...identity,
});

const CONNECT_AGAIN_MS = 1_000;

/**
 * A producer that waits for every in-sync replica. A broker that is down now is tried again until it is
 * there: before that every send fails, and events wait in their documents. One that refuses this process is
 * tried again too, but the process is not ready until it is let in: a rollout of wrong settings stops at its
 * first pod. Once let in it stays ready, for it serves without a broker. One send in flight keeps the order;
 * a repeated message is harmless, so Kafka's own idempotence is not used.
 */
export async function startProducer(
  kafka: Kafka,
  { life, log, health }: Pick<Host, 'life' | 'log' | 'health'>,
): Promise<Producer> {
  const producer = kafka.producer({ maxInFlightRequests: 1, allowAutoTopicCreation: false });
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  let refusal: string | undefined;
  health.check('kafka', () => {
    if (refusal !== undefined) throw new Error(refusal);
  });
  const connect = async (): Promise<void> => {
    try {
      await producer.connect();
      refusal = undefined;
      if (stopped) await producer.disconnect();
    } catch (err) {
      if (stopped) return;
      // What was refused once stays so while the broker is away: nothing has said otherwise.
      refusal = refusalOf(err) ?? refusal;
      if (refusal === undefined) log.warn({ err }, 'kafka is not there yet; events wait in their documents');
      else log.error({ reason: refusal, err }, 'kafka does not let us in; not ready until it does');
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

/** What sends is all that anybody but its lifecycle does with it. */
export type Producer = Pick<KafkaProducer, 'send'>;
export type { AclEntry } from './kafkajs.ts';
export { AclOperationTypes, AclPermissionTypes, AclResourceTypes, ResourcePatternTypes } from './kafkajs.ts';
export type { Admin, Kafka };
