import { createLogger } from '@gx/runtime';
import { connectKafka, type Kafka, refusalOf } from '@gx/runtime/kafka';
import { brokersOf, type Environment } from './config.ts';
import { OperatorError } from './terminal.ts';

/** Works with the brokers; `what` completes “Kafka at … did not …” when they did not. */
export async function withKafka<T>(
  env: Environment,
  what: string,
  work: (kafka: Kafka, prefix: string) => Promise<T>,
): Promise<T> {
  const { access, prefix } = brokersOf(env);
  const log = createLogger({ service: 'ops', level: 'error', format: 'json' });
  try {
    return await work(connectKafka({ ...access, clientId: 'ops', log }), prefix);
  } catch (cause) {
    if (cause instanceof OperatorError) throw cause;
    const why = refusalOf(cause) ?? (cause instanceof Error ? cause.message : String(cause));
    throw new OperatorError(`Kafka at ${access.brokers.join(',')} did not ${what}: ${why}.`, { cause });
  }
}
