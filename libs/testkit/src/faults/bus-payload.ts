import type { EachBatchPayload, KafkaMessage } from '@gx/runtime/kafkajs';

export type BusRecord = {
  readonly topic: string;
  readonly partition: number;
  readonly offset: number;
  readonly key: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly value: Buffer;
  /** Its position among all that was ever appended. */
  readonly position: number;
  /** The broker acknowledged it and brings it to nobody. */
  readonly lost?: boolean;
};
export type Batch = { readonly group: string; readonly topic: string; readonly partition: number };

type Outcome = { resolved: number | undefined; pausedUntil: Promise<void> | undefined };
type Hooks = { readonly mine: () => boolean; readonly heartbeat: () => Promise<void> };

/** What kafkajs hands to `eachBatch`, as far as the runtime asks it. */
export function payloadOf(
  { topic, partition }: Batch,
  records: readonly BusRecord[],
  { mine, heartbeat }: Hooks,
): { payload: EachBatchPayload; outcome: Outcome } {
  const outcome: Outcome = { resolved: undefined, pausedUntil: undefined };
  const last = String(records.at(-1)?.offset);
  const payload = {
    batch: {
      topic,
      partition,
      messages: records.map(messageOf),
      highWatermark: last,
      isEmpty: () => false,
      firstOffset: () => String(records[0]?.offset),
      lastOffset: () => last,
      offsetLag: () => '0',
      offsetLagLow: () => '0',
    },
    resolveOffset: (offset: string) => {
      outcome.resolved = Number(offset);
    },
    heartbeat,
    pause: () => {
      const paused = Promise.withResolvers<void>();
      outcome.pausedUntil = paused.promise;
      return paused.resolve;
    },
    commitOffsetsIfNecessary: () => Promise.resolve(),
    uncommittedOffsets: () => ({ topics: [] }),
    isRunning: () => true,
    isStale: () => !mine(),
  } satisfies EachBatchPayload;
  return { payload, outcome };
}

const messageOf = ({ key, headers, value, offset }: BusRecord): KafkaMessage => ({
  key: Buffer.from(key),
  value,
  timestamp: '0',
  attributes: 0,
  offset: String(offset),
  headers: Object.fromEntries(Object.entries(headers).map(([name, text]) => [name, Buffer.from(text)])),
});
