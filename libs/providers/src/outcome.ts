/**
 * Why a call has no answer of the bank to show. Which of them can go with `not_sent` and which with `unknown`
 * is in README.md.
 */
export type FaultReason =
  | 'unreachable'
  | 'deadline'
  | 'connection_lost'
  | 'server_error'
  | 'unreadable_answer'
  | 'unexpected_answer'
  | 'unauthorized'
  | 'rate_limited'
  | 'breaker_open';

/**
 * A fault in words that may be logged: reason, error codes and statuses, never a body, an address or a name.
 */
export type Fault = {
  readonly reason: FaultReason;
  readonly detail: string;
  readonly status?: number;
  /** When the bank said so: how long to leave it alone. */
  readonly retryAfterSeconds?: number;
};

/** Why nothing was obtained, and what that proves. */
export type Failure =
  /** The bank refused in so many words. Believe it only if `getCharge` does not contradict it. */
  | {
      readonly kind: 'declined';
      readonly code: string;
      readonly message: string;
      readonly status: number;
      /** `refused` where it is left out. `empty`: a list has no elements. */
      readonly means?: 'refused' | 'absent' | 'empty' | 'taken';
    }
  /** Proof that nothing happened: the same call may be made again at once. */
  | { readonly kind: 'not_sent'; readonly cause: Fault }
  /** It may have happened: ask (GET) before anything else, and never under a new id. */
  | { readonly kind: 'unknown'; readonly cause: Fault };

/** What came of asking a bank for something. The kind says what the caller may do next. */
export type Outcome<T> =
  /** The bank did it and showed the result. */
  | { readonly kind: 'done'; readonly value: T }
  /** The bank has it, in a state that we do not know as final. */
  | { readonly kind: 'pending'; readonly value: T }
  | Failure;

/** What the provider responded; undefined when it did not. */
export const responseOf = <T>(outcome: Outcome<T>): T | undefined =>
  outcome.kind === 'done' || outcome.kind === 'pending' ? outcome.value : undefined;

/** How long the provider wants to be left alone, where it said so. */
export const retryAfterOf = (outcome: Outcome<unknown>): number | undefined =>
  outcome.kind === 'not_sent' || outcome.kind === 'unknown' ? outcome.cause.retryAfterSeconds : undefined;
