import { Refusal } from '@gx/core';
import { HTTP_LIMITS } from '@gx/runtime';
import { testHost } from '@gx/testkit';
import { ok } from '../../src/edge/answer.ts';
import { edgeApp } from '../../src/edge/app.ts';
import { type ListenOptions, listen } from '../../src/edge/http-server.ts';
import type { Route, RouteDeps } from '../../src/edge/route.ts';
import { staticFile } from '../../src/edge/static-file.ts';
import { loginBody } from '../../src/input/login-body.ts';
import { REFERENCE } from '../../src/routes/reference.ts';

/** The limits of production but less patience, so that a test can wait for them. */
const IMPATIENT = {
  ...HTTP_LIMITS,
  headersTimeout: 400,
  requestTimeout: 800,
  connectionsCheckingInterval: 50,
  keepAliveTimeout: 300,
};

/** A free port that takes any number of connections. */
export const AT = { port: 0, name: 'merchants', connections: { perAddress: 20_000, trustedProxies: [] } } as const;

/** The edge alone: nothing is behind it, and no key is good. */
export async function startEdge(
  t: { teardown: (stop: () => Promise<void>) => void },
  limits: object = IMPATIENT,
  more: Partial<ListenOptions> = {},
) {
  const host = testHost('edge');
  t.teardown(host.stop);
  const handle = async () => ok({});
  const routes: readonly Route[] = [
    ...REFERENCE,
    { method: 'POST', path: '/v1/charges', auth: 'key', handle },
    { method: 'POST', path: '/v1/auth/login', auth: 'none', body: loginBody, handle },
  ];
  const admit = () => Promise.reject(new Refusal('unauthorized', 'No key is good here.'));
  const docs = { contract: staticFile('{}', {}) };
  const app = edgeApp(host, { routes, deps: { docs } as RouteDeps, admit, trustedProxies: [] });
  return { ...(await listen(host, app, { ...AT, limits, ...more })), host };
}

/** How requests to it begin. */
export const GET = 'GET /v1/errors HTTP/1.1\r\nHost: x\r\n';
export const LOGIN = 'POST /v1/auth/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n';
export const POST = 'POST /v1/charges HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n';
export const CONNECT = 'CONNECT a:1 HTTP/1.1\r\nHost: x\r\n';
