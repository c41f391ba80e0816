import type { EncodedEvent } from '@gx/contracts';
import type { KafkaMessage } from './kafkajs.ts';

/** An event as Kafka carries it. */
export const toMessage = ({
  key,
  headers,
  value,
}: EncodedEvent): { key: string; headers: Record<string, string>; value: Buffer } => ({
  key,
  headers: { ...headers },
  value,
});

/** A header as text; Kafka carries bytes. */
export function headerText(message: Pick<KafkaMessage, 'headers'>, name: string): string | undefined {
  const value = message.headers?.[name];
  const first = Array.isArray(value) ? value[0] : value;
  return first === undefined ? undefined : first.toString();
}
