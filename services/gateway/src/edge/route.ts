import type { ErrorCode } from '@gx/core';
import type { Call } from '@gx/runtime';
import type { z } from 'zod';
import type { KeyOwner } from '../admission/admit-key.ts';
import type { AdmitLogin } from '../admission/admit-login.ts';
import type { Clients } from '../clients.ts';
import type { Answer } from './answer.ts';
import type { StaticFile } from './static-file.ts';

/**
 * Who may call: nobody in particular, the holder of an API key, of a login token, or of either; or who
 * was given the path, which is a credential by itself.
 */
export type Auth = 'none' | 'key' | 'token' | 'keyOrToken' | 'path';
type HttpMethod = 'GET' | 'POST' | 'PATCH' | 'DELETE';

/**
 * Of a request with an API key: whose data it works on, what that account may do, and who is behind the
 * key.
 */
export type KeyIdentity = Pick<KeyOwner, 'tenant' | 'accountState' | 'caller' | 'asserted'>;

type Identity = {
  /** Where the caller found us, when its `Host` can stand in a command. */
  readonly none: { readonly origin: string | undefined };
  readonly key: KeyIdentity;
  readonly token: { readonly accessToken: string };
  readonly keyOrToken: Identity['key'] | Identity['token'];
  readonly path: Identity['none'];
};

/** One request as a handler sees it: parsed, validated, and whose it is. */
export type RequestContext<A extends Auth = Auth, Body = unknown, Query = unknown, Id = unknown> = Identity[A] & {
  /** What goes on with every call. */
  readonly call: Call;
  readonly address: string;
  readonly params: Readonly<Record<string, string>>;
  readonly id: Id;
  readonly body: Body;
  readonly query: Query;
  /** Set on routes that demand one. */
  readonly idempotencyKey: string;
  /** A code of the user's second factor, on routes that take one. */
  readonly totp: string | undefined;
};

/** The id in a path: how it is read, and what the contract says of it. */
export type PathId<Id = unknown> = {
  /** The id, or undefined for a text of no known form, which is answered like an id that nothing has. */
  readonly parse: (raw: string) => Id | undefined;
  /** What is not there then. */
  readonly missing: string;
  /** Whose it is, and every form that is taken. */
  readonly forms: string;
  /** What the examples call it. */
  readonly variable: string;
};
/** What an act of a user makes more of in the account. */
export type AccountChange = 'keys' | 'users';
/** Bytes that are stored as they came. */
export type RawBody = { readonly rawMaxBytes: number };

/** What a route reads, and of whom. */
type Input<A, B, Q, Id> = {
  readonly auth: A;
  readonly pathId?: PathId<Id>;
  readonly body?: B;
  readonly query?: Q;
  /** Where a body may be larger than elsewhere. */
  readonly bodyMaxBytes?: number;
  /** What one key of its header stands for. */
  readonly idempotencyKey?: 'charge' | 'payout';
  /** Of a user who has a second factor a code of it is demanded, in a header (decisions, section 11). */
  readonly guarded?: true;
  /** A live key finds nothing here (decisions, section 5), whatever else is wrong with its request. */
  readonly testOnly?: true;
  /**
   * Makes the account a new API key, or invites or changes a user: counted, and limited, for the account. A
   * revocation is free, and so is a removal: a thief who has stolen a login must not hold them up.
   */
  readonly changes?: AccountChange;
};

/** Bytes that are no JSON, by their content type. */
type Media = { readonly media: string };
export const isMedia = (answer: BodySchema): answer is Media => answer !== null && 'media' in answer;
/** JSON of a schema, or another form of the same, as the query wishes. */
type Forms = { readonly schema: z.ZodType; readonly orMedia: readonly string[] };
export const hasForms = (answer: BodySchema): answer is Forms => answer !== null && 'orMedia' in answer;
/** A schema that `answers/` knows by name, bytes, several forms, or nothing at all. */
export type BodySchema = z.ZodType | Media | Forms | null;

/** What the contract says of a route beside what follows from its input. */
type Description = {
  /** `operationId`: what a generated client calls it. */
  readonly operation: string;
  readonly summary: string;
  /** What it answers when it succeeds, by status. */
  readonly answers: Readonly<Record<number, BodySchema>>;
  /** Errors beside those that follow from the input: see `errors-of.ts`. */
  readonly errors?: readonly ErrorCode[];
  /** Body of the example; it must be one that the route accepts. */
  readonly example?: object;
  /** Query of the example. */
  readonly exampleQuery?: string;
};

/** The documentation, made once at the start. */
export type Docs = {
  readonly contract: StaticFile;
  readonly asyncApi: StaticFile;
  readonly searchIndex: StaticFile;
  readonly pageIndex: StaticFile;
  /** The Markdown of a guide. */
  readonly source: (guide: string) => StaticFile | undefined;
  /** A page by its path, for somebody who found us there. */
  readonly page: (path: string, origin: string | undefined) => Promise<StaticFile | undefined>;
};

/** What handlers work with; each takes only what it names. */
export type RouteDeps = Clients & {
  /**
   * Whether answers about one charge carry the image itself beside its address; the specification asks for
   * one of the two.
   */
  readonly inlineImages: boolean;
  readonly admitLogin: AdmitLogin;
  /** Counts an attempt at a password or a link, or refuses it. */
  readonly admitAttempt: (who: string) => Promise<unknown>;
  readonly docs: Docs;
  /** Where a vulnerability is reported; undefined where nobody said so. */
  readonly securityText: StaticFile | undefined;
};

/** A route as it is served. */
export type Route = Input<Auth, z.ZodType | RawBody, z.ZodType, unknown> & {
  readonly method: HttpMethod;
  readonly path: string;
  /** What `ACTS` calls it. */
  readonly operation?: string;
  readonly handle: (deps: RouteDeps, request: RequestContext<never>) => Promise<Answer>;
};
/** One that merchants are told of. */
export type PublicRoute = Route & Description & { readonly auth: PublicAuth };
/** A merchant is given no path. */
export type PublicAuth = Exclude<Auth, 'path'>;

type OutputOf<S> = S extends z.ZodType ? z.output<S> : undefined;
type Row<A extends PublicAuth, B, Q, Id> = Input<A, B, Q, Id> &
  Description & {
    readonly at: `${HttpMethod} /${string}`;
    readonly handle: (
      deps: RouteDeps,
      request: RequestContext<A, OutputOf<NoInfer<B>>, OutputOf<NoInfer<Q>>, NoInfer<Id>>,
    ) => Promise<Answer>;
  };

/** A row of a chapter: its handler gets exactly what its schemas make of the request. */
export function route<
  A extends PublicAuth,
  B extends z.ZodType | undefined = undefined,
  Q extends z.ZodType | undefined = undefined,
  Id = undefined,
>({ at, ...row }: Row<A, B, Q, Id>): PublicRoute {
  const [method, path] = at.split(' ');
  return { method, path, ...row } as unknown as PublicRoute;
}
