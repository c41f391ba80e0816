import { isIPv4 } from 'node:net';
import * as grpc from '@grpc/grpc-js';
import { METADATA, RPC_PARTIES, type RpcParty } from '@gx/contracts';
import { invariant } from '@gx/core';
import type { FaultHook } from '../service/fault-hook.ts';
import { inSpan, SpanKind } from '../telemetry/telemetry.ts';
import { traceparent } from '../telemetry/trace-context.ts';
import { failureOf, fromFailure } from './grpc-errors.ts';
import type { GrpcIdentity } from './grpc-identity.ts';
import type { Call, Client, MethodName } from './grpc-types.ts';
import { WATCHED_SCHEME } from './watched-names.ts';

export type ClientOptions<D> = {
  /** Who calls. */
  readonly identity: GrpcIdentity;
  /** RPCs that may be sent twice: these alone are retried, and only when nothing was answered. */
  readonly idempotent: readonly MethodName<D>[];
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
  { identity, idempotent, deadlineMs, faultHook }: ClientOptions<D>,
): Client<D> {
  const stub =
    faultHook?.dial(definition, address, identity.party) ?? channel({ definition, address, identity, idempotent });
  const methods = Object.keys(definition).map((name) => [
    name.charAt(0).toLowerCase() + name.slice(1),
    (call: Call, request: object) =>
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

/** Whose RPCs these are: `charge` of gx.charge.v1.ChargeService. */
export function serverOf(definition: grpc.ServiceDefinition): RpcParty {
  const name = Object.values(definition)[0]?.path.split('.')[1];
  const party = RPC_PARTIES.find((one) => one === name);
  invariant(party !== undefined, `nobody serves ${name}`);
  return party;
}

type Channel = Pick<ClientOptions<unknown>, 'identity'> & {
  readonly definition: grpc.ServiceDefinition;
  readonly address: string;
  readonly idempotent: readonly string[];
};

function channel({ definition, address, identity, idempotent }: Channel): grpc.Client {
  const Stub = grpc.makeGenericClientConstructor(definition, 'gx');
  const server = serverOf(definition);
  return new Stub(target(address), identity.channelCredentials(server), {
    // TLS names no server by its address (RFC 6066), and this is what its certificate is compared with.
    'grpc.ssl_target_name_override': server,
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

/** With the time that it may take. */
type TimedCall = Call & Required<Pick<Call, 'deadlineMs'>>;

function invoke(stub: grpc.Client, name: string, call: TimedCall, request: object): Promise<unknown> {
  const options = { kind: SpanKind.CLIENT, attributes: { 'rpc.system.name': 'grpc', 'rpc.method': name } } as const;
  return inSpan(name, options, async (span) => {
    const assertion = await call.asserted?.();
    try {
      return await send(stub, name, call, request, assertion);
    } catch (error) {
      const failure = failureOf(error as grpc.ServiceError);
      span.setAttribute('rpc.response.status_code', grpc.status[failure.code] ?? String(failure.code));
      throw fromFailure(name, failure);
    }
  });
}

function send(
  stub: grpc.Client,
  name: string,
  call: TimedCall,
  request: object,
  assertion: string | undefined,
): Promise<unknown> {
  const metadata = new grpc.Metadata();
  metadata.set(METADATA.requestId, call.requestId);
  if (assertion !== undefined) metadata.set(METADATA.assertion, assertion);
  const trace = traceparent();
  if (trace !== undefined) metadata.set(METADATA.traceparent, trace);
  const method = (stub as unknown as Record<string, UnaryCall>)[name] as UnaryCall;
  return new Promise((resolve, reject) => {
    method.call(stub, request, metadata, { deadline: Date.now() + call.deadlineMs }, (error, response) =>
      error === null ? resolve(response) : reject(error),
    );
  });
}
