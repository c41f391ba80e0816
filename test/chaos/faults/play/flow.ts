import type { FaultStage } from './stage.ts';

/**
 * One way in which a charge is used, from the outside. What leads up to it is a flow of its own elsewhere.
 */
export type Flow<P = unknown> = {
  readonly prepare?: (stage: FaultStage) => Promise<P>;
  readonly play: (stage: FaultStage, prepared: P) => Promise<unknown>;
};

export const flow = <P>(
  prepare: (stage: FaultStage) => Promise<P>,
  play: (stage: FaultStage, prepared: P) => Promise<unknown>,
): Flow => ({ prepare, play }) as Flow;
