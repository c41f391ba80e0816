import * as grpc from '@grpc/grpc-js';
import type { ServedRpcs } from '../service/fault-hook.ts';
import type { Host } from '../service/run-service.ts';
import { type AnyUnaryHandler, answering } from './answer-call.ts';
import { serveGrpcHealth } from './grpc-health.ts';
import { serveGrpcReflection } from './grpc-reflection.ts';
import type { Handlers } from './grpc-types.ts';

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

const STOP_GRACE_MS = 20_000;
const MESSAGE_BYTES_MAX = 4 * 1024 * 1024;

/**
 * Serves the RPCs with health and reflection; refusals become statuses of the table, anything else INTERNAL
 * and a log line.
 */
export async function startGrpcServer(
  host: Host,
  port: number,
  services: readonly GrpcService[],
): Promise<{ port: number }> {
  const served = services.map(({ definition, handlers }): ServedRpcs => {
    const wrapped = Object.entries(handlers).map(([name, handler]) => [name, answering(host, name, handler)]);
    return { definition, implementation: Object.fromEntries(wrapped) as grpc.UntypedServiceImplementation };
  });
  if (host.faultHook !== undefined) return host.faultHook.serve(served);
  const server = new grpc.Server({
    'grpc.max_concurrent_streams': 1_000,
    'grpc.max_receive_message_length': Math.max(
      ...services.map(({ maxMessageBytes = 0 }) => maxMessageBytes),
      MESSAGE_BYTES_MAX,
    ),
    'grpc.keepalive_permit_without_calls': 1,
  });
  const health = serveGrpcHealth(server, host.health);
  serveGrpcReflection(server);
  for (const { definition, implementation } of served) server.addService(definition, implementation);
  const bound = await new Promise<number>((resolve, reject) => {
    server.bindAsync(`0.0.0.0:${port}`, grpc.ServerCredentials.createInsecure(), (error, chosen) =>
      error === null ? resolve(chosen) : reject(error),
    );
  });
  host.life.onStop('grpc server', () => {
    health.stopped();
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
