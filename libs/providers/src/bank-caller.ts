import {
  type FaultHook,
  inSpan,
  type Logger,
  observe,
  type Span,
  SpanKind,
  SpanStatusCode,
  secondsSince,
} from '@gx/runtime';
import { BrokenCircuitError, type CircuitBreakerPolicy, CircuitState } from 'cockatiel';
import { type BankOperation, bankConnection } from './bank-connection.ts';
import { silence } from './bank-trouble.ts';
import { type CallPoolState, callPools } from './call-pools.ts';
import { type BankReply, classify } from './classify.ts';
import { fairTurns } from './fair-turns.ts';
import type { Failure, Outcome } from './outcome.ts';
import type { CallerProfile } from './profile.ts';
import type { BankCall, ProviderHealth } from './provider.ts';

export type CallerOptions = {
  readonly log: Logger;
  readonly now: () => Date;
  /** For calls that name none; a connection or a token never takes longer either. */
  readonly deadlineMs?: number;
  readonly connections?: number;
  /** Failures in a row that open the breaker, and how long it stays open before one call may try. */
  readonly breaker?: { readonly failures: number; readonly halfOpenAfterMs: number };
  readonly faultHook?: FaultHook | undefined;
};

/** One call to the bank, for the modules that word them. */
export type BankAsk = (operation: BankOperation, call?: BankCall) => Promise<BankReply | Failure>;
export type ReportUnknownStatus = ReturnType<typeof unknownReporter>;

const DEADLINE_MS = 5_000;
const CONNECTIONS = 64;
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

const BREAKER_STATES = {
  [CircuitState.Closed]: 'closed',
  [CircuitState.HalfOpen]: 'half_open',
  [CircuitState.Open]: 'open',
  [CircuitState.Isolated]: 'open',
} as const satisfies Record<CircuitState, ProviderHealth['breaker']>;
const BREAKER_OPEN: Failure = {
  kind: 'not_sent',
  cause: { reason: 'breaker_open', detail: 'the bank failed too often just now' },
};
const NO_TURN: Failure = {
  kind: 'not_sent',
  cause: { reason: 'rate_limited', detail: 'too many calls for this merchant at once', retryAfterSeconds: 1 },
};

