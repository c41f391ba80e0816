import { type Context, context } from '@opentelemetry/api';
import type { SpanName } from '../telemetry/span-registry.ts';
import { inSpan } from '../telemetry/telemetry.ts';
import { contextFrom } from '../telemetry/trace-context.ts';

type BatchOptions<T, R> = {
  /**
   * Does the work of a whole batch; answers one result for each item, in order. What it throws fails them
   * all.
   */
  readonly run: (items: readonly T[]) => Promise<readonly R[]>;
  readonly maxItems: number;
  /**
   * A span for each batch in a trace of its own; without a name it belongs to the trace of its first item.
   */
  readonly span?: SpanName;
};
type PendingItem<T, R> = {
  readonly item: T;
  readonly context: Context;
  readonly resolve: (result: R) => void;
  readonly reject: (error: unknown) => void;
};

/**
 * Makes one call of many: what arrives while a batch is under way shares the next, its round trip and its
 * journal flush. One batch is under way at a time, so that batches grow under load by themselves; alone, an
 * item goes at once.
 */
export function batched<T, R>({ run, maxItems, span }: BatchOptions<T, R>): (item: T) => Promise<R> {
  const waiting: PendingItem<T, R>[] = [];
  let isUnderWay = false;

  const runBatch = (batch: readonly PendingItem<T, R>[]): Promise<readonly R[]> => {
    const items = batch.map(({ item }) => item);
    if (span !== undefined) return inSpan(span, { parent: contextFrom(undefined) }, () => run(items));
    return context.with(batch[0]?.context ?? context.active(), () => run(items));
  };
  const start = async (): Promise<void> => {
    while (waiting.length > 0) {
      const batch = waiting.splice(0, maxItems);
      try {
        const results = await runBatch(batch);
        for (const [index, { resolve }] of batch.entries()) resolve(results[index] as R);
      } catch (error) {
        for (const { reject } of batch) reject(error);
      }
    }
    isUnderWay = false;
  };
  return (item) =>
    new Promise<R>((resolve, reject) => {
      waiting.push({ item, context: context.active(), resolve, reject });
      if (isUnderWay) return;
      isUnderWay = true;
      // Items of one event-loop turn belong together.
      setImmediate(start);
    });
}
