/** The answer of a rate window: at most `limit` places in any 60 seconds. */
export type Place = {
  readonly taken: boolean;
  readonly limit: number;
  readonly remaining: number;
  /** Until a place becomes free; 0 when one was taken. */
  readonly retryAfterSeconds: number;
};
