import type { MessageName } from './schemas.ts';

export type Route = {
  readonly operation: string;
  readonly method: 'GET' | 'PUT' | 'PATCH' | 'POST' | 'DELETE';
  /** Below the base path; `{name}` stands for one segment. */
  readonly path: string;
  readonly query?: MessageName;
  readonly request?: MessageName;
  /** The one status that means success, and its body; none means that the body is empty. */
  readonly success: number;
  readonly answer?: MessageName;
  /** The media type of a body that is a file instead. */
  readonly file?: string;
  /** A form of refusal besides the problem of the document. */
  readonly refusal?: MessageName;
};

/** The operations of API Pix that the product uses. */
// biome-ignore format: one row per operation, read as a table
export const ROUTES = [
  { operation: 'createCob',     method: 'PUT',    path: '/cob/{txid}',      request: 'cobRequest',     success: 201, answer: 'cob' },
  { operation: 'reviseCob',     method: 'PATCH',  path: '/cob/{txid}',      request: 'cobRevision',    success: 200, answer: 'cob' },
  { operation: 'getCob',        method: 'GET',    path: '/cob/{txid}',                                 success: 200, answer: 'cobComplete' },
  { operation: 'listCobs',      method: 'GET',    path: '/cob',             query: 'cobListQuery',     success: 200, answer: 'cobList' },
  { operation: 'getPix',        method: 'GET',    path: '/pix/{e2eid}',                                success: 200, answer: 'pix' },
  { operation: 'listPix',       method: 'GET',    path: '/pix',             query: 'pixListQuery',     success: 200, answer: 'pixList' },
  { operation: 'putDevolution', method: 'PUT',    path: '/pix/{e2eid}/devolucao/{id}', request: 'devolutionRequest', success: 201, answer: 'devolution' },
  { operation: 'getDevolution', method: 'GET',    path: '/pix/{e2eid}/devolucao/{id}',                     success: 200, answer: 'devolution' },
  { operation: 'putWebhook',    method: 'PUT',    path: '/webhook/{chave}', request: 'webhookRequest', success: 200 },
  { operation: 'getWebhook',    method: 'GET',    path: '/webhook/{chave}',                            success: 200, answer: 'webhook' },
  { operation: 'deleteWebhook', method: 'DELETE', path: '/webhook/{chave}',                            success: 204 },
] as const satisfies readonly Route[];

/**
 * What the product uses besides: Pix sent out, infraction reports and the balance, as Efí has them, receipts
 * and owners of keys. The document knows nothing of it.
 */
// biome-ignore format: one row per operation, read as a table
export const EXTENSIONS = [
  { operation: 'putPixOut', method: 'PUT', path: '/gn/pix/{idEnvio}',                   request: 'pixOutRequest', success: 201, answer: 'pixOutTaken', refusal: 'pixOutRefusal' },
  { operation: 'putPixOut', method: 'PUT', path: '/gn/pix/{idEnvio}/qrcode',            request: 'pixOutCodeRequest', success: 201, answer: 'pixOutTaken', refusal: 'pixOutRefusal' },
  { operation: 'getKeyOwner', method: 'POST', path: '/gn/chaves/titular',              request: 'keyOwnerRequest', success: 200, answer: 'keyOwner' },
  { operation: 'getPixOut', method: 'GET', path: '/gn/pix/enviados/id-envio/{idEnvio}',                           success: 200, answer: 'pixOut' },
  { operation: 'getReceipt', method: 'GET', path: '/comprovantes/{e2eid}', success: 200, file: 'application/pdf' },
  { operation: 'listInfractions', method: 'GET', path: '/gn/infracoes', query: 'infractionListQuery', success: 200, answer: 'infractionList' },
  { operation: 'submitDefence', method: 'POST', path: '/gn/infracoes/{idInfracao}/defesa', request: 'defenceRequest', success: 201, answer: 'infraction', refusal: 'pixOutRefusal' },
  { operation: 'getBalance', method: 'GET', path: '/gn/saldo', success: 200, answer: 'balance' },
] as const satisfies readonly Route[];

/** Statuses of a refusal in another form than the document's. */
export const REFUSAL_STATUSES: ReadonlySet<number> = new Set([400, 404, 409, 422]);
/**
 * Statuses with which the document lets a bank refuse (its section on errors), each with a problem as its
 * body.
 */
export const PROBLEM_STATUSES: ReadonlySet<number> = new Set([400, 403, 404, 410, 500, 503, 504]);
/** Answered by what stands in front of a bank's API; their bodies are nobody's contract. */
export const EDGE_STATUSES: ReadonlySet<number> = new Set([401, 429]);

/** What each path parameter has to look like. */
export const PATH_PARAMETERS: Readonly<Record<string, RegExp>> = {
  txid: /^[a-zA-Z0-9]{26,35}$/,
  e2eid: /^[a-zA-Z0-9]{32}$/,
  chave: /^\S{1,77}$/,
  id: /^[a-zA-Z0-9]{1,35}$/,
  idEnvio: /^[a-zA-Z0-9]{1,35}$/,
  idInfracao: /^[a-zA-Z0-9-]{1,36}$/,
};

export type RouteMatch = { readonly route: Route; readonly problems: readonly string[] };

/** The operation that a request names, or undefined when there is none. */
export function matchRoute(method: string, path: string): RouteMatch | undefined {
  const segments = path.split('/');
  for (const route of [...ROUTES, ...EXTENSIONS]) {
    const parts = route.path.split('/');
    if (route.method !== method || parts.length !== segments.length) continue;
    const problems: string[] = [];
    const fits = parts.every((part, i) => {
      const given = segments[i] ?? '';
      const name = /^\{(\w+)\}$/.exec(part)?.[1];
      if (name === undefined) return part === given;
      if (PATH_PARAMETERS[name]?.test(decodeURIComponent(given)) !== true) problems.push(`path parameter ${name}`);
      return true;
    });
    if (fits) return { route, problems };
  }
  return undefined;
}
