import type { Tenant } from '@gx/core';
import type { z } from 'zod';
import type { Answer } from './answer.ts';

/** Who may call: nobody in particular, the holder of an API key, or of a login token. */
export type Auth = 'none' | 'key' | 'token';
export type HttpMethod = 'GET' | 'POST' | 'PATCH' | 'DELETE';

type Identity = {
  readonly none: unknown;
  readonly key: { readonly tenant: Tenant };
  readonly token: { readonly accessToken: string };
};

/**
 * One request as a handler sees it: parsed, validated, and whose it is. Its `requestId` goes on with every
 * call.
 */
export type RequestContext<A extends Auth = Auth, Body = unknown, Query = unknown> = Identity[A] & {
  readonly requestId: string;
  readonly address: string;
  readonly params: Readonly<Record<string, string>>;
  readonly body: Body;
  readonly query: Query;
  /** Set on routes that demand one. */
  readonly idempotencyKey: string;
};

type OutputOf<S> = S extends z.ZodType ? z.output<S> : undefined;

/** What a route reads. `body: 'raw'` is for bytes that are stored as they came. */
export type Input<B, Q> = {
  readonly body?: B;
  readonly query?: Q;
  readonly idempotencyKey?: true;
  /** A live key finds nothing here (decisions, section 5), whatever else is wrong with its request. */
  readonly testOnly?: true;
  /**
   * Makes the account a new API key: counted, and limited, for the account. A revocation is free: a thief who
   * has stolen a login must not hold it up.
   */
  readonly changesKeys?: true;
};
export type RawBody = { readonly rawMaxBytes: number };

export type Handler<A extends Auth, B, Q> = (
  exchange: RequestContext<A, B extends RawBody ? Buffer : OutputOf<B>, OutputOf<Q>>,
) => Promise<Answer>;

/** One row of a route table. */
export type Route = {
  readonly method: HttpMethod;
  readonly path: string;
  readonly auth: Auth;
  readonly input: Input<z.ZodType | RawBody, z.ZodType>;
  readonly handle: (exchange: RequestContext<never>) => Promise<Answer>;
};

/** A row whose handler gets exactly what its schemas make of the request. */
export const route = <
  A extends Auth,
  B extends z.ZodType | RawBody | undefined = undefined,
  Q extends z.ZodType | undefined = undefined,
>(
  method: HttpMethod,
  path: string,
  auth: A,
  input: Input<B, Q>,
  handle: Handler<A, NoInfer<B>, NoInfer<Q>>,
): Route => ({ method, path, auth, input: input as Route['input'], handle: handle as unknown as Route['handle'] });
