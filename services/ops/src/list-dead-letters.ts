import { deadLetterTopic, TOPICS, type TopicKey, topicName } from '@gx/contracts';
import { isoMillis } from '@gx/core';
import { type Kafka, readToEnd } from '@gx/runtime/kafka';
import { type DeadLetter, type DeadLetterRecord, readDeadLetter, waiting } from './dead-letters.ts';
import { EXIT, type ExitCode, type Terminal } from './terminal.ts';
import { textTable } from './text-table.ts';
import { withKafka } from './with-kafka.ts';

type ListDeadLetters = { readonly limit: number; readonly json?: true };

/**
 * `ops dead-letters list`: messages that a consumer could not apply and that nobody has put back since, the
 * oldest first.
 */
export async function listDeadLetters({ limit, json }: ListDeadLetters, terminal: Terminal): Promise<ExitCode> {
  const records = await withKafka(terminal.env, 'list what is dead-lettered', recordsOf);
  const messages = waiting(records);
  const rows = messages.slice(0, limit).map(deadLetterRow);
  terminal.out(json ? `${JSON.stringify(rows)}\n` : deadLetterTable(rows, messages.length));
  return EXIT.done;
}

/** Every record of every dead letter topic. */
export async function recordsOf(kafka: Kafka, prefix: string): Promise<DeadLetterRecord[]> {
  const records: DeadLetterRecord[] = [];
  await readToEnd(kafka, {
    topics: deadLetterTopicsOf(prefix),
    each: async (read) => void records.push(...read.map(readDeadLetter)),
  });
  return records;
}

export const deadLetterTopicsOf = (prefix: string): string[] =>
  (Object.keys(TOPICS) as TopicKey[]).map((key) => deadLetterTopic(topicName(prefix, key)));

export type DeadLetterRow = ReturnType<typeof deadLetterRow>;

const deadLetterRow = ({ position, group, eventType, eventId, replays, reason, at }: DeadLetter) => ({
  message: position,
  group,
  eventType,
  eventId,
  deadLetterAt: isoMillis(at),
  replays,
  reason,
});

const HEADINGS = ['MESSAGE', 'GROUP', 'EVENT', 'EVENT ID', 'SINCE', 'REPLAYED', 'REASON'];
const TIMES = ['no', 'once'];

/** The messages as an operator reads them. One that was replayed and lies there again says how often. */
export function deadLetterTable(rows: readonly DeadLetterRow[], total: number): string {
  if (total === 0) return 'There are no dead letters.\n';
  const cells = rows.map((row) => [
    row.message,
    row.group,
    row.eventType ?? '-',
    row.eventId ?? '-',
    row.deadLetterAt,
    TIMES[row.replays] ?? `${row.replays} times`,
    row.reason,
  ]);
  const rest = total > rows.length ? `${total} are dead-lettered, the first ${rows.length} above.\n` : '';
  return `${textTable(HEADINGS, cells)}\n${rest}`;
}
