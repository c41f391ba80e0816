import * as grpc from '@grpc/grpc-js';
import { type RpcParty, spiffeId } from '@gx/contracts';
import type { ServedRpcs } from '@gx/runtime';
import type { Instance, Pass } from './instance.ts';

type Method = grpc.MethodDefinition<unknown, unknown>;
type Handler = grpc.handleUnaryCall<unknown, unknown>;
type Port = { readonly methods: ReadonlyMap<string, Handler>; readonly hangUp: Set<() => void> };
type Outgoing = {
  readonly caller: RpcParty;
  readonly method: Method;
  readonly request: unknown;
  readonly metadata: grpc.Metadata;
  readonly deadline: number;
};

/** Which address a name stands for now; undefined when nobody answers to it. */
export type Directory = (name: string) => string | undefined;
/** Who calls whom; `change` may tamper with what is answered. */
export type CallLine = {
  readonly caller: RpcParty;
  readonly address: string;
  readonly change: (what: string, answer: Record<string, unknown>) => void;
};
export type Switchboard = {
  readonly serve: (server: Instance, services: readonly ServedRpcs[]) => { readonly port: number };
  readonly dial: (pass: Pass, definition: grpc.ServiceDefinition, line: CallLine) => grpc.Client;
};

/**
 * Connects instances of one process: messages are encoded and decoded and every handler is the real one; only
 * the HTTP/2 connection between them is played. What that can do to a caller is a short list: refused, cut,
 * late, twice.
 */
export function switchboard(directory: Directory): Switchboard {
  const ports = new Map<string, Port>();
  let last = 0;
  return {
    serve: (server, services) => {
      last += 1;
      const address = `127.0.0.1:${last}`;
      const methods = services.flatMap(({ definition, implementation }) =>
        Object.keys(definition).map((name) => [definition[name]?.path ?? '', implementation[name] as Handler] as const),
      );
      const port: Port = { methods: new Map(methods), hangUp: new Set() };
      ports.set(address, port);
      server.onDeath(() => {
        ports.delete(address);
        for (const hangUp of port.hangUp) hangUp();
      });
      return { port: last };
    },
    dial: (pass, definition, { caller, address, change }) => {
      const port = (): Port | undefined => ports.get(directory(address) ?? address);
      const calls = Object.entries(definition).map(([name, method]) => [
        name,
        (
          request: unknown,
          metadata: grpc.Metadata,
          { deadline }: grpc.CallOptions,
          done: grpc.requestCallback<unknown>,
        ) => {
          const outgoing = { caller, method, request, metadata, deadline: Number(deadline) };
          const make = async (): Promise<unknown> => {
            const answer = await call(port(), outgoing);
            change(name, answer as Record<string, unknown>);
            return answer;
          };
          const lost = (): Promise<never> => Promise.reject(failure(grpc.status.UNAVAILABLE, 'cut by the test'));
          pass.cross('grpc', name, { make, lost }).then(
            (response) => done(null, response),
            (error: grpc.ServiceError) => done(error),
          );
        },
      ]);
      const channel = { close: () => undefined, waitForReady: (_until: unknown, ready: () => void) => ready() };
      return { ...Object.fromEntries(calls), ...channel } as unknown as grpc.Client;
    },
  };
}

function failure(code: grpc.status, details: string, metadata = new grpc.Metadata()): grpc.ServiceError {
  return Object.assign(new Error(details), { code, details, metadata });
}

/** One RPC over the played connection: it ends with the answer, the deadline or the death of the server. */
function call(port: Port | undefined, { caller, method, request, metadata, deadline }: Outgoing): Promise<unknown> {
  const handler = port?.methods.get(method.path);
  if (port === undefined || handler === undefined)
    return Promise.reject(failure(grpc.status.UNAVAILABLE, 'nobody listens'));
  return new Promise((resolve, reject) => {
    const cancelled = Promise.withResolvers<void>();
    const end = (finish: () => void): void => {
      clearTimeout(timer);
      port.hangUp.delete(hangUp);
      finish();
    };
    const giveUp = (code: grpc.status, details: string): void =>
      end(() => {
        cancelled.resolve();
        reject(failure(code, details));
      });
    const hangUp = (): void => giveUp(grpc.status.UNAVAILABLE, 'the connection broke');
    const timer = setTimeout(giveUp, Math.max(0, deadline - Date.now()), grpc.status.DEADLINE_EXCEEDED, 'too late');
    port.hangUp.add(hangUp);
    const received = {
      request: method.requestDeserialize(method.requestSerialize(request)),
      metadata,
      getAuthContext: () => ({ sslPeerCertificate: { subjectaltname: `URI:${spiffeId(caller)}` } }),
      getDeadline: () => new Date(deadline),
      on: (event: string, listener: () => void) => void (event === 'cancelled' && cancelled.promise.then(listener)),
    };
    handler(received as never, (error, response) =>
      end(() => {
        if (error) reject(failure(error.code ?? grpc.status.UNKNOWN, error.details ?? '', error.metadata ?? undefined));
        else resolve(method.responseDeserialize(method.responseSerialize(response)));
      }),
    );
  });
}
