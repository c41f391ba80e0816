import type { Span } from '@gx/runtime';
import { BrokenCircuitError, type CircuitBreakerPolicy, CircuitState } from 'cockatiel';
import type { BankOperation, bankConnection } from './bank-connection.ts';
import type { CallPoolState } from './call-pools.ts';
import { type BankReply, classify } from './classify.ts';
import type { ErrorRule } from './error-meaning.ts';
import { fairTurns } from './fair-turns.ts';
import type { Failure } from './outcome.ts';

/** A call, and what is known of its pool. */
export type BankCallRequest = {
  readonly operation: BankOperation;
  readonly deadlineMs: number;
  readonly pool: CallPoolState;
  readonly span: Span;
  /** Takes its time, without the wait for a turn: that is no slowness of the bank. */
  readonly timed: (call: () => Promise<BankReply | Failure>) => Promise<BankReply | Failure>;
};

type CallsInTurnOptions = {
  /** What the bank's errors mean. */
  readonly errors: readonly ErrorRule[] | undefined;
  readonly atOnce: number;
  /** Of a call that names none. */
  readonly usualDeadlineMs: number;
  readonly now: () => Date;
};

/**
 * What is left after the wait is time for the bank to answer: a call that is sent and cut short is worse than
 * one that was not sent.
 */
const WAIT_SHARE = 0.5;
/** Calls for no merchant have a share as if they were one's. */
const OURS = '';
/** What is left of a budget a moment after it began is the usual deadline still. */
const USUAL_SHARE = 0.9;
const isLate = (outcome: BankReply | Failure): boolean =>
  (outcome.kind === 'not_sent' || outcome.kind === 'unknown') && outcome.cause.reason === 'deadline';
/**
 * Carries an outcome past the breaker, which counts what is thrown here neither as the bank's success nor as
 * its failure.
 */
class UncountedOutcome extends Error {
  override readonly name = 'UncountedOutcome';
  readonly outcome: BankReply | Failure;

  constructor(outcome: BankReply | Failure) {
    super('says nothing of the bank');
    this.outcome = outcome;
  }
}

const BREAKER_OPEN: Failure = {
  kind: 'not_sent',
  cause: { reason: 'breaker_open', detail: 'the bank failed too often just now' },
};
const NO_TURN: Failure = {
  kind: 'not_sent',
  cause: { reason: 'rate_limited', detail: 'too many calls for this merchant at once', retryAfterSeconds: 1 },
};

/**
 * Makes calls as far as their pool is neither paused nor broken, each when it is its merchant's turn: the
 * wait is at most half of its deadline, and there is nothing to wait for while no call would be made.
 */
export function callsInTurn(
  connection: Pick<ReturnType<typeof bankConnection>, 'send'>,
  { atOnce, usualDeadlineMs, now, errors }: CallsInTurnOptions,
) {
  const takeTurn = fairTurns(atOnce);
  const ask = async (request: BankCallRequest): Promise<BankReply | Failure> => {
    const { operation, deadlineMs, pool, span } = request;
    const result = await connection.send(operation, deadlineMs);
    if (result.kind === 'answer') span.setAttribute('http.response.status_code', result.status);
    const outcome = classify(result, now(), errors);
    if (outcome.kind === 'not_sent' && outcome.cause.retryAfterSeconds !== undefined)
      pool.pausedUntilMs = performance.now() + outcome.cause.retryAfterSeconds * 1000;
    return outcome;
  };

  const guarded = async (request: BankCallRequest): Promise<BankReply | Failure> => {
    const isShort = request.deadlineMs < usualDeadlineMs * USUAL_SHARE;
    return blockedBy(request.pool) ?? counted(request.pool.breaker, isShort, () => ask(request));
  };

  return async (request: BankCallRequest, merchant = OURS): Promise<BankReply | Failure> => {
    const blocked = blockedBy(request.pool);
    if (blocked !== undefined) return request.timed(async () => blocked);
    const turn = takeTurn(merchant, request.deadlineMs * WAIT_SHARE);
    const began = performance.now();
    const release = turn instanceof Promise ? await turn : turn;
    if (release === undefined) return request.timed(async () => NO_TURN);
    const waitedMs = turn instanceof Promise ? performance.now() - began : 0;
    try {
      return await request.timed(() => guarded({ ...request, deadlineMs: request.deadlineMs - waitedMs }));
    } finally {
      release();
    }
  };
}

/** Why no call of the pool is made now; undefined when one may be. */
function blockedBy({ breaker, pausedUntilMs }: CallPoolState): Failure | undefined {
  const pauseMs = pausedUntilMs - performance.now();
  if (pauseMs > 0) {
    const retryAfterSeconds = Math.ceil(pauseMs / 1000);
    return { kind: 'not_sent', cause: { reason: 'rate_limited', detail: 'as the bank wants', retryAfterSeconds } };
  }
  // While one call probes whether the bank is back, cockatiel would let the others wait without an end.
  return breaker.state === CircuitState.HalfOpen ? BREAKER_OPEN : undefined;
}

/** A call that the breaker learns from; not if it was late by a short deadline of our own. */
async function counted(
  breaker: CircuitBreakerPolicy,
  isShort: boolean,
  call: () => Promise<BankReply | Failure>,
): Promise<BankReply | Failure> {
  try {
    return await breaker.execute(async () => {
      // The call that tries whether the bank is back has to show that it is: what is thrown then would close
      // the breaker.
      const isTrial = breaker.state === CircuitState.HalfOpen;
      const outcome = await call();
      if (isShort && !isTrial && isLate(outcome)) throw new UncountedOutcome(outcome);
      return outcome;
    });
  } catch (error) {
    if (error instanceof UncountedOutcome) return error.outcome;
    if (error instanceof BrokenCircuitError) return BREAKER_OPEN;
    throw error;
  }
}
