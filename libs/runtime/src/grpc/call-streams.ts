import * as grpc from '@grpc/grpc-js';
import type { MethodDefinition } from '@grpc/proto-loader';
import { CALL_SERVICE, type MessageInit } from '@gx/contracts';
import type { CallFrame, ReplyFrame } from '@gx/contracts/calls';
import { context, ROOT_CONTEXT } from '@opentelemetry/api';
import { type CallFailure, failureOf } from './grpc-errors.ts';

/** A call as it leaves. */
export type OutgoingCall = {
  readonly method: MethodDefinition<object, object>;
  readonly request: object;
  readonly requestId: string;
  readonly traceparent: string | undefined;
  readonly timeoutMs: number;
};
type Duplex = grpc.ClientDuplexStream<MessageInit<CallFrame>, ReplyFrame>;
type PendingCall = {
  readonly resolve: (response: Buffer) => void;
  readonly reject: (failure: CallFailure) => void;
  readonly timer: NodeJS.Timeout;
};
type QueuedCall = { readonly id: number; readonly outgoing: OutgoingCall; readonly queuedAt: number };

/** Streams per client: the channel spreads them over the replicas that there are. */
const STREAMS = 4;
/** A stream is left for a new one after this time, more or less, so that new replicas get their share. */
const STREAM_AGE_MS = 30_000;
/**
 * After which a stream is used although nobody greeted: by a version that does not, or one that is very slow.
 */
const GREETS_WITHIN_MS = 1_000;

/**
 * Unary calls over a few long-lived streams. Rejects with a `CallFailure`, `isUnsent` where nobody can have
 * heard of the call; sends nothing twice.
 */
export class CallStreams {
  readonly #client: grpc.Client;
  readonly #streams: (CallStream | undefined)[] = Array.from({ length: STREAMS });
  #turn = 0;

  constructor(client: grpc.Client) {
    this.#client = client;
  }

  call(outgoing: OutgoingCall): Promise<Buffer> {
    this.#turn = (this.#turn + 1) % STREAMS;
    const known = this.#streams[this.#turn];
    const stream = known?.isOpen ? known : this.#open(this.#turn);
    return stream.call(outgoing);
  }

  #open(index: number): CallStream {
    // The stream outlives the call that opens it, so it is nobody's child.
    const { path, requestSerialize, responseDeserialize } = CALL_SERVICE.Open;
    const open = () => this.#client.makeBidiStreamRequest(path, requestSerialize, responseDeserialize);
    const stream = context.with(ROOT_CONTEXT, () => new CallStream(open()));
    this.#streams[index] = stream;
    return stream;
  }

  close(): void {
    for (const stream of this.#streams) stream?.leave();
  }
}

/**
 * A stream holds its calls until the other end has greeted: a connection that a replica has just left takes
 * whatever is written to it, and tells nobody what became of it.
 */
class CallStream {
  readonly #duplex: Duplex;
  readonly #waiting = new Map<number, PendingCall>();
  readonly #age: NodeJS.Timeout;
  readonly #patience: NodeJS.Timeout;
  #queued: QueuedCall[] | undefined = [];
  #lastId = 0;
  #left = false;

  constructor(duplex: Duplex) {
    this.#duplex = duplex;
    this.#age = setTimeout(() => this.leave(), STREAM_AGE_MS * (0.5 + Math.random()));
    this.#age.unref();
    this.#patience = setTimeout(() => this.#release(), GREETS_WITHIN_MS);
    duplex.once('metadata', () => this.#release());
    duplex.on('data', (frame: ReplyFrame) => this.#onReply(frame));
    duplex.on('error', (error: grpc.ServiceError) => this.#broke(failureOf(error)));
    duplex.on('end', () => this.#broke({ code: grpc.status.UNAVAILABLE }));
  }

  /** Whether new calls may go this way. */
  get isOpen(): boolean {
    return !this.#left;
  }

  call(outgoing: OutgoingCall): Promise<Buffer> {
    this.#lastId += 1;
    const id = this.#lastId;
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => this.#expire(id), outgoing.timeoutMs);
      this.#waiting.set(id, { resolve, reject, timer });
      if (this.#queued === undefined) this.#send(id, outgoing, outgoing.timeoutMs);
      else this.#queued.push({ id, outgoing, queuedAt: performance.now() });
    });
  }

  #send(id: number, { method, request, requestId, traceparent }: OutgoingCall, timeoutMs: number): void {
    this.#duplex.write({
      id,
      path: method.path,
      requestId,
      timeoutMs: Math.ceil(timeoutMs),
      request: method.requestSerialize(request),
      ...(traceparent === undefined ? {} : { traceparent }),
    });
  }

  /** Sends what was queued, except for calls whose time is up. */
  #release(): void {
    const queued = this.#queued ?? [];
    this.#queued = undefined;
    clearTimeout(this.#patience);
    for (const { id, outgoing, queuedAt } of queued)
      if (this.#waiting.has(id)) this.#send(id, outgoing, outgoing.timeoutMs - (performance.now() - queuedAt));
  }

  /** No more calls; what is under way is answered, then the other end closes the stream. */
  leave(): void {
    if (this.#left) return;
    this.#left = true;
    clearTimeout(this.#age);
    this.#release();
    this.#duplex.end();
  }

  #onReply({ id, status, response, error, draining }: ReplyFrame): void {
    if (draining) {
      this.leave();
      return;
    }
    const waiting = this.#settle(id);
    if (status === grpc.status.OK) waiting?.resolve(response);
    else waiting?.reject({ code: status, detail: error.length === 0 ? undefined : error });
  }

  #expire(id: number): void {
    this.#settle(id)?.reject({ code: grpc.status.DEADLINE_EXCEEDED });
    if (!this.#left && this.#queued === undefined) this.#duplex.write({ id, cancelled: true });
  }

  /** Nobody answers any more: whether a call was carried out is not known, unless it was never sent. */
  #broke(failure: CallFailure): void {
    const isUnsent = this.#queued !== undefined;
    this.#left = true;
    clearTimeout(this.#age);
    clearTimeout(this.#patience);
    for (const id of [...this.#waiting.keys()]) this.#settle(id)?.reject({ ...failure, isUnsent });
  }

  #settle(id: number): PendingCall | undefined {
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    clearTimeout(waiting?.timer);
    return waiting;
  }
}
