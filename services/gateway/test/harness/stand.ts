import type { Handlers } from '@gx/runtime';
import { type GrpcService, grpcService } from '@gx/runtime/grpc';
import { serveRpcs, type TestHost, testHost } from '@gx/testkit';

type StandInServer = {
  readonly service: GrpcService;
  start: () => Promise<string>;
  readonly host: TestHost;
  /** From where each RPC was last called, of those whose request says so. */
  readonly addresses: ReadonlyMap<string, string>;
};

/** Serves the given RPCs; every other one is a fault that the test should not meet. */
export function stand<D extends Parameters<typeof grpcService>[0]>(
  definition: D,
  handlers: Partial<Handlers<D>>,
  limits: Pick<GrpcService, 'maxMessageBytes'> = {},
): StandInServer {
  const host = testHost('stand-in');
  const addresses = new Map<string, string>();
  const service = { ...grpcService(definition, kept(handlers, addresses) as Handlers<D>), ...limits };
  const start = async (): Promise<string> => `127.0.0.1:${(await serveRpcs(host, service)).port}`;
  return { service, start, host, addresses };
}

const kept = (handlers: object, addresses: Map<string, string>): object =>
  Object.fromEntries(
    Object.entries(handlers).map(([rpc, handle]) => [
      rpc,
      (ctx: unknown, request: { readonly clientAddress?: string }) => {
        if (request.clientAddress) addresses.set(rpc, request.clientAddress);
        return (handle as (ctx: unknown, request: unknown) => unknown)(ctx, request);
      },
    ]),
  );
