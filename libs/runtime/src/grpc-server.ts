import { randomUUID } from 'node:crypto';
import * as grpc from '@grpc/grpc-js';
import { ReflectionService } from '@grpc/reflection';
import { METADATA, PACKAGE_DEFINITION } from '@gx/contracts';
import { isErrorCode, Refusal, unavailable } from '@gx/core';
import { HealthImplementation } from 'grpc-health-check';
import { toStatus } from './grpc-errors.ts';
import type { CallContext, Handlers, Unary } from './grpc-types.ts';
import { isDatabaseAway } from './mongo.ts';
import type { Host } from './run-service.ts';
import type { Served } from './seam.ts';
import { inSpan, SpanKind } from './telemetry.ts';
import { contextFrom } from './trace-context.ts';

type AnyUnary = Unary<never, unknown>;
export type GrpcService = {
  readonly definition: grpc.ServiceDefinition;
  readonly handlers: Readonly<Record<string, AnyUnary>>;
};

/** Ties handlers to their generated definition; a missing or misspelt RPC does not compile. */
export const grpcService = <D extends grpc.ServiceDefinition>(definition: D, handlers: Handlers<D>): GrpcService => ({
  definition,
  handlers: handlers as unknown as GrpcService['handlers'],
});

const MAX_DEADLINE_MS = 60_000;
const STOP_GRACE_MS = 20_000;

/** Serves the RPCs with health and reflection; refusals become statuses of the table, anything else INTERNAL and a log line. */
export async function startGrpcServer(
  host: Host,
  port: number,
  services: readonly GrpcService[],
): Promise<{ port: number }> {
  const served = services.map(({ definition, handlers }): Served => {
    const wrapped = Object.entries(handlers).map(([name, handler]) => [name, serve(host, name, handler)]);
    return { definition, implementation: Object.fromEntries(wrapped) as grpc.UntypedServiceImplementation };
  });
  if (host.seam !== undefined) return host.seam.serve(served);
  const server = new grpc.Server({
    'grpc.max_concurrent_streams': 1_000,
    'grpc.max_receive_message_length': 4 * 1024 * 1024,
    'grpc.keepalive_permit_without_calls': 1,
  });
  const health = new HealthImplementation({ '': 'SERVING' });
  health.addToServer(server);
  new ReflectionService(PACKAGE_DEFINITION).addToServer(server);
  for (const { definition, implementation } of served) server.addService(definition, implementation);
  const bound = await new Promise<number>((resolve, reject) => {
    server.bindAsync(`0.0.0.0:${port}`, grpc.ServerCredentials.createInsecure(), (error, chosen) =>
      error === null ? resolve(chosen) : reject(error),
    );
  });
  host.life.onStop('grpc server', () => {
    health.setStatus('', 'NOT_SERVING');
    return new Promise<void>((resolve) => {
      const force = setTimeout(() => server.forceShutdown(), STOP_GRACE_MS);
      server.tryShutdown(() => {
        clearTimeout(force);
        resolve();
      });
    });
  });
  return { port: bound };
}

function serve(host: Host, name: string, handler: AnyUnary): grpc.handleUnaryCall<never, unknown> {
  return (call, callback) => {
    const ctx = contextOf(host, name, call);
    const parent = contextFrom(first(call.metadata, METADATA.traceparent));
    const attributes = { 'rpc.system.name': 'grpc', 'rpc.method': name, 'gx.request.id': ctx.requestId } as const;
    inSpan(name, { kind: SpanKind.SERVER, parent, attributes }, async () => handler(ctx, call.request)).then(
      (response) => callback(null, response),
      (error: unknown) => callback(statusOf(ctx, name, error)),
    );
  };
}

function contextOf(host: Host, name: string, call: grpc.ServerUnaryCall<never, unknown>): CallContext {
  const requestId = first(call.metadata, METADATA.requestId) ?? randomUUID();
  const abort = new AbortController();
  call.on('cancelled', () => abort.abort(new Error('the caller hung up')));
  const now = host.now();
  const asked = new Date(call.getDeadline()).getTime();
  return {
    requestId,
    now,
    log: host.log.child({ request_id: requestId, rpc: name }),
    signal: abort.signal,
    deadline: new Date(Number.isFinite(asked) ? asked : now.getTime() + MAX_DEADLINE_MS),
  };
}

function statusOf(ctx: CallContext, name: string, error: unknown): Partial<grpc.StatusObject> {
  if (error instanceof Refusal && isErrorCode(error.code)) {
    const level = error.code === 'service_unavailable' || error.code === 'internal_error' ? 'warn' : 'debug';
    ctx.log[level]({ rpc: name, code: error.code, reason: error.more.reason, err: error.cause }, 'refused');
    return toStatus(error);
  }
  if (isDatabaseAway(error)) {
    ctx.log.warn({ rpc: name, err: error }, 'database away');
    return toStatus(unavailable('The service cannot answer now. Retry with the same Idempotency-Key.'));
  }
  ctx.log.error({ rpc: name, err: error }, 'rpc failed');
  return toStatus(
    new Refusal('internal_error', 'Something went wrong on our side. Retry with the same Idempotency-Key.'),
  );
}

function first(metadata: grpc.Metadata, key: string): string | undefined {
  const value = metadata.get(key)[0];
  return typeof value === 'string' ? value : undefined;
}
