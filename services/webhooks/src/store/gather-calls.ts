import { contextFrom, groupCommit, inSpan, type SpanName } from '@gx/runtime';

const BATCH_MAX = 200;

/**
 * Makes one call out of many: what is asked while a batch runs goes together into the next, in order. A busy
 * store so pays one round trip and one commit for many; an idle one waits for nothing. `run` answers in the
 * order of its items. A batch belongs to no single caller's trace, so it has its own.
 */
export const gatherCalls = <In, Out>(
  name: SpanName,
  run: (items: readonly In[]) => Promise<readonly Out[]>,
  batchMax = BATCH_MAX,
): ((item: In) => Promise<Out>) =>
  groupCommit<In, Out>({
    run: (items) => inSpan(name, { parent: contextFrom(undefined) }, () => run(items)),
    inFlight: 1,
    maxItems: batchMax,
  });
