import { DLQ_HEADERS, EVENT_HEADERS } from '@gx/contracts';
import { headerText, type ReadRecord } from '@gx/runtime/kafka';

/** A record of a dead letter topic, without what its event says: that may be about a person. */
export type DeadLetterRecord = {
  /** `<dead letter topic>/<partition>/<offset>`. */
  readonly position: string;
  readonly topic: string;
  readonly id: string;
  /** How often it had been put back when this was written. */
  readonly replays: number;
  /** No message: it says that the message was put back. */
  readonly isMark: boolean;
  /** The consumer group that could not apply it. */
  readonly group: string;
  readonly reason: string;
  readonly eventType: string | null;
  readonly eventId: string | null;
  readonly at: Date;
};

/** A message that waits, however many copies of it lie there. */
export type DeadLetter = Omit<DeadLetterRecord, 'isMark'>;

const REASON_MAX = 300;
// biome-ignore lint/suspicious/noControlCharactersInRegex: what a terminal would take for commands
const CONTROLS = /[\u0000-\u001f\u007f-\u009f]/g;
const printable = (text: string): string => text.replaceAll(CONTROLS, ' ').slice(0, REASON_MAX);

export function readDeadLetter({ topic, partition, offset, message }: ReadRecord): DeadLetterRecord {
  const header = (name: string): string | undefined => headerText(message, name);
  const from = header(DLQ_HEADERS.from) ?? '';
  const headerOf = (name: string): string | null => {
    const text = header(name);
    return text === undefined ? null : printable(text);
  };
  return {
    position: `${topic}/${partition}/${offset}`,
    topic,
    id: header(DLQ_HEADERS.id) ?? '',
    replays: Number(header(DLQ_HEADERS.replays) ?? 0),
    isMark: header(DLQ_HEADERS.mark) !== undefined,
    group: printable(from.split('/').slice(0, -2).join('/')),
    reason: printable(header(DLQ_HEADERS.reason) ?? ''),
    eventType: headerOf(EVENT_HEADERS.eventType),
    eventId: headerOf(EVENT_HEADERS.eventId),
    at: new Date(Number(message.timestamp)),
  };
}

/**
 * What still waits, the oldest first. A message was put back as often as the highest mark says, and waits if
 * it was dead-lettered with no fewer replays: the order of the records and how many copies there are of one
 * are of no account, so that a process that writes, replays or marks may die and do it again.
 */
export function waiting(records: Iterable<DeadLetterRecord>): DeadLetter[] {
  const marks = new Map<string, number>();
  const latest = new Map<string, DeadLetter>();
  for (const { isMark, ...record } of records) {
    const key = `${record.topic} ${record.id}`;
    if (isMark) marks.set(key, Math.max(marks.get(key) ?? 0, record.replays));
    else if (record.replays >= (latest.get(key)?.replays ?? -1)) latest.set(key, record);
  }
  return [...latest.entries()]
    .filter(([key, { replays }]) => replays >= (marks.get(key) ?? 0))
    .map(([, message]) => message)
    .sort((one, other) => one.at.getTime() - other.at.getTime());
}
