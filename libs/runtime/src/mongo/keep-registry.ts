import type { Connection } from 'mongoose';
import type { Host } from '../service/run-service.ts';
import type { Logger } from '../telemetry/logger.ts';
import { type ReplicaRegistry, replicaRegistry } from './replica-registry.ts';

/** How often the job has to run that keeps the registry. */
export const HEARTBEAT_EVERY_MS = 1_000;

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

/** The registry of a replica that leaves it when it stops; its service runs the job that keeps it. */
export function joinRegistry({ life }: Pick<Host, 'life'>, connection: Connection, owner: string): ReplicaRegistry {
  const registry = replicaRegistry({ connection }, owner);
  life.onStop('replica registry', () => registry.leave());
  return registry;
}
