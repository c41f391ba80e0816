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
import { CircuitState } from 'cockatiel';
import { type BankOperation, bankConnection } from './bank-connection.ts';
import { silence } from './bank-trouble.ts';
import { callPools } from './call-pools.ts';
import { type BankCallRequest, callsInTurn } from './calls-in-turn.ts';
import type { BankReply } from './classify.ts';
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
const BREAKER_STATES = {
  [CircuitState.Closed]: 'closed',
  [CircuitState.HalfOpen]: 'half_open',
  [CircuitState.Open]: 'open',
  [CircuitState.Isolated]: 'open',
} as const satisfies Record<CircuitState, ProviderHealth['breaker']>;

/** Calls to one bank: deadline, share of its merchant, breaker, rate limit, span and log in one place. */
export function bankCaller(profile: CallerProfile, options: CallerOptions) {
  const { log, now, deadlineMs: usualDeadlineMs = DEADLINE_MS, connections = CONNECTIONS } = options;
  const connection = bankConnection(profile, { ...options, deadlineMs: usualDeadlineMs, connections });
  const poolOf = callPools(profile, options);
  const inTurn = callsInTurn(connection, {
    atOnce: connections,
    usualDeadlineMs,
    now,
    errors: profile.dialect?.errors,
  });
  let isSilent = false;

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
      const timed: BankCallRequest['timed'] = (made) => measured(profile, operation, made);
      const outcome = await inTurn({ operation, deadlineMs, span, timed, pool: poolOf(pool, merchant) }, merchant);
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
