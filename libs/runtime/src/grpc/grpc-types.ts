import type { MethodDefinition } from '@grpc/proto-loader';
import type { RpcParty } from '@gx/contracts';
import type { Logger } from '../telemetry/logger.ts';
import type { Assertion } from './assertions.ts';

/** The names of a generated definition without its index signature. */
type MethodName<D> = keyof { [K in keyof D as string extends K ? never : K]: D[K] } & string;

/** What a handler knows about its call beside the request. */
export type CallContext = {
  readonly requestId: string;
  readonly now: Date;
  readonly log: Logger;
  /** Aborts when the caller hangs up or its deadline passes. */
  readonly signal: AbortSignal;
  readonly deadline: Date;
  /** Who calls, by its certificate; undefined where nobody knows. */
  readonly caller?: RpcParty | undefined;
  /** For whom the gateway calls; undefined where it calls for nobody, or somebody else calls. */
  readonly assertion?: Assertion | undefined;
  /** It came without TLS: nobody knows who calls. */
  readonly isPlaintext?: boolean;
};

export type UnaryHandler<Req, Res> = (ctx: CallContext, request: Req) => Promise<Res> | Res;

/** One handler for each RPC of a generated definition. */
export type Handlers<D> = {
  readonly [M in MethodName<D>]: D[M] extends MethodDefinition<infer _Req, infer Res, infer In, infer _Out>
    ? UnaryHandler<In, Res>
    : never;
};

/** What a caller passes on: its request id and, if less than the method's own, how long it can wait. */
export type Call = {
  readonly requestId: string;
  readonly deadlineMs?: number;
  /** Where it calls for a merchant: the assertion of now, undefined where there is none. */
  readonly asserted?: () => string | undefined | Promise<string | undefined>;
};

/** A generated definition as promises. */
export type Client<D> = {
  readonly [M in MethodName<D> as Uncapitalize<M>]: D[M] extends MethodDefinition<
    infer Req,
    infer _Res,
    infer _In,
    infer Out
  >
    ? (call: Call, request: Req) => Promise<Out>
    : never;
} & { readonly close: () => void; readonly waitForReady: (timeoutMs: number) => Promise<void> };

export type { MethodName };
