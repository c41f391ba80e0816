/** When something is tried again, and until when. A service has one table of them. */
export type RetryPolicy = {
  /** What is tried again, and where. */
  readonly what: string;
  /** After the first, second, … attempt; the last one again and again. */
  readonly waitsMs: readonly [number, ...number[]];
  readonly until: string;
};
/** Half of the time for which it has been waiting, within these bounds. */
export type GrowingRetryPolicy = Omit<RetryPolicy, 'waitsMs'> & { readonly minMs: number; readonly maxMs: number };
export type RetryPolicies = Readonly<Record<string, RetryPolicy | GrowingRetryPolicy>>;

/** The wait after so many attempts, of which there was one at least. */
export const waitAfter = ({ waitsMs }: Pick<RetryPolicy, 'waitsMs'>, attempts: number): number =>
  waitsMs[Math.min(Math.max(attempts, 1), waitsMs.length) - 1] ?? waitsMs[0];
