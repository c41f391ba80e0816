import type { MethodDefinition } from '@grpc/proto-loader';

/**
 * A message as it is written: what is left out, or undefined, has the default of proto3. A message that is
 * read has every field (`defaults: true`).
 */
export type MessageInit<M> = { readonly [K in keyof M]?: FieldInit<M[K]> | undefined };

type FieldInit<F> = F extends Uint8Array
  ? Uint8Array
  : F extends readonly (infer E)[]
    ? readonly FieldInit<E>[]
    : F extends object
      ? MessageInit<F>
      : F;

/** A message while it is put together: its fields and lists can still be changed. */
export type MessageDraft<M> = { -readonly [K in keyof M]: M[K] extends readonly (infer E)[] ? E[] : M[K] };

/** An RPC: what is written to it may leave out what has its default, what is read has everything. */
export type RpcMethod<Request, Response> = MethodDefinition<
  MessageInit<Request>,
  MessageInit<Response>,
  Request,
  Response
>;
