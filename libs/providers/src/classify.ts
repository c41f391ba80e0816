import { parseJson } from '@gx/core';
import type { AnsweredFile, Exchange } from './http-exchange.ts';
import type { Failure, Fault, Outcome } from './outcome.ts';

/** A successful answer as parsed JSON, `undefined` for an empty body, or as the file that was asked for. */
export type BankReply = { readonly kind: 'done'; readonly json: unknown; readonly file?: AnsweredFile };

/** The detail of an answer that is no JSON: a page of something in front of the bank. */
export const NOT_JSON = 'not JSON';

/**
 * Final refusals of the document's error table; any other 4xx counts too if its body is a problem (RFC 7807),
 * or Efí's own form.
 */
const ERROR_TYPE = /\/error\/(\w+)$/;

/**
 * What an exchange proves (README, the outcome table). A refusal counts only in the bank's own words: an HTML
 * 404 of something in between says nothing about the charge.
 */
export function classify(result: Exchange, now: Date): BankReply | Failure {
  if (result.kind === 'failed') return { kind: result.sent ? 'unknown' : 'not_sent', cause: result.fault };
  const { status } = result;
  if (status === 401) return { kind: 'not_sent', cause: { reason: 'unauthorized', detail: 'token refused', status } };
  if (status === 429) return { kind: 'not_sent', cause: rateLimited(result.retryAfter, now) };
  if (status >= 500) return unknown({ reason: 'server_error', detail: `HTTP ${status}`, status });
  if (result.file !== undefined) return { kind: 'done', json: undefined, file: result.file };
  const body = readJson(result.body);
  if (body === undefined) return unknown({ reason: 'unreadable_answer', detail: NOT_JSON, status });
  if (status >= 200 && status < 300) return { kind: 'done', json: body.json };
  return declined(status, body.json) ?? unknown({ reason: 'unexpected_answer', detail: `HTTP ${status}`, status });
}

/** Only the bank's own "not found" counts; every other 404 is `unknown`. */
export const isAbsent = (outcome: BankReply | Failure): boolean =>
  outcome.kind === 'declined' && outcome.status === 404;

/** What a reply shows; a failure stays what it is. */
export const replied = <T>(outcome: BankReply | Failure, read: (json: unknown) => Outcome<T>): Outcome<T> =>
  outcome.kind === 'done' ? read(outcome.json) : outcome;

/** The same of what the bank may not have: null where it says so. */
export const found = <T>(outcome: BankReply | Failure, read: (json: unknown) => Outcome<T>): Outcome<T | null> =>
  isAbsent(outcome) ? { kind: 'done', value: null } : replied(outcome, read);

const unknown = (cause: Fault): Failure => ({ kind: 'unknown', cause });

/** The fault of an HTTP 429, with the time that the bank wants to be left alone. */
export function rateLimited(retryAfter: string | undefined, now: Date): Fault {
  const retryAfterSeconds = retryAfterOf(retryAfter, now);
  return { reason: 'rate_limited', detail: 'HTTP 429', status: 429, retryAfterSeconds };
}

/**
 * `Retry-After` as seconds (RFC 9110, 10.2.3: a number or a date), from one second to an hour; one when it is
 * unreadable.
 */
export function retryAfterOf(header: string | undefined, now: Date): number {
  const text = header?.trim() ?? '';
  const seconds = /^\d{1,9}$/.test(text) ? Number(text) : Math.ceil((Date.parse(text) - now.getTime()) / 1000);
  return Number.isFinite(seconds) ? Math.min(Math.max(seconds, 1), 3_600) : 1;
}

/** JSON, or nothing at all; undefined for any other text. */
export function readJson(text: string): { readonly json: unknown } | undefined {
  if (text.trim() === '') return { json: undefined };
  try {
    return { json: parseJson(text) };
  } catch {
    return undefined;
  }
}

/**
 * A problem's type, title and the names of what broke. Its `detail` and values may quote the request, so they
 * stay out, and so does the sentence of `{nome, mensagem}`, Efí's form where the standard ends.
 */
function declined(status: number, json: unknown): Failure | undefined {
  if (status < 400 || typeof json !== 'object' || json === null) return undefined;
  const { nome, mensagem }: { nome?: unknown; mensagem?: unknown } = json;
  if (typeof nome === 'string' && /^\w{1,80}$/.test(nome) && typeof mensagem === 'string')
    return { kind: 'declined', code: nome, status, message: nome };
  const { type, title, violacoes }: { type?: unknown; title?: unknown; violacoes?: unknown } = json;
  if (typeof type !== 'string' && typeof title !== 'string') return undefined;
  const code = (typeof type === 'string' ? ERROR_TYPE.exec(type)?.[1] : undefined) ?? `HTTP_${status}`;
  const properties = (Array.isArray(violacoes) ? violacoes : [])
    .map((violation: { propriedade?: unknown } | null) => violation?.propriedade)
    .filter((name) => typeof name === 'string')
    .slice(0, 5);
  const named = typeof title === 'string' ? title.slice(0, 120) : code;
  return {
    kind: 'declined',
    code,
    status,
    message: properties.length === 0 ? named : `${named} (${properties.join(', ')})`,
  };
}
