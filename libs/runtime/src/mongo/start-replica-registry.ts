import type { Connection } from 'mongoose';
import { startJob } from '../service/job.ts';
import type { Host } from '../service/run-service.ts';
import type { Logger } from '../telemetry/logger.ts';
import { type ReplicaRegistry, replicaRegistry } from './replica-registry.ts';

const HEARTBEAT_EVERY_MS = 1_000;

/** Says that this replica lives, and clears away what it or dead ones left locked. */
export const keepRegistry =
  ({ registry, log }: { readonly registry: ReplicaRegistry; readonly log: Logger }) =>
  async (): Promise<void> => {
    await registry.heartbeat();
    await registry.endAbandoned();
    const aborted = await registry.abortOrphans();
    if (aborted > 0) log.warn({ replicas: aborted }, 'ended the transactions of replicas that are gone');
  };

/**
 * This replica lets the others know that it lives, and clears away what a dead one left locked: each replica
 * does. `owner` is of this process alone.
 */
export function startReplicaRegistry(host: Host, connection: Connection, owner: string): ReplicaRegistry {
  const registry = replicaRegistry(connection, owner);
  host.life.onStop('replica registry', () => registry.leave());
  startJob(host, {
    name: 'keep registry',
    everyMs: HEARTBEAT_EVERY_MS,
    run: keepRegistry({ registry, log: host.log }),
  });
  return registry;
}
