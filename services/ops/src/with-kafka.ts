import { createLogger } from '@gx/runtime';
import { connectKafka, type Kafka } from '@gx/runtime/kafka';
import { brokersOf, type Environment } from './config.ts';
import { OperatorError } from './terminal.ts';

/** Works with the brokers; `what` completes “Kafka at … did not …” when they did not. */
export async function withKafka<T>(
  env: Environment,
  what: string,
  work: (kafka: Kafka, prefix: string) => Promise<T>,
): Promise<T> {
  const { brokers, prefix } = brokersOf(env);
  const log = createLogger({ service: 'ops', level: 'error', format: 'json' });
  try {
    return await work(connectKafka({ brokers, clientId: 'ops', log }), prefix);
  } catch (cause) {
    if (cause instanceof OperatorError) throw cause;
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new OperatorError(`Kafka at ${brokers.join(',')} did not ${what}: ${why}.`, { cause });
  }
}
