import type { Host } from '@gx/runtime';
import { type GrpcService, serverOf, startGrpcServer } from '@gx/runtime/grpc';
import { localAssertions, localIdentity } from '@gx/stack';

/** Serves RPCs in the place of their owner. */
export function serveRpcs(host: Host, service: GrpcService): Promise<{ port: number }> {
  const identity = localIdentity(serverOf(service.definition));
  return startGrpcServer(host, { port: 0, identity, assertions: localAssertions() }, [service]);
}
