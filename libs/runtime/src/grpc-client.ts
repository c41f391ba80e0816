import * as grpc from '@grpc/grpc-js';
import { METADATA } from '@gx/contracts';
import { fromStatus } from './grpc-errors.ts';
import type { Call, Client, MethodName } from './grpc-types.ts';
import type { Seam } from './seam.ts';
import { inSpan, SpanKind } from './telemetry.ts';
import { traceparent } from './trace-context.ts';

export type ClientOptions<D> = {
  /** RPCs that may be sent twice: these alone are retried, and only on UNAVAILABLE. */
  readonly idempotent: readonly MethodName<D>[];
  /** How long any call may take; a caller may ask for less. */
  readonly deadlineMs: number;
  readonly seam?: Seam | undefined;
};

type UnaryCall = (
  request: unknown,
  metadata: grpc.Metadata,
  options: grpc.CallOptions,
  done: grpc.requestCallback<unknown>,
) => grpc.ClientUnaryCall;

/** A client whose methods answer promises: deadline on every call, trace and request ids passed on, refusals rebuilt. */
export function grpcClient<D extends grpc.ServiceDefinition>(
  definition: D,
  address: string,
  { idempotent, deadlineMs, seam }: ClientOptions<D>,
): Client<D> {
  const stub = seam?.dial(definition, address) ?? channel(definition, address, idempotent);
  const methods = Object.keys(definition).map((name) => [
    name.charAt(0).toLowerCase() + name.slice(1),
    (call: Call, request: unknown) =>
      invoke(stub, name, { ...call, deadlineMs: Math.min(call.deadlineMs ?? deadlineMs, deadlineMs) }, request),
  ]);
  return {
    ...Object.fromEntries(methods),
    close: () => stub.close(),
    waitForReady: (timeoutMs: number) =>
      new Promise<void>((resolve, reject) => {
        stub.waitForReady(Date.now() + timeoutMs, (error) => (error === undefined ? resolve() : reject(error)));
      }),
  } as unknown as Client<D>;
}

function channel(definition: grpc.ServiceDefinition, address: string, idempotent: readonly string[]): grpc.Client {
  const Stub = grpc.makeGenericClientConstructor(definition, 'gx');
  return new Stub(target(address), grpc.credentials.createInsecure(), {
    'grpc.service_config': JSON.stringify(serviceConfig(definition, idempotent)),
    'grpc.keepalive_time_ms': 20_000,
    'grpc.keepalive_timeout_ms': 5_000,
    'grpc.initial_reconnect_backoff_ms': 100,
    'grpc.max_reconnect_backoff_ms': 2_000,
  });
}

/** One address, several between commas, or a name that resolves to several (a headless service). */
function target(address: string): string {
  if (address.includes('://') || address.startsWith('dns:')) return address;
  return address.includes(',') ? `ipv4:${address}` : `dns:${address}`;
}

function serviceConfig(definition: grpc.ServiceDefinition, idempotent: readonly string[]): object {
  const service = Object.values(definition)[0]?.path.split('/')[1];
  return {
    loadBalancingConfig: [{ round_robin: {} }],
    methodConfig: [
      {
        name: idempotent.map((method) => ({ service, method })),
        retryPolicy: {
          maxAttempts: 3,
          initialBackoff: '0.05s',
          maxBackoff: '0.5s',
          backoffMultiplier: 2,
          retryableStatusCodes: ['UNAVAILABLE'],
        },
      },
    ].filter((config) => config.name.length > 0),
  };
}

function invoke(stub: grpc.Client, name: string, call: Required<Call>, request: unknown): Promise<unknown> {
  const options = { kind: SpanKind.CLIENT, attributes: { 'rpc.system.name': 'grpc', 'rpc.method': name } } as const;
  return inSpan(name, options, (span) => {
    const metadata = new grpc.Metadata();
    metadata.set(METADATA.requestId, call.requestId);
    const trace = traceparent();
    if (trace !== undefined) metadata.set(METADATA.traceparent, trace);
    const method = (stub as unknown as Record<string, UnaryCall>)[name] as UnaryCall;
    return new Promise((resolve, reject) => {
      method.call(stub, request, metadata, { deadline: Date.now() + call.deadlineMs }, (error, response) => {
        if (error === null) return resolve(response);
        span.setAttribute('rpc.response.status_code', grpc.status[error.code] ?? String(error.code));
        return reject(fromStatus(name, error));
      });
    });
  });
}
