import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import { resolve } from 'node:path';
import { ERRORS, envelope, type Id, notFound, parseId, Refusal } from '@gx/core';
import { clientAddress, type Host, nameSpan, type RateLimitResult, setRateHeaders, trustOf } from '@gx/runtime';
import express, { type Express, type NextFunction, type Request, type Response } from 'express';
import type { ChargeClient } from '../charge-client.ts';
import type { LookUps } from '../live/look-ups.ts';
import type { OpenPages } from '../live/open-pages.ts';
import { languageOf } from '../page/language.ts';
import { messageOf, type Reader } from '../page/message.ts';
import { callbackPage, checkoutPage, type PageSpec } from '../page/page.ts';
import { exchangeOf } from './exchange.ts';
import { setSecurityHeaders } from './security-headers.ts';

export type AppDeps = {
  readonly charge: Pick<ChargeClient, 'getCheckout' | 'simulateCheckoutPayment'>;
  readonly look: LookUps['look'];
  readonly pages: OpenPages;
  /** Counts a request in the window of a client address. */
  readonly admit: (address: string) => RateLimitResult;
  /** The same of a test payment, in the window of its charge. */
  readonly admitTestPayment: (id: Id<'charge'>) => RateLimitResult;
  readonly trustedProxies: readonly string[];
};
type Answer = (arrived: IncomingRequest) => Promise<void> | void;
type IncomingRequest = {
  readonly request: Request;
  readonly response: Response;
  readonly spec: PageSpec;
  readonly address: string;
};

const FAVICON = readFileSync(resolve(import.meta.dirname, '../page/favicon.svg'));
const RETRY_AFTER_SECONDS = 5;

/** Every route of the page. `page` answers are read by people, the others by the page's own script. */
export function checkoutApp(host: Host, deps: AppDeps): RequestListener {
  const { look, pages, admit, trustedProxies } = deps;
  const app = express();
  app.disable('x-powered-by').disable('etag').enable('case sensitive routing');
  app.set('query parser', 'simple').set('trust proxy', trustOf(trustedProxies));

  const route = (method: 'get' | 'post', path: string, answer: Answer): void => {
    app[method](path, async (request, response) => {
      const exchange = exchangeOf(request);
      exchange.route = path;
      nameSpan(exchange.span, method.toUpperCase(), path);
      // Callers move on to another replica before this one closes their connections.
      if (host.health.draining) response.shouldKeepAlive = false;
      const spec = specOf(request, host.now());
      setSecurityHeaders(response, spec.nonce);
      const address = clientAddress(request);
      const rateLimit = admit(address);
      setRateHeaders(response, rateLimit);
      if (!rateLimit.allowed) throw tooMany(rateLimit.retryAfterSeconds);
      await answer({ request, response, spec, address });
    });
  };

  route('get', '/favicon.svg', ({ response }) => {
    response.setHeader('Cache-Control', 'public, max-age=86400');
    response.type('image/svg+xml').send(FAVICON);
  });
  route('get', '/:id/events', async ({ request, response, spec, address }) => {
    const id = chargeIdOf(request);
    const standing = await look(id);
    if (!pages.hasRoom(address)) throw tooMany(RETRY_AFTER_SECONDS);
    response.writeHead(200, { 'Content-Type': 'text/event-stream; charset=utf-8', 'X-Accel-Buffering': 'no' });
    if (request.method === 'HEAD') return void response.end();
    pages.stream(response, { address, id, reader: readerOf(request, spec), standing });
  });
  route('get', '/:id/status', async ({ request, response, spec }) => {
    response.json(messageOf(await look(chargeIdOf(request)), readerOf(request, spec), spec.now));
  });
  route('get', '/:id', showPage(deps));
  route('post', '/:id/test_payment', payAsTest(deps));
  // The address that a browser shows after a refusal.
  route('get', '/:id/test_payment', ({ request, response, spec }) =>
    response.redirect(303, pathOf(chargeIdOf(request), spec)),
  );
  app.use(() => {
    throw notFound('page');
  });
  const fail = (error: unknown, request: Request, response: Response): void => {
    const refusal = refusalOf(error, host);
    if (response.headersSent) return void response.destroy();
    refuse(request, response, { refusal, spec: specOf(request, host.now()) });
  };
  app.use((error: unknown, request: Request, response: Response, _next: NextFunction) =>
    fail(error, request, response),
  );
  return withoutPath(app, (request, response) => fail(notFound('page'), request, response));
}

