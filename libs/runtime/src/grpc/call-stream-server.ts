import * as grpc from '@grpc/grpc-js';
import type { MethodDefinition } from '@grpc/proto-loader';
import { CALL_SERVICE, type MessageInit } from '@gx/contracts';
import type { CallFrame, ReplyFrame } from '@gx/contracts/calls';
import type { Host } from '../service/run-service.ts';
import { type AnyUnaryHandler, answerCall } from './answer-call.ts';
import { refusalStatus } from './grpc-errors.ts';
import type { GrpcService } from './grpc-server.ts';

type Method = {
  readonly name: string;
  readonly handler: AnyUnaryHandler;
  readonly definition: MethodDefinition<object, object>;
};
type Stream = grpc.ServerDuplexStream<CallFrame, MessageInit<ReplyFrame>>;
type IncomingCall = { readonly frame: CallFrame; readonly signal: AbortSignal };

/**
 * Lets every RPC of `services` be called over long-lived streams too. `drain` asks the callers to go
 * elsewhere; calls under way finish.
 */
export function serveCallStreams(host: Host, server: grpc.Server, services: readonly GrpcService[]) {
  const methods = new Map(services.flatMap(methodsOf));
  const open = new Set<Stream>();
  server.addService(CALL_SERVICE, {
    Open: (stream: Stream) => {
      open.add(stream);
      stream.once('close', () => open.delete(stream));
      serveStream(host, stream, methods);
    },
  });
  return {
    drain(): void {
      for (const stream of open) stream.write({ draining: true });
    },
  };
}

function methodsOf({ definition, handlers }: GrpcService): [string, Method][] {
  return Object.entries(definition).map(([name, method]) => [
    method.path,
    { name, handler: handlers[name] as AnyUnaryHandler, definition: method as MethodDefinition<object, object> },
  ]);
}

function serveStream(host: Host, stream: Stream, methods: ReadonlyMap<string, Method>): void {
  // The greeting, for which the caller waits with its first calls.
  stream.sendMetadata(new grpc.Metadata());
  const running = new Map<number, AbortController>();
  let ended = false;
  const settle = (id: number, reply: MessageInit<ReplyFrame>): void => {
    running.delete(id);
    if (stream.cancelled) return;
    stream.write(reply);
    if (ended && running.size === 0) stream.end();
  };
  stream.on('data', (frame: CallFrame) => {
    if (frame.cancelled) return running.get(frame.id)?.abort(new Error('the caller hung up'));
    const abort = new AbortController();
    running.set(frame.id, abort);
    const call = { frame, signal: abort.signal };
    void replyTo(host, methods.get(frame.path), call).then((reply) => settle(frame.id, reply));
  });
  stream.on('end', () => {
    ended = true;
    if (running.size === 0) stream.end();
  });
  // The caller is gone: so is the code that waited for what runs here.
  stream.on('cancelled', () => {
    for (const abort of running.values()) abort.abort(new Error('the caller hung up'));
  });
  stream.on('error', (err) => host.log.debug({ err }, 'a call stream broke'));
}

async function replyTo(host: Host, method: Method | undefined, call: IncomingCall): Promise<MessageInit<ReplyFrame>> {
  const { id } = call.frame;
  if (method === undefined) return { id, status: grpc.status.UNIMPLEMENTED };
  try {
    return await answerOf(host, method, call);
  } catch (err) {
    // Of a call of its own grpc-js says the same: what cannot be read or written ends that call alone.
    host.log.error({ rpc: method.name, err }, 'a call could not be read, or its answer not be written');
    return { id, status: grpc.status.INTERNAL };
  }
}

async function answerOf(
  host: Host,
  { name, handler, definition }: Method,
  { frame, signal }: IncomingCall,
): Promise<MessageInit<ReplyFrame>> {
  const { id, requestId, traceparent, timeoutMs } = frame;
  const request = definition.requestDeserialize(frame.request);
  const answer = await answerCall(host, {
    name,
    handler,
    request,
    details: { requestId, traceparent, timeoutMs, signal },
  });
  if (answer.refusal === undefined) return { id, response: definition.responseSerialize(answer.response as object) };
  const { code, detail } = refusalStatus(answer.refusal);
  return { id, status: code, error: detail };
}
