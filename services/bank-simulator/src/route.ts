import type { IncomingHttpHeaders } from 'node:http';
import { parseJson } from '@gx/core';
import type { SimulatedBank } from './bank.ts';
import { Problem } from './domain/problem.ts';

export type Request = {
  readonly method: string;
  readonly params: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  readonly headers: IncomingHttpHeaders;
  /** The raw body; `readJson` reads it where JSON is due. */
  readonly body: string;
  /** Aborted when the caller has gone or the bank closes: a handler that waits on purpose must let go. */
  readonly gone: () => AbortSignal;
};
/** What goes back: JSON unless `raw` says otherwise; `reset` breaks the connection instead. */
export type BankResponse =
  | {
      readonly status: number;
      readonly body?: unknown;
      readonly raw?: { readonly type: string; readonly text: string };
      readonly headers?: Readonly<Record<string, string>>;
    }
  | 'reset';
export type BankRoute = {
  readonly method: 'GET' | 'PUT' | 'POST' | 'PATCH' | 'DELETE';
  /** `:name` stands for one segment. */
  readonly path: string;
  readonly act: (bank: SimulatedBank, request: Request) => Promise<BankResponse>;
};
export type MatchedRoute = Pick<Request, 'params' | 'query'> & { readonly route: BankRoute };

/** Finds the route of a request; throws `NaoEncontrado` where there is none. */
export function router(routes: readonly BankRoute[]): (method: string, url: string) => MatchedRoute {
  const table = routes.map((route) => ({ route, parts: route.path.split('/') }));
  return (method, url) => {
    const [path = '', search = ''] = url.split('?', 2);
    const given = path.split('/');
    for (const { route, parts } of table) {
      const params = route.method === method ? match(parts, given) : undefined;
      if (params !== undefined) return { route, params, query: new URLSearchParams(search) };
    }
    throw new Problem('NaoEncontrado');
  };
}

function match(wanted: readonly string[], given: readonly string[]): Record<string, string> | undefined {
  if (wanted.length !== given.length) return undefined;
  const params: Record<string, string> = {};
  const fits = wanted.every((want, i) => {
    const part = given[i] ?? '';
    if (!want.startsWith(':')) return want === part;
    params[want.slice(1)] = decoded(part);
    return part !== '';
  });
  return fits ? params : undefined;
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch (error) {
    if (!(error instanceof URIError)) throw error;
    throw new Problem('RequisicaoInvalida');
  }
}

/** Reads a body that has to be JSON. */
export function readJson({ headers, body }: Pick<Request, 'headers' | 'body'>): unknown {
  if (/^application\/(?:[\w.-]+\+)?json\b/i.test(headers['content-type'] ?? '')) {
    try {
      return parseJson(body);
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error;
    }
  }
  throw new Problem('RequisicaoInvalida', [{ razao: 'O corpo da requisição não é JSON.', propriedade: 'corpo' }]);
}
