import type { Dispatcher } from 'undici';

/** A command on its way to MongoDB; what is changed here is what is sent. */
export type MongoCall = {
  readonly service: string;
  /** `update`, `findAndModify`, … */
  readonly name: string;
  readonly collection: string;
  readonly command: Record<string, unknown>;
  /** Holds the session: without it the command is in no transaction. */
  readonly options: { session?: unknown };
};
/** A call of a service to another one. */
export type GrpcCall = { readonly service: string; readonly what: string };
export type HttpCall = { readonly service: string; readonly to: 'bank' | 'webhook'; readonly what: string };
export type HttpAnswer = { status: number; body: string };

/**
 * A planted defect: what crosses the fault hook is changed as a product with that defect would have written
 * it. The product itself knows nothing of it, and it can come and go between two schedules.
 */
export type Tampering = {
  readonly mongo?: (call: MongoCall) => void;
  /** Changes what MongoDB answered. */
  readonly mongoReply?: (call: MongoCall, reply: Record<string, unknown>) => void;
  readonly http?: (call: HttpCall, request: Dispatcher.DispatchOptions) => Dispatcher.DispatchOptions;
  readonly httpAnswer?: (call: HttpCall, answer: HttpAnswer) => void;
  /** Changes what another service answered. */
  readonly grpcAnswer?: (call: GrpcCall, answer: Record<string, unknown>) => void;
  /** The arguments to send instead; undefined: the command is left out. */
  readonly redis?: (service: string, name: string, given: readonly unknown[]) => readonly unknown[] | undefined;
  readonly bus?: {
    /** A batch counts as consumed when it is handed over, whatever becomes of it. */
    readonly commitsOnDelivery?: true;
    /** A send is answered before the broker has it. */
    readonly acksNothing?: true;
    /** Messages go to any partition, not to that of their key. */
    readonly scatters?: true;
    /** What the broker acknowledges and brings to nobody. */
    readonly loses?: (message: { readonly headers: Readonly<Record<string, string>> }) => boolean;
  };
};
export type AskTampering = () => Tampering;
