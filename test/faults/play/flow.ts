import type { Stage } from './stage.ts';

/**
 * One way in which a charge is used, from the outside. What leads up to it is a flow of its own elsewhere.
 */
export type Flow<P = unknown> = {
  readonly prepare?: (stage: Stage) => Promise<P>;
  readonly play: (stage: Stage, prepared: P) => Promise<unknown>;
};

export const flow = <P>(
  prepare: (stage: Stage) => Promise<P>,
  play: (stage: Stage, prepared: P) => Promise<unknown>,
): Flow => ({ prepare, play }) as Flow;