/** Calls to one bank: deadline, share of its merchant, breaker, rate limit, span and log in one place. */
export function bankCaller(profile: CallerProfile, options: CallerOptions) {
  const { log, now, deadlineMs: usualDeadlineMs = DEADLINE_MS, connections = CONNECTIONS } = options;
  const connection = bankConnection(profile, { ...options, deadlineMs: usualDeadlineMs, connections });
  const poolOf = callPools(profile, options);
  const takeTurn = fairTurns(connections);
  let isSilent = false;

  const ask = async (request: Request): Promise<BankReply | Failure> => {
    const { operation, deadlineMs, pool, span } = request;
    const result = await connection.send(operation, deadlineMs);
    if (result.kind === 'answer') span.setAttribute('http.response.status_code', result.status);
    const outcome = classify(result, now());
    if (outcome.kind === 'not_sent' && outcome.cause.retryAfterSeconds !== undefined)
      pool.pausedUntilMs = performance.now() + outcome.cause.retryAfterSeconds * 1000;
    return outcome;
  };

  const guarded = async (request: Request): Promise<BankReply | Failure> => {
    const isShort = request.deadlineMs < usualDeadlineMs * USUAL_SHARE;
    return blockedBy(request.pool) ?? counted(request.pool.breaker, isShort, () => ask(request));
  };

  /** A call that waits for its turn has so much less time, and nothing to wait for while none would be made. */
  const inTurn = async (request: Request, merchant = OURS): Promise<BankReply | Failure> => {
    const blocked = blockedBy(request.pool);
    if (blocked !== undefined) return blocked;
    const turn = takeTurn(merchant, request.deadlineMs);
    const began = performance.now();
    const release = turn instanceof Promise ? await turn : turn;
    if (release === undefined) return NO_TURN;
    const waitedMs = turn instanceof Promise ? performance.now() - began : 0;
    try {
      return await guarded({ ...request, deadlineMs: request.deadlineMs - waitedMs });
    } finally {
      release();
    }
  };

  const call: BankAsk = (
    operation,
    { deadlineMs = usualDeadlineMs, merchant, pool = operation.pool ?? 'calls' } = {},
  ) => {
    const attributes = {
      'gx.bank.profile': profile.id,
      'gx.bank.operation': operation.name,
      'http.request.method': operation.method,
    };
    return inSpan(`bank ${operation.name}`, { kind: SpanKind.CLIENT, attributes }, async (span) => {
      const request = { operation, deadlineMs, span, pool: poolOf(pool, merchant) };
      const outcome = await measured(profile, operation, () => inTurn(request, merchant));
      if (pool === 'calls') isSilent = silence(outcome) ?? isSilent;
      span.setAttribute('gx.bank.outcome', outcome.kind);
      if (outcome.kind === 'unknown' || outcome.kind === 'not_sent') report(log, profile, operation, outcome, span);
      return outcome;
    });
  };

  const breakerState = (): ProviderHealth['breaker'] => BREAKER_STATES[poolOf('calls').breaker.state];

  return {
    call,
    breakerState,
    health: async (operation: BankOperation, limits?: BankCall): Promise<ProviderHealth> =>
      healthBy(await call(operation, limits), breakerState()),
    reportUnknown: unknownReporter(profile, log),
    /** Whether the last call of which the bank's state can be told was not answered. */
    isSilent: (): boolean => isSilent,
    token: connection.token,
    seen: connection.seen,
    close: connection.close,
  };
}

type Request = {
  readonly operation: BankOperation;
  readonly deadlineMs: number;
  readonly pool: CallPoolState;
  readonly span: Span;
};

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

/** How the bank looks by the answer to its cheapest question. */
function healthBy(outcome: BankReply | Failure, breaker: ProviderHealth['breaker']): ProviderHealth {
  const failed = outcome.kind === 'not_sent' || outcome.kind === 'unknown';
  return failed ? { up: false, breaker, fault: outcome.cause } : { up: true, breaker };
}

/**
 * Passes an outcome on and reports a status that this version does not know; `of` says what it is the status
 * of.
 */
const unknownReporter =
  ({ id }: CallerProfile, log: Logger) =>
  <T extends { readonly status: string }>(of: string, outcome: Outcome<T>): Outcome<T> => {
    if (outcome.kind === 'pending' && outcome.value.status === 'unrecognised')
      log.warn({ bank_profile: id, of }, 'bank shows a status that this version does not know');
    return outcome;
  };

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

/** A call and how long it took, whatever came of it. */
async function measured(
  { id }: CallerProfile,
  { name }: BankOperation,
  call: () => Promise<BankReply | Failure>,
): Promise<BankReply | Failure> {
  const startedAt = performance.now();
  const outcome = await call();
  const labels = { 'gx.bank.profile': id, 'gx.bank.operation': name, 'gx.outcome': outcome.kind };
  observe('gx.bank.call.duration', secondsSince(startedAt), labels);
  return outcome;
}

function report(
  log: Logger,
  profile: CallerProfile,
  operation: BankOperation,
  { kind, cause }: Exclude<Failure, { readonly kind: 'declined' }>,
  span: Span,
): void {
  const { reason, detail, status } = cause;
  span.setAttribute('error.type', reason);
  span.setStatus({ code: SpanStatusCode.ERROR });
  // What only repeats a fault already reported is no news: a bank that is down would fill the log.
  const level = reason === 'breaker_open' || reason === 'rate_limited' ? 'debug' : 'warn';
  const fields = { bank_profile: profile.id, operation: operation.name, outcome: kind, reason, detail, status };
  log[level](fields, 'bank call failed');
}
