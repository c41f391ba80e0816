import { DLQ_HEADERS, deadLetterTopic } from '@gx/contracts';
import { count } from '../telemetry/metrics.ts';
import type { Producer } from './kafka.ts';
import type { KafkaMessage } from './kafkajs.ts';
import { headerText } from './messages.ts';
import type { MessageRejection } from './read-batch.ts';
import { sendPieces } from './send-pieces.ts';

export type RejectedMessage = MessageRejection & { readonly message: KafkaMessage };
type Source = { readonly producer: Producer; readonly topic: string; readonly group: string };

/** Sends messages of a partition to the dead letter topic, bytes and headers unchanged. */
export async function setAside(
  { producer, topic, group }: Source,
  partition: number,
  deadLetters: readonly RejectedMessage[],
): Promise<void> {
  // With its reason a message is larger than it came: a whole fetch of them could be more than a broker takes
  // at once.
  for (const piece of sendPieces(deadLetters, ({ message }) => message.value?.length ?? 0)) {
    await producer.send({
      topic: deadLetterTopic(topic),
      messages: piece.map(({ message, reason }) => ({
        key: message.key,
        value: message.value,
        headers: {
          ...message.headers,
          [DLQ_HEADERS.reason]: reason,
          [DLQ_HEADERS.from]: `${group}/${partition}/${message.offset}`,
          [DLQ_HEADERS.id]: headerText(message, DLQ_HEADERS.id) ?? deadLetterIdOf(group, partition, message),
        },
      })),
    });
  }
  if (deadLetters.length > 0) {
    const labels = { 'messaging.destination.name': topic, 'messaging.consumer.group.name': group };
    count('gx.dead_letters', labels, deadLetters.length);
  }
}

/**
 * The same for a message that is dead-lettered twice because its consumer died in between; the time tells a
 * topic that was made anew.
 */
const deadLetterIdOf = (group: string, partition: number, { offset, timestamp }: KafkaMessage): string =>
  `${group}/${partition}/${offset}@${timestamp}`;
