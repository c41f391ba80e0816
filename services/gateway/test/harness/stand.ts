import type { Handlers } from '@gx/runtime';
import { type GrpcService, grpcService } from '@gx/runtime/grpc';
import { serveRpcs, type TestHost, testHost } from '@gx/testkit';

type StandInServer = { readonly service: GrpcService; start: () => Promise<string>; readonly host: TestHost };

/** Serves the given RPCs; every other one is a fault that the test should not meet. */
export function stand<D extends Parameters<typeof grpcService>[0]>(
  definition: D,
  handlers: Partial<Handlers<D>>,
  limits: Pick<GrpcService, 'maxMessageBytes'> = {},
): StandInServer {
  const host = testHost('stand-in');
  const service = { ...grpcService(definition, handlers as Handlers<D>), ...limits };
  const start = async (): Promise<string> => `127.0.0.1:${(await serveRpcs(host, service)).port}`;
  return { service, start, host };
}
