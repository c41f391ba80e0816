import * as grpc from '@grpc/grpc-js';
import type { MethodDefinition } from '@grpc/proto-loader';
import { CALL_SERVICE } from '@gx/contracts';
import type { CallFrameInput, ReplyFrame } from '@gx/contracts/calls';
import { context, ROOT_CONTEXT } from '@opentelemetry/api';
import type { CallFailure } from './grpc-errors.ts';

/** A call as it leaves. */
export type OutgoingCall = {
  readonly method: MethodDefinition<object, object>;
  readonly request: object;
  readonly requestId: string;
  readonly traceparent: string | undefined;
  readonly timeoutMs: number;
};
type Duplex = grpc.ClientDuplexStream<CallFrameInput, ReplyFrame>;
type Waiting = {
  readonly resolve: (response: Buffer) => void;
  readonly reject: (failure: CallFailure) => void;
  readonly timer: NodeJS.Timeout;
};

/** Streams per client: the channel spreads them over the replicas that there are. */
const STREAMS = 4;
/** A stream is left for a new one after this time, more or less, so that new replicas get their share. */
const STREAM_AGE_MS = 30_000;

/** Unary calls over a few long-lived streams. Rejects with a `CallFailure`; sends nothing twice. */
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

  #open(place: number): CallStream {
    // The stream outlives the call that opens it, so it is nobody's child.
    const { path, requestSerialize, responseDeserialize } = CALL_SERVICE.Open;
    const open = () => this.#client.makeBidiStreamRequest(path, requestSerialize, responseDeserialize);
    const stream = context.with(ROOT_CONTEXT, () => new CallStream(open()));
    this.#streams[place] = stream;
    return stream;
  }

  close(): void {
    for (const stream of this.#streams) stream?.leave();
  }
}

class CallStream {
  readonly #duplex: Duplex;
  readonly #waiting = new Map<number, Waiting>();
  readonly #age: NodeJS.Timeout;
  #lastId = 0;
  #left = false;

  constructor(duplex: Duplex) {
    this.#duplex = duplex;
    this.#age = setTimeout(() => this.leave(), STREAM_AGE_MS * (0.5 + Math.random()));
    this.#age.unref();
    duplex.on('data', (frame: ReplyFrame) => this.#take(frame));
    duplex.on('error', (error: grpc.ServiceError) => this.#broke({ code: error.code, cause: error }));
    duplex.on('end', () => this.#broke({ code: grpc.status.UNAVAILABLE }));
  }

  /** Whether new calls may go this way. */
  get isOpen(): boolean {
    return !this.#left;
  }

  call({ method, request, requestId, traceparent, timeoutMs }: OutgoingCall): Promise<Buffer> {
    this.#lastId += 1;
    const id = this.#lastId;
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => this.#expire(id), timeoutMs);
      this.#waiting.set(id, { resolve, reject, timer });
      this.#duplex.write({
        id,
        path: method.path,
        requestId,
        timeoutMs: Math.ceil(timeoutMs),
        request: method.requestSerialize(request),
        ...(traceparent === undefined ? {} : { traceparent }),
      });
    });
  }

  /** No more calls; what is under way is answered, then the other end closes the stream. */
  leave(): void {
    if (this.#left) return;
    this.#left = true;
    clearTimeout(this.#age);
    this.#duplex.end();
  }

  #take({ id, status, response, error, draining }: ReplyFrame): void {
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
    if (!this.#left) this.#duplex.write({ id, cancelled: true });
  }

  /** Nobody answers any more: whether a call was carried out is not known. */
  #broke(failure: CallFailure): void {
    this.#left = true;
    clearTimeout(this.#age);
    for (const id of [...this.#waiting.keys()]) this.#settle(id)?.reject(failure);
  }

  #settle(id: number): Waiting | undefined {
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    clearTimeout(waiting?.timer);
    return waiting;
  }
}
