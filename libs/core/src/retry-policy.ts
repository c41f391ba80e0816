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

type Waits = Pick<RetryPolicy, 'waitsMs' | 'isLastRepeated'>;

/**
 * The wait after so many attempts, one at least; undefined where there is no further attempt.
 */
export function waitAfter(policy: Waits & { readonly isLastRepeated: true }, attempts: number): number;
export function waitAfter(policy: Waits, attempts: number): number | undefined;
export function waitAfter({ waitsMs, isLastRepeated }: Waits, attempts: number): number | undefined {
  const nth = Math.max(attempts, 1);
  return waitsMs[isLastRepeated ? Math.min(nth, waitsMs.length) - 1 : nth - 1];
}
