import { isIPv4 } from 'node:net';
import * as grpc from '@grpc/grpc-js';
import type { MethodDefinition } from '@grpc/proto-loader';
import { METADATA } from '@gx/contracts';
import type { FaultHook } from '../service/fault-hook.ts';
import { inSpan, SpanKind } from '../telemetry/telemetry.ts';
import { traceparent } from '../telemetry/trace-context.ts';
import { CallStreams } from './call-streams.ts';
import { type CallFailure, failureOf, fromFailure } from './grpc-errors.ts';
import type { Call, Client, MethodName } from './grpc-types.ts';
import { WATCHED_SCHEME } from './watched-names.ts';

export type ClientOptions<D> = {
  /** RPCs that may be sent twice: these alone are retried, and only when nothing was answered. */
  readonly idempotent: readonly MethodName<D>[];
  /**
   * RPCs that travel over long-lived streams: those that are called often, and those that nobody may repeat:
   * a stream knows what was never sent.
   */
  readonly streamed?: readonly MethodName<D>[];
  /** How long any call may take; a caller may ask for less. */
  readonly deadlineMs: number;
  readonly faultHook?: FaultHook | undefined;
};

/** For calls that reached nobody and may be repeated. */
const RETRY = { maxAttempts: 3, firstPauseMs: 50 } as const;

type UnaryCall = (
  request: unknown,
  metadata: grpc.Metadata,
  options: grpc.CallOptions,
  done: grpc.requestCallback<unknown>,
) => grpc.ClientUnaryCall;

/**
 * A client whose methods answer promises: deadline on every call, trace and request ids passed on, refusals
 * rebuilt.
 */
export function grpcClient<D extends grpc.ServiceDefinition>(
  definition: D,
  address: string,
  { idempotent, streamed = [], deadlineMs, faultHook }: ClientOptions<D>,
): Client<D> {
  const stub = faultHook?.dial(definition, address) ?? channel(definition, address, idempotent);
  const streams = streamed.length === 0 || faultHook !== undefined ? undefined : new CallStreams(stub);
  const methods = Object.entries(definition).map(([name, method]) => {
    const send =
      streams !== undefined && (streamed as readonly string[]).includes(name)
        ? overStream(streams, method as AnyMethod, (idempotent as readonly string[]).includes(name))
        : byItself(stub, name);
    return [
      name.charAt(0).toLowerCase() + name.slice(1),
      (call: Call, request: object) =>
        invoke(name, send, { ...call, deadlineMs: Math.min(call.deadlineMs ?? deadlineMs, deadlineMs) }, request),
    ];
  });
  return {
    ...Object.fromEntries(methods),
    close: () => {
      streams?.close();
      stub.close();
    },
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

/**
 * One address, several between commas, or a name that resolves to several (a headless service) and is
 * watched.
 */
function target(address: string): string {
  if (address.includes(':///')) return address;
  const isAddress = address.includes(',') || isIPv4(address.replace(/:\d+$/, ''));
  return isAddress ? `ipv4:${address}` : `${WATCHED_SCHEME}:${address}`;
}

function serviceConfig(definition: grpc.ServiceDefinition, idempotent: readonly string[]): object {
  const service = Object.values(definition)[0]?.path.split('/')[1];
  return {
    loadBalancingConfig: [{ round_robin: {} }],
    methodConfig: [
      {
        name: idempotent.map((method) => ({ service, method })),
        retryPolicy: {
          maxAttempts: RETRY.maxAttempts,
          initialBackoff: `${RETRY.firstPauseMs / 1_000}s`,
          maxBackoff: '0.5s',
          backoffMultiplier: 2,
          // INTERNAL is the transport's word for a connection that went away; an answer of ours forbids it
          // (`toStatus`).
          retryableStatusCodes: ['UNAVAILABLE', 'INTERNAL'],
        },
      },
    ].filter((config) => config.name.length > 0),
  };
}

type AnyMethod = MethodDefinition<object, object>;
/** Sends a call once or, where that is allowed, again; rejects with a `CallFailure`. */
type Send = (call: Required<Call>, request: object) => Promise<unknown>;

function invoke(name: string, send: Send, call: Required<Call>, request: object): Promise<unknown> {
  const options = { kind: SpanKind.CLIENT, attributes: { 'rpc.system.name': 'grpc', 'rpc.method': name } } as const;
  return inSpan(name, options, async (span) => {
    try {
      return await send(call, request);
    } catch (error) {
      const failure = error as CallFailure;
      span.setAttribute('rpc.response.status_code', grpc.status[failure.code] ?? String(failure.code));
      throw fromFailure(name, failure);
    }
  });
}

const byItself =
  (stub: grpc.Client, name: string): Send =>
  (call, request) => {
    const metadata = new grpc.Metadata();
    metadata.set(METADATA.requestId, call.requestId);
    const trace = traceparent();
    if (trace !== undefined) metadata.set(METADATA.traceparent, trace);
    const method = (stub as unknown as Record<string, UnaryCall>)[name] as UnaryCall;
    return new Promise((resolve, reject) => {
      method.call(stub, request, metadata, { deadline: Date.now() + call.deadlineMs }, (error, response) =>
        error === null ? resolve(response) : reject(failureOf(error)),
      );
    });
  };

const overStream =
  (streams: CallStreams, method: AnyMethod, isIdempotent: boolean): Send =>
  async ({ requestId, deadlineMs }, request) => {
    const end = performance.now() + deadlineMs;
    for (let attempt = 1; ; attempt += 1) {
      const timeoutMs = Math.max(1, end - performance.now());
      try {
        const outgoing = { method, request, requestId, traceparent: traceparent(), timeoutMs };
        return method.responseDeserialize(await streams.call(outgoing));
      } catch (error) {
        const { code, detail, isUnsent = false } = error as CallFailure;
        const again = (isIdempotent || isUnsent) && attempt < RETRY.maxAttempts && code === grpc.status.UNAVAILABLE;
        if (!again || detail !== undefined) throw error;
        await new Promise((resolve) => setTimeout(resolve, RETRY.firstPauseMs * 2 ** attempt * Math.random()));
      }
    }
  };
