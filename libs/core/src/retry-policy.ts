/** When something is tried again, and until when. A service has one table of them. */
export type RetryPolicy = {
  /** What is tried again, and where. */
  readonly what: string;
  /** After the first, second, … attempt. */
  readonly waitsMs: readonly [number, ...number[]];
  /** The last wait comes again and again; else there is no further attempt after it. */
  readonly isLastRepeated: boolean;
  readonly until: string;
};
/** Half of the time for which it has been waiting, within these bounds. */
export type GrowingRetryPolicy = Omit<RetryPolicy, 'waitsMs' | 'isLastRepeated'> & {
  readonly minMs: number;
  readonly maxMs: number;
};
export type RetryPolicies = Readonly<Record<string, RetryPolicy | GrowingRetryPolicy>>;

/** The wait after so many attempts where the last one is repeated; there was one attempt at least. */
export const waitAfter = ({ waitsMs }: Pick<RetryPolicy, 'waitsMs'>, attempts: number): number =>
  waitsMs[Math.min(Math.max(attempts, 1), waitsMs.length) - 1] ?? waitsMs[0];
