import type { Fault, Tampering } from '@gx/testkit/faults';
import type { FlowName } from '../play/flows.ts';
import type { Worker } from '../world/worker.ts';

/** A mistake that somebody could have made, as the fault hook sees it. No product file knows of any. */
export type Defect = {
  readonly says: string;
  /** Where it can show itself: other flows never come by it. */
  readonly flows: readonly FlowName[];
  /** The invariants that are about it: one of them has to catch it. */
  readonly about: readonly string[];
  /** What has to go wrong for it to show, at which calls; the rest of a schedule is as random as ever. */
  readonly trouble?: { readonly at: RegExp; readonly fault: Fault };
  readonly tampering?: Tampering;
  /**
   * What is planted beside the fault hook: an index that is not unique, a cache at the gateway. Answers how
   * it is taken away again.
   */
  readonly plant?: (worker: Worker) => Promise<() => Promise<unknown> | unknown>;
};

type Command = Record<string, unknown>;
/** The statements of an `update`, the one of a `findAndModify`: filter and change of each. */
export function statements(
  command: Command,
): { filter: Command; change: unknown; replace: (change: unknown) => void }[] {
  if (Array.isArray(command['updates'])) {
    return (command['updates'] as Command[]).map((one) => ({
      filter: one['q'] as Command,
      change: one['u'],
      replace: (change) => {
        one['u'] = change;
      },
    }));
  }
  if (command['query'] === undefined) return [];
  return [
    {
      filter: command['query'] as Command,
      change: command['update'],
      replace: (change) => {
        command['update'] = change;
      },
    },
  ];
}

export const documentsOf = (command: Command): Command[] =>
  Array.isArray(command['documents']) ? (command['documents'] as Command[]) : [];

export const batchOf = (reply: Command): Command[] => {
  const cursor = reply['cursor'] as { firstBatch?: Command[] } | undefined;
  return cursor?.firstBatch ?? [];
};
