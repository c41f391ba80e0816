import type { AddressInfo, Server, Socket } from 'node:net';
import * as grpc from '@grpc/grpc-js';
import { callersOf, isForMerchants, type RpcParty } from '@gx/contracts';
import { invariant } from '@gx/core';
import type { ServedRpcs } from '../service/fault-hook.ts';
import type { Host } from '../service/run-service.ts';
import { count } from '../telemetry/metrics.ts';
import { LocalWindows } from '../work/local-windows.ts';
import { type AnyUnaryHandler, answering, type ServedRpc } from './answer-call.ts';
import type { Assertions } from './assertions.ts';
import type { GrpcIdentity } from './grpc-identity.ts';
import { serveGrpcReflection } from './grpc-reflection.ts';
import type { Handlers } from './grpc-types.ts';
import { type ConnectionEnds, listenFor, plaintextGauge } from './listen-for.ts';

export type GrpcService = {
  readonly definition: grpc.ServiceDefinition;
  readonly handlers: Readonly<Record<string, AnyUnaryHandler>>;
  /** The largest message that one of its RPCs takes, where that is more than most do. */
  readonly maxMessageBytes?: number;
};

/** Ties handlers to their generated definition; a missing or misspelt RPC does not compile. */
export const grpcService = <D extends grpc.ServiceDefinition>(definition: D, handlers: Handlers<D>): GrpcService => ({
  definition,
  handlers: handlers as unknown as GrpcService['handlers'],
});

/** Where a server listens, and as whom. A port of 0 is a free one. */
export type GrpcListeners = {
  readonly identity: GrpcIdentity;
  /** By whose word it is believed for which merchant the gateway calls; where it calls for any. */
  readonly assertions?: Assertions | undefined;
  readonly port: number;
  /** Where `ops` comes in, alone; without it everybody comes in at `port`. */
  readonly operatorsPort?: number | undefined;
  /** How long a connection goes on before its caller has to show a certificate again. */
  readonly connectionMs?: number;
  /** Whether anybody with a certificate may ask what RPCs there are. */
  readonly reflects?: boolean;
};
/** At one port: the RPCs with one of these callers, and no other. */
type Listener = { readonly port: number; readonly serves: (callers: readonly RpcParty[]) => boolean };

const STOP_GRACE_MS = 20_000;
/** A certificate that has ended, or whose authority is gone, is of no use after it. */
const CONNECTION_MS = 3_600_000;
/** No call takes longer. */
const CONNECTION_GRACE_MS = 60_000;
const MESSAGE_BYTES_MAX = 4 * 1024 * 1024;

/**
 * Serves the RPCs, each to the callers that its proto names; refusals become statuses of the table, anything
 * else INTERNAL and a log line.
 */
export async function startGrpcServer(
  host: Host,
  listeners: GrpcListeners,
  services: readonly GrpcService[],
): Promise<{ readonly port: number; readonly operatorsPort: number }> {
  const { port, operatorsPort, identity, assertions } = listeners;
  const served = services.map(({ definition, handlers }): ServedRpcs => {
    const wrapped = Object.entries(handlers).map(([name, handler]) => {
      const method = definition[name] ?? {};
      const isAsserted = isForMerchants(method);
      invariant(!isAsserted || assertions !== undefined, `nobody could be believed for whom ${name} is called`);
      const access = {
        name,
        callers: callersOf(method),
        inPlaintext: identity.answersPlaintext,
        assertions: isAsserted ? assertions : undefined,
      };
      return [name, answering(host, { ...access, onNotAdmitted }, handler)];
    });
    return { definition, implementation: Object.fromEntries(wrapped) as grpc.UntypedServiceImplementation };
  });
  if (host.faultHook !== undefined) return { operatorsPort: 0, ...host.faultHook.serve(served) };
  const maxMessageBytes = Math.max(...services.map((one) => one.maxMessageBytes ?? 0), MESSAGE_BYTES_MAX);
  const ends = { onRefused: onRefused(host, identity), onPlaintext: plaintextGauge(identity) };
  const open = (listener: Listener) => openListener({ ...listeners, ...listener, maxMessageBytes, ends }, served);
  const isForAll = operatorsPort === undefined;
  const main = await open({ port, serves: (callers) => isForAll || callers.some((caller) => caller !== 'ops') });
  const operators = isForAll ? main : await open({ port: operatorsPort, serves: (callers) => callers.includes('ops') });
  // Both at once: what goes on at one of them must not keep the other open.
  host.life.onStop('grpc server', () => Promise.all([...new Set([main, operators])].map(stop)));
  return { port: main.port, operatorsPort: operators.port };
}

