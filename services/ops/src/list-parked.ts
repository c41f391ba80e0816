import { parkedTopic, TOPICS, type TopicKey, topicName } from '@gx/contracts';
import { isoMillis } from '@gx/core';
import { type Kafka, readToEnd } from '@gx/runtime/kafka';
import { type ParkedMessage, type ParkedRecord, readParked, waiting } from './parked-messages.ts';
import { EXIT, type ExitCode, type Terminal } from './terminal.ts';
import { textTable } from './text-table.ts';
import { withKafka } from './with-kafka.ts';

export type ListParked = { readonly limit: number; readonly json?: true };

/**
 * `ops parked list`: messages that a consumer could not apply and that nobody has put back since, the oldest
 * first.
 */
export async function listParked({ limit, json }: ListParked, terminal: Terminal): Promise<ExitCode> {
  const records = await withKafka(terminal.env, 'tell what is parked', recordsOf);
  const messages = waiting(records);
  const shown = messages.slice(0, limit).map(parkedRow);
  terminal.out(json ? `${JSON.stringify(shown)}\n` : parkedTable(shown, messages.length));
  return EXIT.done;
}

/** Every record of every parked topic. */
export async function recordsOf(kafka: Kafka, prefix: string): Promise<ParkedRecord[]> {
  const records: ParkedRecord[] = [];
  await readToEnd(kafka, {
    topics: parkedTopicsOf(prefix),
    each: async (read) => void records.push(...read.map(readParked)),
  });
  return records;
}

export const parkedTopicsOf = (prefix: string): string[] =>
  (Object.keys(TOPICS) as TopicKey[]).map((key) => parkedTopic(topicName(prefix, key)));

export type ParkedRow = ReturnType<typeof parkedRow>;

const parkedRow = ({ place, group, eventType, eventId, replays, reason, at }: ParkedMessage) => ({
  message: place,
  group,
  eventType,
  eventId,
  parkedAt: isoMillis(at),
  replays,
  reason,
});

const HEADINGS = ['MESSAGE', 'GROUP', 'EVENT', 'EVENT ID', 'PARKED', 'REPLAYED', 'REASON'];
const TIMES = ['no', 'once'];

/** The messages as an operator reads them. One that was replayed and lies there again says how often. */
export function parkedTable(rows: readonly ParkedRow[], total: number): string {
  if (total === 0) return 'Nothing is parked.\n';
  const cells = rows.map((row) => [
    row.message,
    row.group,
    row.eventType ?? '-',
    row.eventId ?? '-',
    row.parkedAt,
    TIMES[row.replays] ?? `${row.replays} times`,
    row.reason,
  ]);
  const rest = total > rows.length ? `${total} are parked, the first ${rows.length} above.\n` : '';
  return `${textTable(HEADINGS, cells)}\n${rest}`;
}
