import { contextFrom, inSpan } from '@gx/runtime';

type Waiting<In, Out> = {
  readonly item: In;
  readonly resolve: (result: Out) => void;
  readonly reject: (error: unknown) => void;
};

/**
 * Makes one call out of many: what is asked while a batch runs goes together into the next, in order. A busy store so pays
 * one round trip and one commit for many; an idle one waits for nothing. `run` answers in the order of its items. A batch
 * belongs to no single caller's trace, so it has its own.
 */
export function gatherCalls<In, Out>(
  name: string,
  run: (items: readonly In[]) => Promise<readonly Out[]>,
  batchMax: number,
): (item: In) => Promise<Out> {
  const waiting: Waiting<In, Out>[] = [];
  let running = false;
  const drain = async (): Promise<void> => {
    while (waiting.length > 0) {
      const batch = waiting.splice(0, batchMax);
      try {
        const items = batch.map(({ item }) => item);
        const results = await inSpan(name, { parent: contextFrom(undefined) }, () => run(items));
        for (const [index, { resolve }] of batch.entries()) resolve(results[index] as Out);
      } catch (error) {
        for (const { reject } of batch) reject(error);
      }
    }
    running = false;
  };
  return (item) =>
    new Promise<Out>((resolve, reject) => {
      waiting.push({ item, resolve, reject });
      if (running) return;
      running = true;
      setImmediate(() => void drain());
    });
}
