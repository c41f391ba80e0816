import { parseJson } from '@gx/core';
import { type ErrorAnswer, readError } from './error-forms.ts';
import { type ErrorRule, errorMeaning } from './error-meaning.ts';
import type { AnsweredFile, Exchange } from './http-exchange.ts';
import type { Failure, Fault, Outcome } from './outcome.ts';

/** A successful answer as parsed JSON, `undefined` for an empty body, or as the file that was asked for. */
export type BankReply = { readonly kind: 'done'; readonly json: unknown; readonly file?: AnsweredFile };

/** The detail of an answer that is no JSON: a page of something in front of the bank. */
export const NOT_JSON = 'not JSON';

const NO_RULES: readonly ErrorRule[] = [];

/**
 * What an exchange proves (README, the outcome table), by what the bank's rules say of its errors.
 */
export function classify(result: Exchange, now: Date, rules = NO_RULES): BankReply | Failure {
  if (result.kind === 'failed') return { kind: result.sent ? 'unknown' : 'not_sent', cause: result.fault };
  const { status } = result;
  if (result.file !== undefined) return { kind: 'done', json: undefined, file: result.file };
  const body = readJson(result.body);
  if (status >= 200 && status < 300)
    return body === undefined ? unreadableBody(status) : { kind: 'done', json: body.json };
  const error = readError(body?.json);
  const means = errorMeaning(status, error, rules);
  switch (means) {
    case 'unauthorised':
      return { kind: 'not_sent', cause: { reason: 'unauthorized', detail: 'token refused', status } };
    case 'busy':
      return { kind: 'not_sent', cause: rateLimited(status, result.retryAfter, now) };
    case 'unknown':
      if (status >= 500) return unknown({ reason: 'server_error', detail: `HTTP ${status}`, status });
      if (body === undefined) return unreadableBody(status);
      return unknown({ reason: 'unexpected_answer', detail: `HTTP ${status}`, status });
    default:
      return { kind: 'declined', ...wordsOf(status, error), status, means };
  }
}

/** Whether a bank did nothing because of the token: another one may do. */
export const isUnauthorised = (result: Exchange, rules = NO_RULES): boolean =>
  result.kind === 'answer' &&
  result.status >= 400 &&
  errorMeaning(result.status, readError(readJson(result.body)?.json), rules) === 'unauthorised';

/** Only where the bank says that it has no such thing; every other error leaves that open. */
export const isAbsent = (outcome: BankReply | Failure): boolean =>
  outcome.kind === 'declined' && (outcome.means === 'absent' || outcome.means === 'empty');

/** Where it says so of a list as well. */
export const isEmpty = (outcome: BankReply | Failure): boolean =>
  outcome.kind === 'declined' && outcome.means === 'empty';

/** What a reply shows; a failure stays what it is. */
export const replied = <T>(outcome: BankReply | Failure, read: (json: unknown) => Outcome<T>): Outcome<T> =>
  outcome.kind === 'done' ? read(outcome.json) : outcome;

/** The same of what the bank may not have: null where it says so. */
export const found = <T>(outcome: BankReply | Failure, read: (json: unknown) => Outcome<T>): Outcome<T | null> =>
  isAbsent(outcome) ? { kind: 'done', value: null } : replied(outcome, read);

const unknown = (cause: Fault): Failure => ({ kind: 'unknown', cause });

const unreadableBody = (status: number): Failure => unknown({ reason: 'unreadable_answer', detail: NOT_JSON, status });

/** The fault of a busy bank, with the time that it wants to be left alone. */
export function rateLimited(status: number, retryAfter: string | undefined, now: Date): Fault {
  const retryAfterSeconds = retryAfterOf(retryAfter, now);
  return { reason: 'rate_limited', detail: `HTTP ${status}`, status, retryAfterSeconds };
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

/** A refusal by its code, and for people its title with the names of what broke. */
function wordsOf(status: number, error: ErrorAnswer | undefined): { readonly code: string; readonly message: string } {
  const { names = [], title, properties = [] } = error ?? {};
  const code = names[0] ?? `HTTP_${status}`;
  const named = title ?? code;
  return { code, message: properties.length === 0 ? named : `${named} (${properties.join(', ')})` };
}