const showPage =
  ({ charge }: AppDeps): Answer =>
  async ({ request, response, spec }) => {
    const { requestId } = exchangeOf(request);
    const checkout = await charge.getCheckout({ requestId }, { id: chargeIdOf(request) });
    if (checkout.simulated) setSecurityHeaders(response, spec.nonce, { hasForm: true });
    sendPage(response, spec, 200, checkoutPage(checkout, spec));
  };

/** The button of a test charge's page: a form, so that it works without a script. */
const payAsTest =
  ({ charge, admitTestPayment }: AppDeps): Answer =>
  async ({ request, response, spec }) => {
    // Browsers write this header and no script can: on another site there is no such button.
    if (request.get('sec-fetch-site') !== 'same-origin') throw notFound('page');
    const id = chargeIdOf(request);
    const { allowed, retryAfterSeconds } = admitTestPayment(id);
    if (!allowed) throw tooMany(retryAfterSeconds);
    const { requestId } = exchangeOf(request);
    // Whatever the payer's bank answers, the page says how the charge stands.
    await charge.simulateCheckoutPayment({ requestId }, { id });
    response.redirect(303, pathOf(id, spec));
  };

const pathOf = (id: Id<'charge'>, { language }: PageSpec): string => `/${id}?lang=${language}`;

/**
 * A target in which Express finds no path comes through all layers (`http://[::1/x`); Express' own answer is
 * no page of ours.
 */
const withoutPath =
  (app: Express, answer: (request: Request, response: Response) => void): RequestListener =>
  (request, response) => {
    const [incoming, answering] = [request as Request, response as Response];
    app(incoming, answering, () => {
      // It has no query to read, either.
      incoming.url = '/';
      answer(incoming, answering);
    });
  };

const specOf = (request: Request, now: Date): PageSpec => ({
  language: languageOf(request.query['lang'], request.get('accept-language')),
  nonce: randomBytes(16).toString('base64'),
  now,
});

/** The page says itself by which method it lets its payer pay. */
function readerOf(request: Request, { language }: PageSpec): Reader {
  const method = request.query['method'];
  return { language, method: typeof method === 'string' ? method : undefined };
}

function chargeIdOf(request: Request): Id<'charge'> {
  const id = parseId('charge', String(request.params['id']));
  if (id === undefined) throw notFound('charge');
  return id;
}

const tooMany = (retryAfterSeconds: number): Refusal =>
  new Refusal('rate_limited', `Too many requests. Try again in ${retryAfterSeconds} s.`, { retryAfterSeconds });

/** A fault of ours is logged and says nothing of itself. */
function refusalOf(error: unknown, { log }: Host): Refusal {
  if (error instanceof Refusal && error.code !== 'internal_error') return error;
  // A path that is no valid URL encoding is a page that is not there.
  if (error instanceof URIError) return notFound('page');
  log.error({ err: error }, 'request failed');
  return new Refusal('internal_error', 'Something went wrong.');
}

function sendPage(response: Response, { language }: PageSpec, status: number, page: string): void {
  response.setHeader('Content-Language', language).setHeader('Vary', 'Accept-Language');
  response.status(status).type('text/html; charset=utf-8').send(page);
}

const SCRIPTS_OWN = /\/(?:events|status)$/;

/** People get a page in their language, the page's script the error envelope. */
function refuse(request: Request, response: Response, { refusal, spec }: { refusal: Refusal; spec: PageSpec }): void {
  const { code, more } = refusal;
  const { http } = ERRORS[code];
  setSecurityHeaders(response, spec.nonce);
  if (http >= 429) response.setHeader('Retry-After', more.retryAfterSeconds ?? RETRY_AFTER_SECONDS);
  if (SCRIPTS_OWN.test(request.path)) {
    response.status(http).json(envelope(refusal, exchangeOf(request).requestId));
    return;
  }
  const kind = code === 'not_found' ? 'notFound' : code === 'rate_limited' ? 'tooMany' : 'unavailable';
  sendPage(response, spec, http, callbackPage(kind, spec));
}
