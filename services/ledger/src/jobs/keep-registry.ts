import type { Logger } from '@gx/runtime';
import type { ReplicaRegistry } from '../store/replica-registry.ts';

type Deps = { readonly registry: ReplicaRegistry; readonly log: Logger };

/** Says that this replica lives, and clears away what it or dead ones left locked. */
export const keepRegistry =
  ({ registry, log }: Deps) =>
  async (): Promise<void> => {
    await registry.heartbeat();
    await registry.endAbandoned();
    const aborted = await registry.abortOrphans();
    if (aborted > 0) log.warn({ replicas: aborted }, 'ended the transactions of replicas that are gone');
  };
