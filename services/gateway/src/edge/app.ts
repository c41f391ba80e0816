import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { type AccountState, notFound, Refusal } from '@gx/core';
import {
  type Call,
  clientAddress,
  closeIfUnread,
  count,
  type Host,
  hasBody,
  keepBriefly,
  nameSpan,
  type RateLimitResult,
  setRateHeaders,
  trustOf,
} from '@gx/runtime';
import express, { type NextFunction, type Request, type Response } from 'express';
import { parsed } from '../input/issues.ts';
import { demandState, dependsOnState } from './account-acts.ts';
import type { AnonymousClients } from './anonymous-clients.ts';
import { type Answer, isReplay, refused, send } from './answer.ts';
import { accessTokenIn, tokenProblem } from './credentials.ts';
import { idempotencyKeyOf } from './idempotency-key.ts';
import { jsonBody } from './json-body.ts';
import { exchangeOf, type OpenExchange } from './open-exchanges.ts';
import { queryOf, refuseUnknown } from './query.ts';
import { RateLimitRefusal } from './rate-limit-refusal.ts';
import { readBody } from './read-body.ts';
import { refusalOf } from './refusal-of.ts';
import type { AccountChange, Auth, KeyIdentity, PathId, RequestContext, Route, RouteDeps } from './route.ts';
import { breakOff } from './stream-answer.ts';
import { totpCodeIn } from './totp-code.ts';
import { unknownRoute } from './unknown-route.ts';

/** Finds out whose key a request carries and counts it in the rate window, or refuses. */
export type Admit = (request: Request, response: Response, address: string) => Promise<KeyIdentity>;

/** An act for whose admission it matters whose the login token is. */
export type UserAct = { readonly accessToken: string; readonly changes: AccountChange | undefined };
/** What the user's account may do; of a change that is counted what is left of its rate limit. */
export type AdmittedAct = { readonly accountState: AccountState; readonly rateLimit?: RateLimitResult };

export type EdgeOptions = {
  readonly routes: readonly Route[];
  readonly deps: RouteDeps;
  readonly admit: Admit;
  /** Lets an act of a user in, or refuses it; absent where no route takes a login token. */
  readonly admitAct?: (call: Call, act: UserAct) => Promise<AdmittedAct>;
  /** Limits callers without an API key; absent where they are not limited. */
  readonly anonymousClients?: AnonymousClients;
  readonly trustedProxies: readonly string[];
};

/**
 * Everything between a parsed HTTP request and a handler; one Express layer per route, one for what is none.
 */
export function edgeApp(host: Host, options: EdgeOptions) {
  const app = express();
  app.disable('x-powered-by').disable('etag').enable('case sensitive routing');
  app.set('query parser', 'simple').set('trust proxy', trustOf(options.trustedProxies));
  const isProxy = trustOf(options.trustedProxies);
  /** Connections on which a good credential has been seen. */
  const known = new WeakSet<Socket>();
  const finish = async (response: Response, answer: Answer): Promise<void> => {
    await closeIfUnread(response.req, response);
    // The parser gave up on this connection and has answered already.
    if (response.headersSent || !response.req.socket.writable) return;
    // Callers move on to another replica before this one closes their connections.
    if (host.health.draining) response.shouldKeepAlive = false;
    const { socket } = response.req;
    const { caller, isKnown } = exchangeOf(response.req);
    if (caller !== undefined || isKnown) known.add(socket);
    else if (!known.has(socket) && !isProxy(socket.remoteAddress ?? '')) keepBriefly(response);
    await send(response, answer);
  };
  for (const route of options.routes) {
    const method = route.method.toLowerCase() as Lowercase<Route['method']>;
    app[method](route.path, async (request, response) => {
      const exchange = exchangeOf(request);
      exchange.route = route.path;
      nameSpan(exchange.span, route.method, route.path);
      const answer = await serve(route, { request, response, exchange, options });
      if (isReplay(answer)) count('gx.idempotent.replays', { 'http.route': route.path });
      await finish(response, answer);
    });
  }
  const refusalFor = unknownRoute(options.routes);
  app.use((request, response) => {
    // What is no route costs us an answer, too, whatever key it carries: nobody looks at that.
    options.anonymousClients?.admit(clientAddress(request));
    throw refusalFor(request, response);
  });
  const refuse = async (error: unknown, request: Request, response: Response): Promise<void> => {
    const exchange = exchangeOf(request);
    if (error instanceof RateLimitRefusal) setRateHeaders(response, error.rateLimit);
    const refusal = refusalOf(error, exchange, host.log);
    exchange.errorCode = refusal.code;
    exchange.errorParam = refusal.more.param;
    count('gx.refusals', { 'error.type': refusal.code });
    if (response.headersSent && !response.writableEnded) {
      const { requestId, route } = exchange;
      host.log.warn({ request_id: requestId, route, code: refusal.code }, 'an answer was broken off');
      return breakOff(response);
    }
    return finish(response, refused(refusal, exchange.requestId));
  };
  app.use((error: unknown, request: Request, response: Response, _next: NextFunction) =>
    refuse(error, request, response),
  );
  return (request: IncomingMessage, response: ServerResponse): void => {
    const [incoming, answering] = [request as Request, response as Response];
    // Only a target in which Express finds no path comes through all layers: `http://[::1/v1`. Its own answer
    // would be a page.
    app(incoming, answering, (error: unknown) => refuse(error ?? targetRefused(), incoming, answering));
  };
}

const targetRefused = (): Refusal => new Refusal('invalid_request', 'The request target is not a valid path or URL.');

