import { DLQ_HEADERS, sourceTopic } from '@gx/contracts';
import { type Kafka, type Producer, type ReadRecord, readToEnd, sendPieces } from '@gx/runtime/kafka';
import { type DeadLetter, readDeadLetter, waiting } from './dead-letters.ts';
import { deadLetterTopicsOf, recordsOf } from './list-dead-letters.ts';
import { EXIT, type ExitCode, OperatorError, type Terminal } from './terminal.ts';
import { withKafka } from './with-kafka.ts';

/** One message by its position, or all that wait. */
type ReplayDeadLetters = { readonly message?: string; readonly all?: true };

/**
 * `ops dead-letters replay`: puts messages back on the topic that they came from, for the group that could
 * not apply them.
 */
export async function replayDeadLetters(
  { message: position, all }: ReplayDeadLetters,
  terminal: Terminal,
): Promise<ExitCode> {
  if ((position === undefined) === (all === undefined)) throw new OperatorError('Name a message, or --all.');
  const replayed = await withKafka(terminal.env, 'take everything back', async (kafka, prefix) => {
    const records = await recordsOf(kafka, prefix);
    const open = waiting(records);
    const named = records.find((record) => record.position === position);
    if (position !== undefined && (named === undefined || named.isMark))
      throw new OperatorError(`No message is dead-lettered at ${position}.`);
    const chosen =
      named === undefined ? open : open.filter(({ id, topic }) => id === named.id && topic === named.topic);
    if (chosen.length > 0) await putBack(kafka, prefix, chosen);
    return chosen.length;
  });
  terminal.out(summaryOf(replayed, position));
  return EXIT.done;
}

function summaryOf(replayed: number, position: string | undefined): string {
  const look = '`ops dead-letters list` shows what could not be applied again';
  if (replayed === 0)
    return position === undefined ? 'There are no dead letters.\n' : `${position} was replayed before.\n`;
  return `${replayed === 1 ? '1 message is' : `${replayed} messages are`} replayed; ${look}.\n`;
}

/** A second look at the topics: what events say is held for no longer than it takes to send them. */
async function putBack(kafka: Kafka, prefix: string, chosen: readonly DeadLetter[]): Promise<void> {
  const byPosition = new Map(chosen.map((message) => [message.position, message]));
  const producer = kafka.producer({ maxInFlightRequests: 1, allowAutoTopicCreation: false });
  await producer.connect();
  try {
    await readToEnd(kafka, {
      topics: deadLetterTopicsOf(prefix),
      each: async (records) => {
        const named = records.filter(({ topic, partition, offset }) =>
          byPosition.has(`${topic}/${partition}/${offset}`),
        );
        for (const piece of sendPieces(named, ({ message }) => message.value?.length ?? 0))
          await sendBack(producer, piece);
      },
    });
  } finally {
    await producer.disconnect();
  }
}

/**
 * First the messages, then the marks: a process that dies in between leaves them waiting, and the next replay
 * sends them twice. Their group knows what it has applied, so twice is once.
 */
async function sendBack(producer: Producer, records: readonly ReadRecord[]): Promise<void> {
  const deadLetters = records.map((record) => ({ ...record, ...readDeadLetter(record) }));
  const topic = deadLetters[0]?.topic;
  if (topic === undefined) return;
  await producer.send({
    topic: sourceTopic(topic),
    messages: deadLetters.map(({ message, id, group, replays }) => {
      const { [DLQ_HEADERS.reason]: _reason, [DLQ_HEADERS.from]: _from, ...headers } = message.headers ?? {};
      const carried = { [DLQ_HEADERS.id]: id, [DLQ_HEADERS.replays]: String(replays + 1) };
      return {
        key: message.key,
        value: message.value,
        headers: { ...headers, ...carried, [DLQ_HEADERS.group]: group },
      };
    }),
  });
  await producer.send({
    topic,
    messages: deadLetters.map(({ message, partition, id, replays }) => ({
      key: message.key,
      value: null,
      partition,
      headers: {
        [DLQ_HEADERS.mark]: 'replayed',
        [DLQ_HEADERS.id]: id,
        [DLQ_HEADERS.replays]: String(replays + 1),
      },
    })),
  });
}
