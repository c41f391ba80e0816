import { EVENT_HEADERS } from '@gx/contracts';
import type { BusRecord } from '@gx/testkit/faults';

/** One event and each of its publications: in which words, and to which partitions of its topic. */
export type EventPublications<E> = {
  readonly event: E;
  readonly bytes: readonly Buffer[];
  readonly partitions: readonly number[];
};

/** What was published, by event id, in the order of first publication. */
export function announcements<E>(
  records: readonly BusRecord[],
  decode: (bytes: Buffer) => E,
): Map<string, EventPublications<E>> {
  const found = new Map<string, { event: E; bytes: Buffer[]; partitions: number[] }>();
  for (const { headers, value, partition } of records) {
    const id = headers[EVENT_HEADERS.eventId] ?? '';
    const known = found.get(id);
    if (known === undefined) found.set(id, { event: decode(value), bytes: [value], partitions: [partition] });
    else {
      known.bytes.push(value);
      known.partitions.push(partition);
    }
  }
  return found;
}
