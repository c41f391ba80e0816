import type { Logger } from '@gx/runtime';
import type { ReplicaRoll } from '../store/replica-roll.ts';

type Deps = { readonly roll: ReplicaRoll; readonly log: Logger };

/** Says that this replica lives, and clears away what it or dead ones left locked. */
export const keepRoll =
  ({ roll, log }: Deps) =>
  async (): Promise<void> => {
    await roll.beat();
    await roll.endAbandoned();
    const buried = await roll.buryDead();
    if (buried > 0) log.warn({ replicas: buried }, 'ended the transactions of replicas that are gone');
  };
