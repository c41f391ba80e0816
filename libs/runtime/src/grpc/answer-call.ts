import { randomUUID } from 'node:crypto';
import * as grpc from '@grpc/grpc-js';
import { METADATA } from '@gx/contracts';
import { isErrorCode, Refusal, unavailable } from '@gx/core';
import { isAway } from '../service/away.ts';
import type { Host } from '../service/run-service.ts';
import { count, observe, secondsSince } from '../telemetry/metrics.ts';
import { inSpan, SpanKind } from '../telemetry/telemetry.ts';
import { contextFrom } from '../telemetry/trace-context.ts';
import { type Access, admitCall, type CallRefusal } from './admit-call.ts';
import { NEVER_REPEATED, toStatus } from './grpc-errors.ts';
import type { CallContext, UnaryHandler } from './grpc-types.ts';

export type AnyUnaryHandler = UnaryHandler<never, unknown>;

/** An RPC and who may use it. */
export type ServedRpc = Access & {
  /** Somebody else called, or for somebody else. */
  readonly onNotAdmitted: (ctx: CallContext, refused: CallRefusal) => void;
};

const MAX_DEADLINE_MS = 60_000;

/**
 * Runs a handler for each call of those who may make it, in a span of its own. What is thrown becomes a row
 * of the error table, with a log line where it is ours.
 */
export const answering =
  (host: Host, rpc: ServedRpc, handler: AnyUnaryHandler): grpc.handleUnaryCall<never, unknown> =>
  async (call, callback) => {
    const startedAt = performance.now();
    const { name } = rpc;
    const ctx = contextOf(host, name, call);
    const parent = contextFrom(first(call.metadata, METADATA.traceparent));
    const attributes = { 'rpc.system.name': 'grpc', 'rpc.method': name, 'gx.request.id': ctx.requestId } as const;
    const answer = (code: string, ...reply: Parameters<typeof callback>): void => {
      observe('rpc.server.call.duration', secondsSince(startedAt), {
        'rpc.method': name,
        'rpc.response.status_code': code,
      });
      callback(...reply);
    };
    const admitted = await admitCall(rpc, call, ctx);
    if ('why' in admitted) {
      rpc.onNotAdmitted(ctx, admitted);
      return answer(NOT_ADMITTED, notAdmitted(admitted));
    }
    if (admitted.isPlaintext) count('gx.grpc.plaintext.calls', { 'rpc.method': name });
    const options = { kind: SpanKind.SERVER, parent, attributes };
    await inSpan(name, options, () => handler({ ...ctx, ...admitted }, call.request)).then(
      (response) => answer('OK', null, response),
      (error: unknown) => {
        const refusal = refusalOf(ctx, name, error);
        answer(refusal.code, toStatus(refusal));
      },
    );
  };

const NOT_ADMITTED = 'PERMISSION_DENIED';

/** No row of the error table: it is no merchant's affair but a fault of ours, or an intruder. */
function notAdmitted({ why }: CallRefusal): Partial<grpc.StatusObject> & { code: grpc.status } {
  const metadata = new grpc.Metadata();
  metadata.set(...NEVER_REPEATED);
  return { code: grpc.status[NOT_ADMITTED], details: why, metadata };
}

function contextOf(host: Host, name: string, call: grpc.ServerUnaryCall<never, unknown>): CallContext {
  const abort = new AbortController();
  call.on('cancelled', () => abort.abort(new Error('the caller hung up')));
  const requestId = first(call.metadata, METADATA.requestId) ?? randomUUID();
  const now = host.now();
  // Not finite when the caller did not say how long it waits.
  const timeoutMs = new Date(call.getDeadline()).getTime() - Date.now();
  return {
    requestId,
    now,
    log: host.log.child({ request_id: requestId, rpc: name }),
    signal: abort.signal,
    deadline: new Date(now.getTime() + (Number.isFinite(timeoutMs) ? timeoutMs : MAX_DEADLINE_MS)),
  };
}

function first(metadata: grpc.Metadata, key: string): string | undefined {
  const value = metadata.get(key)[0];
  return typeof value === 'string' ? value : undefined;
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
