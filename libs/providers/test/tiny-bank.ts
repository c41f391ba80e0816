import { createServer as createHttpServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import { createServer as createHttpsServer, type ServerOptions } from 'node:https';
import type { AddressInfo } from 'node:net';
import { cents } from '@gx/core';
import { createLogger } from '@gx/runtime';
import type { ExecutionContext } from 'ava';
import { API_PIX_DEFAULTS, apiPixProvider, type BankProfile, type PixProvider } from '../src/index.ts';

export const log = createLogger({ service: 'transport', level: 'error', destination: { write: () => undefined } });

const absent = (response: ServerResponse): void => {
  response.writeHead(404, { 'content-type': 'application/problem+json' });
  response.end(
    JSON.stringify({ type: 'https://pix.bcb.gov.br/api/v2/error/CobNaoEncontrado', title: 'x', status: 404 }),
  );
};

type TinyRequest = { readonly method: string; readonly url: string; readonly headers: IncomingHttpHeaders };

/** A bank of three lines that gives tokens, has no charge, and keeps what it was sent but for bodies. */
export async function tinyBank(
  t: ExecutionContext,
  tls?: ServerOptions,
  answerCall: (response: ServerResponse) => void = absent,
) {
  const seen: TinyRequest[] = [];
  const answer: Parameters<typeof createHttpServer>[1] = (request, response) => {
    request.resume();
    if (request.url === '/oauth/token') {
      response.end(JSON.stringify({ access_token: 'x', token_type: 'Bearer', expires_in: 60 }));
      return;
    }
    const { method = '', url = '', headers } = request;
    seen.push({ method, url, headers });
    answerCall(response);
  };
  const server = tls === undefined ? createHttpServer(answer) : createHttpsServer(tls, answer);
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  t.teardown(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { url: `${tls === undefined ? 'http' : 'https'}://127.0.0.1:${port}`, seen };
}

export const profileOf = (baseUrl: string, more: Partial<BankProfile> = {}): BankProfile => ({
  ...API_PIX_DEFAULTS,
  id: 'tiny',
  livemode: false,
  baseUrl,
  clientId: 'c',
  clientSecret: 's',
  pixKey: 'k',
  providerFee: { fixedCents: cents(0), basisPoints: 0 },
  payerQuery: false,
  pixOut: null,
  receiptPath: null,
  balancePath: null,
  callbackToken: { kind: 'token_in_path', token: 't' },
  ...more,
});

export function providerOf(t: ExecutionContext, baseUrl: string, more: Partial<BankProfile> = {}): PixProvider {
  const provider = apiPixProvider(profileOf(baseUrl, more), { log, now: () => new Date(), deadlineMs: 20_000 });
  t.teardown(() => provider.close());
  return provider;
}
