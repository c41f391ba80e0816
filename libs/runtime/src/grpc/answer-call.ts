import { randomUUID } from 'node:crypto';
import { isErrorCode, Refusal, unavailable } from '@gx/core';
import { isAway } from '../service/away.ts';
import type { Host } from '../service/run-service.ts';
import { observe, secondsSince } from '../telemetry/metrics.ts';
import { inSpan, SpanKind } from '../telemetry/telemetry.ts';
import { contextFrom } from '../telemetry/trace-context.ts';
import type { CallContext, UnaryHandler } from './grpc-types.ts';

export type AnyUnaryHandler = UnaryHandler<never, unknown>;

/** What came with a call, whatever carried it. */
export type CallAttributes = {
  readonly requestId: string | undefined;
  readonly traceparent: string | undefined;
  /** How long the caller still waits; not finite when it did not say. */
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
};
type IncomingCall = {
  readonly name: string;
  readonly handler: AnyUnaryHandler;
  readonly request: unknown;
  readonly details: CallAttributes;
};
export type CallAnswer = { readonly response: unknown; readonly refusal?: undefined } | { readonly refusal: Refusal };

const MAX_DEADLINE_MS = 60_000;

/**
 * Runs a handler in a span of its own. Never rejects: what is thrown becomes a row of the error table, with a
 * log line where it is ours.
 */
export async function answerCall(host: Host, { name, handler, request, details }: IncomingCall): Promise<CallAnswer> {
  const startedAt = performance.now();
  const answer = await attempt(host, { name, handler, request, details });
  const status = answer.refusal?.code ?? 'OK';
  observe('rpc.server.call.duration', secondsSince(startedAt), {
    'rpc.method': name,
    'rpc.response.status_code': status,
  });
  return answer;
}

async function attempt(host: Host, { name, handler, request, details }: IncomingCall): Promise<CallAnswer> {
  const ctx = contextOf(host, name, details);
  const parent = contextFrom(details.traceparent);
  const attributes = { 'rpc.system.name': 'grpc', 'rpc.method': name, 'gx.request.id': ctx.requestId } as const;
  try {
    const options = { kind: SpanKind.SERVER, parent, attributes };
    return { response: await inSpan(name, options, () => handler(ctx, request as never)) };
  } catch (error) {
    return { refusal: refusalOf(ctx, name, error) };
  }
}

function contextOf(
  host: Host,
  name: string,
  { requestId = randomUUID(), timeoutMs, signal }: CallAttributes,
): CallContext {
  const now = host.now();
  return {
    requestId,
    now,
    log: host.log.child({ request_id: requestId, rpc: name }),
    signal,
    deadline: new Date(now.getTime() + (Number.isFinite(timeoutMs) ? timeoutMs : MAX_DEADLINE_MS)),
  };
}

function refusalOf(ctx: CallContext, name: string, error: unknown): Refusal {
  if (error instanceof Refusal && isErrorCode(error.code)) {
    const level = error.code === 'service_unavailable' || error.code === 'internal_error' ? 'warn' : 'debug';
    ctx.log[level]({ rpc: name, code: error.code, reason: error.more.reason, err: error.cause }, 'refused');
    return error;
  }
  if (isAway(error)) {
    ctx.log.warn({ rpc: name, err: error }, 'database away');
    return unavailable('The service cannot answer now. Retry with the same Idempotency-Key.');
  }
  ctx.log.error({ rpc: name, err: error }, 'rpc failed');
  return new Refusal('internal_error', 'Something went wrong on our side. Retry with the same Idempotency-Key.');
}
