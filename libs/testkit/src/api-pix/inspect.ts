import { PIX_OUT_KIND } from './pix-out-schemas.ts';
import { EDGE_STATUSES, matchRoute, PROBLEM_STATUSES, REFUSAL_STATUSES, type Route } from './routes.ts';
import { violationsOf } from './validate.ts';

/** One HTTP exchange as it crossed the wire. `status` 0 means that no answer came. */
export type Exchange = {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly requestType: string;
  readonly authorization: string;
  readonly requestBody: string;
  readonly status: number;
  readonly responseType: string;
  readonly responseBody: string;
};

export type Inspection = { readonly operation: string; readonly violations: readonly string[] };

const CODED: unique symbol = Symbol('not JSON');

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return CODED;
  }
}

function bodyProblems(message: Parameters<typeof violationsOf>[0], text: string): string[] {
  const value = parsed(text);
  return value === CODED ? [`${message} is not JSON`] : violationsOf(message, value);
}

const mediaType = (header: string): string => (header.split(';')[0] ?? '').trim().toLowerCase();

/** Judges one exchange between a client and a bank. */
export function inspectApi(exchange: Exchange, basePath: string, tokenPath: string): Inspection {
  if (exchange.path === tokenPath) return { operation: 'token', violations: tokenProblems(exchange) };
  const matched = exchange.path.startsWith(`${basePath}/`)
    ? matchRoute(exchange.method, exchange.path.slice(basePath.length))
    : undefined;
  if (matched === undefined) {
    return { operation: 'unknown', violations: [`no such operation: ${exchange.method} ${exchange.path}`] };
  }
  const { route, problems } = matched;
  const violations = [...problems];
  if (!/^Bearer \S+$/.test(exchange.authorization)) violations.push('request without a bearer token');
  if (route.query !== undefined) violations.push(...violationsOf(route.query, Object.fromEntries(exchange.query)));
  if (route.request !== undefined) {
    if (mediaType(exchange.requestType) !== 'application/json') violations.push('request is not application/json');
    violations.push(...bodyProblems(route.request, exchange.requestBody));
  }
  violations.push(...answerProblems(exchange, route));
  return { operation: route.operation, violations };
}

function answerProblems(exchange: Exchange, { success, answer, file, refusal }: Route): string[] {
  const { status, responseBody } = exchange;
  if (status === 0 || EDGE_STATUSES.has(status)) return [];
  if (status === success && file !== undefined)
    return mediaType(exchange.responseType) === file ? [] : [`answer is not ${file}`];
  if (status === success) {
    if (answer === undefined) return responseBody === '' ? [] : [`${status} with a body`];
    const typed = mediaType(exchange.responseType) === 'application/json' ? [] : ['answer is not application/json'];
    return [...typed, ...bodyProblems(answer, responseBody)];
  }
  if (refusal !== undefined && REFUSAL_STATUSES.has(status) && mediaType(exchange.responseType) === 'application/json')
    return bodyProblems(refusal, responseBody);
  if (!PROBLEM_STATUSES.has(status)) return [`status ${status} is not in the document`];
  const typed = mediaType(exchange.responseType) === 'application/problem+json' ? [] : ['refusal is not problem+json'];
  return [...typed, ...bodyProblems('problem', responseBody)];
}

function tokenProblems(exchange: Exchange): string[] {
  const violations: string[] = [];
  if (exchange.method !== 'POST') violations.push('token requested with another method than POST');
  if (!/^Basic \S+$/.test(exchange.authorization)) violations.push('token request without client credentials');
  const form = new URLSearchParams(exchange.requestBody);
  if (mediaType(exchange.requestType) !== 'application/x-www-form-urlencoded')
    violations.push('token request is no form');
  if (form.get('grant_type') !== 'client_credentials') violations.push('grant_type is not client_credentials');
  if (exchange.status === 200) violations.push(...bodyProblems('token', exchange.responseBody));
  if (exchange.status === 400 || exchange.status === 401) {
    violations.push(...bodyProblems('tokenRefusal', exchange.responseBody));
  }
  return violations;
}

/** Judges one callback from a bank to its client. */
export function inspectCallback(exchange: Exchange): Inspection {
  const violations: string[] = [];
  if (exchange.method !== 'POST') violations.push('callback with another method than POST');
  if (mediaType(exchange.requestType) !== 'application/json') violations.push('callback is not application/json');
  violations.push(...callbackProblems(exchange.requestBody));
  return { operation: 'callback', violations };
}

/**
 * Infraction reports, and elements about Pix that were sent, are judged by their own schemas, what is left of
 * the batch by the document's.
 */
function callbackProblems(text: string): string[] {
  const body = parsed(text);
  if (typeof body === 'object' && body !== null && 'infracoes' in body) return violationsOf('infractionCallback', body);
  const list = typeof body === 'object' && body !== null && 'pix' in body ? body.pix : undefined;
  if (!Array.isArray(list)) return bodyProblems('callback', text);
  const sent = list.filter(isPixOut);
  const arrived = list.filter((element) => !isPixOut(element));
  return [
    ...sent.flatMap((element) => violationsOf('pixOutCallback', element)),
    ...(sent.length > 0 && arrived.length === 0 ? [] : violationsOf('callback', { ...(body as object), pix: arrived })),
  ];
}

const isPixOut = (element: unknown): boolean =>
  typeof element === 'object' && element !== null && 'tipo' in element && element.tipo === PIX_OUT_KIND;