type IncomingRequest = {
  readonly request: Request;
  readonly response: Response;
  readonly exchange: OpenExchange;
  readonly options: EdgeOptions;
};

/** Callers without an API key are counted before anything is read of them. */
async function serve(route: Route, arrived: IncomingRequest): Promise<Answer> {
  const { request, exchange, options } = arrived;
  const { anonymousClients } = options;
  const address = clientAddress(request);
  if (route.auth === 'none') anonymousClients?.admit(address);
  const act = (): Promise<Answer> => answered(route, arrived, address);
  const needed = needs(route, request);
  if (anonymousClients === undefined || (needed !== 'token' && needed !== 'path')) return act();
  const answer = await (needed === 'token'
    ? anonymousClients.withToken(address, act)
    : anonymousClients.toPath(address, request.path, act));
  exchange.isKnown = true;
  return answer;
}

/**
 * The order here is the order of precedence among errors: who, how often, whether the account may, headers,
 * body, query, then the rules.
 */
async function answered(route: Route, arrived: IncomingRequest, address: string): Promise<Answer> {
  const { request, exchange, options } = arrived;
  const identity = await identify(route, arrived, address);
  if ('accountState' in identity) demandState(route, identity.accountState);
  const idempotencyKey = route.idempotencyKey === undefined ? '' : idempotencyKeyOf(request, route.idempotencyKey);
  const body = await bodyOf(request, route);
  const query = queryOf(request);
  if (route.method === 'GET' && route.auth !== 'none') refuseUnknown(query, route.query);
  const params = request.params as Record<string, string>;
  const wanted = route.query === undefined ? undefined : parsed(route.query, query);
  if ('accountState' in identity) demandState(route, identity.accountState, body);
  const { requestId } = exchange;
  const call = 'asserted' in identity ? { requestId, asserted: identity.asserted } : { requestId };
  const context = {
    ...identity,
    call,
    address,
    params,
    idempotencyKey,
    totp: route.guarded ? totpCodeIn(request) : undefined,
    body,
    query: wanted,
  };
  const { pathId } = route;
  if (pathId === undefined) return route.handle(options.deps, context as RequestContext<never>);
  const id = pathId.parse(Object.values(params)[0] ?? '');
  if (id === undefined) throw noObject(route, pathId);
  return route.handle(options.deps, { ...context, id } as RequestContext<never>).catch((error: unknown) => {
    throw error instanceof Refusal && error.code === 'not_found' ? noObject(route, pathId) : error;
  });
}

const OWNER: Readonly<Partial<Record<Auth, string>>> = {
  token: ' in this account',
  key: ' in this account and environment, test or live',
};

/**
 * One answer for an id of no known form, of nobody, of another account and of the other environment
 * (decisions A36).
 */
function noObject({ auth }: Route, { missing, forms }: PathId): Refusal {
  const owner = OWNER[auth];
  if (owner === undefined) return notFound(missing);
  return new Refusal('not_found', `No such ${missing}${owner}. The path takes the id of ${forms}.`);
}

const liveKey = (): Refusal =>
  new Refusal('not_found', 'Test helpers need a test key, gx_test_…: a live key finds nothing here.');

/** Of a route that takes both, what the request is judged by: a login token wins, for it opens more. */
function needs({ auth }: Route, request: Request): Exclude<Auth, 'keyOrToken'> {
  if (auth !== 'keyOrToken') return auth;
  return accessTokenIn(request) === undefined ? 'key' : 'token';
}

type Identified =
  | KeyIdentity
  | { readonly origin: string | undefined }
  | { readonly accessToken: string }
  | { readonly accessToken: string; readonly accountState: AccountState };

/** Who calls, once the rate window has counted the request. */
async function identify(route: Route, arrived: IncomingRequest, address: string): Promise<Identified> {
  const { request, response, exchange, options } = arrived;
  const needed = needs(route, request);
  if (needed === 'none' || needed === 'path') return { origin: originOf(request) };
  if (needed === 'key') {
    const identity = await options.admit(request, response, address);
    if (route.testOnly && identity.tenant.livemode) throw liveKey();
    return identity;
  }
  const accessToken = accessTokenIn(request);
  if (accessToken === undefined) throw tokenProblem(request);
  if (options.admitAct === undefined || !dependsOnState(route)) return { accessToken };
  const act = { accessToken, changes: route.changes };
  const { accountState, rateLimit } = await options.admitAct(exchange, act);
  if (rateLimit !== undefined) setRateHeaders(response, rateLimit);
  return { accessToken, accountState };
}

/** A name or an address, and a port: nothing that a shell or a page would read as something else. */
const HOST = /^(?:[a-z0-9](?:[a-z0-9.-]{0,251}[a-z0-9])?|\[[0-9a-f:.]{2,45}\])(?::\d{1,5})?$/i;
/** A proxy that ends TLS need not be one that we trust: nobody is led to send a key to a domain in clear. */
const IN_DOMAIN = /\.[a-z]+(?::\d+)?$/i;
function originOf({ protocol, host }: Request): string | undefined {
  if (!HOST.test(host ?? '')) return undefined;
  return `${IN_DOMAIN.test(host) ? 'https' : protocol}://${host}`;
}

async function bodyOf(request: Request, { body, bodyMaxBytes }: Route): Promise<unknown> {
  if (body === undefined) return undefined;
  if ('rawMaxBytes' in body) return readBody(request, body.rawMaxBytes);
  return parsed(body, hasBody(request) ? await jsonBody(request, bodyMaxBytes) : {});
}
