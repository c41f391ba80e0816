// Written by `npm run generate` from protos/gx/common/v1/calls.proto.
import type { RpcMethod } from '../../../../src/messages.ts';

/**
 * Unary calls of any service of a server, many on one stream. A call of its own costs both ends more than
 * what most calls do; here it costs two messages. Every call can be made the usual way too.
 */
export type CallServiceDefinition = {
  readonly Open: RpcMethod<CallFrame, ReplyFrame>;
};

/** A call, or the end of one that nobody waits for any more. */
export type CallFrame = {
  /** Chosen by the caller, not used twice on a stream. */
  readonly id: number;
  /** `/gx.charge.v1.ChargeService/CreateCharge`. */
  readonly path: string;
  readonly requestId: string;
  readonly traceparent?: string;
  /** How long the caller waits, from now. */
  readonly timeoutMs: number;
  /** The request message. */
  readonly request: Buffer;
  readonly cancelled: boolean;
};

/**
 * The answer to a call, in the order in which they are ready; or `draining`: send no more calls on this
 * stream.
 */
export type ReplyFrame = {
  readonly id: number;
  /** A gRPC status code; 0 is success. */
  readonly status: number;
  readonly response: Buffer;
  /** An ErrorDetail, for a refusal of the error table. */
  readonly error: Buffer;
  readonly draining: boolean;
};