const onNotAdmitted: ServedRpc['onNotAdmitted'] = ({ log }, { alarm, caller, why }) =>
  log.error({ alarm, caller, why }, 'refused a call that the proto does not let in');

/** Of each reason so many lines a minute: somebody who is refused comes again and again. */
const REFUSED_PER_MINUTE = 1;

/** Counts each handshake that is refused, and raises the alarm for those that did not just break off. */
function onRefused(host: Host, { party }: GrpcIdentity): ConnectionEnds['onRefused'] {
  const logged = new LocalWindows(() => performance.now() / 1_000);
  return ({ reason, code, address }) => {
    count('gx.grpc.handshakes.refused', { 'gx.service': party, 'gx.reason': reason });
    if (reason === 'broken_off' || !logged.consume(reason, REFUSED_PER_MINUTE).allowed) return;
    host.log.error({ alarm: 'handshake_refused', reason, code, address }, 'handshake of a caller refused');
  };
}

type OpenListener = GrpcListeners &
  Listener & { readonly maxMessageBytes: number; readonly ends: Omit<ConnectionEnds, 'onConnection'> };
/** What answers calls, and where the connections come in over which they arrive. */
type OpenServer = {
  readonly calls: grpc.Server;
  readonly connections: Server;
  /** Of callers that were let in. */
  readonly sockets: ReadonlySet<Socket>;
  readonly port: number;
};

/** An RPC that a listener does not serve is UNIMPLEMENTED there. */
async function openListener(options: OpenListener, served: readonly ServedRpcs[]): Promise<OpenServer> {
  const { port, serves, identity, reflects = false, maxMessageBytes, connectionMs = CONNECTION_MS } = options;
  const calls = new grpc.Server({
    'grpc.max_concurrent_streams': 1_000,
    'grpc.max_receive_message_length': maxMessageBytes,
    'grpc.keepalive_permit_without_calls': 1,
    'grpc.max_connection_age_ms': connectionMs,
    'grpc.max_connection_age_grace_ms': CONNECTION_GRACE_MS,
  });
  if (reflects) serveGrpcReflection(calls);
  for (const { definition, implementation } of served) {
    const own = Object.entries(implementation).filter(([name]) => serves(callersOf(definition[name] ?? {})));
    calls.addService(definition, Object.fromEntries(own));
  }
  // To grpc-js a connection is plain: with TLS, its handshake has ended before it gets here.
  const { injectConnection } = calls.createConnectionInjector(grpc.ServerCredentials.createInsecure());
  const sockets = new Set<Socket>();
  const onConnection = (socket: Socket): void => {
    sockets.add(socket.once('close', () => sockets.delete(socket)));
    injectConnection(socket);
  };
  const connections = listenFor(identity, { ...options.ends, onConnection });
  await new Promise<void>((resolve, reject) => {
    connections.once('error', reject).listen({ host: '0.0.0.0', port }, resolve);
  });
  return { calls, connections, sockets, port: (connections.address() as AddressInfo).port };
}

/**
 * Ends when every call that it has begun is answered: a connection closes after its last one. grpc-js takes a
 * session that is about to close for one that has ended, and would call back before.
 */
async function stop({ calls, connections, sockets }: OpenServer): Promise<void> {
  const force = setTimeout(() => {
    calls.forceShutdown();
    // A peer that is gone says no goodbye.
    for (const socket of sockets) socket.destroy();
  }, STOP_GRACE_MS);
  const closed = [...sockets].map((socket) => new Promise((resolve) => socket.once('close', resolve)));
  connections.close();
  await new Promise<void>((resolve) => calls.tryShutdown(() => resolve()));
  await Promise.all(closed);
  clearTimeout(force);
}
