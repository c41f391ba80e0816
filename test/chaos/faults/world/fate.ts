import { type BusRandom, type FaultPlan, NO_FAULTS } from '@gx/testkit/faults';

/** What decides for a schedule; between schedules nothing goes wrong. */
export type Fate = {
  readonly plan: FaultPlan;
  readonly bus: BusRandom;
  /** Which of so many living replicas takes the next call. */
  readonly replica: (count: number) => number;
};

export const CALM: Fate = {
  plan: NO_FAULTS,
  bus: { batchSize: (waiting) => waiting, again: () => false, delayMs: () => 0 },
  replica: () => 0,
};
