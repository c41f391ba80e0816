import type { ExecutionContext } from 'ava';
import type { RawAnswer } from './raw-http.ts';

/** An id that the service made. */
export const MADE = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/**
 * Asserts status, envelope and id of an answer to bytes; `id` is what was sent as one, and without it one was
 * made.
 */
export function enveloped(
  t: ExecutionContext,
  answer: RawAnswer | undefined,
  status: number,
  what: string,
  id: string | RegExp = MADE,
): void {
  if (answer === undefined) {
    t.fail(`no answer: ${what}`);
    return;
  }
  t.is(answer.status, status, what);
  const { error, request_id } = JSON.parse(answer.body) as {
    error: { type: string; code: string };
    request_id: string;
  };
  t.is(request_id, answer.headers.get('x-request-id') ?? 'none', what);
  if (typeof id === 'string') t.is(request_id, id, what);
  else t.regex(request_id, id, what);
  t.truthy(error.type && error.code, what);
}

/**
 * Those of the answers that are not what every answer is: an id that was made or was sent, on an error the
 * envelope with that id, and none that says that something of ours broke.
 */
export function outsideOf(answers: readonly RawAnswer[], sent: string): RawAnswer[] {
  return answers.filter(({ status, headers, body }) => {
    const id = headers.get('x-request-id');
    if (id === undefined || !(MADE.test(id) || idsIn(sent).has(id)) || status >= 500) return true;
    if (status < 400) return false;
    try {
      const { error, request_id } = JSON.parse(body) as { error: { type: string; code: string }; request_id: string };
      return request_id !== id || !error.type || !error.code;
    } catch {
      return true;
    }
  });
}

const idsIn = (sent: string): Set<string> =>
  new Set([...sent.matchAll(/x-request-id:[ \t]*([^\r\n]*?)[ \t]*(?:[\r\n]|$)/gi)].map(([, id = '']) => id));
