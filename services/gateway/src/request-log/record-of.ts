import type { IncomingMessage } from 'node:http';
import type { RequestRecord } from '@gx/contracts/keys';
import { newId } from '@gx/core';
import { answeredStatus, redactText } from '@gx/runtime';
import type { OpenExchange } from '../edge/open-exchanges.ts';
import { keptName, keptPath, keptQuery } from './as-sent.ts';

/** A request target may be a whole URL (RFC 9112, 3.2.2). */
const TARGET = /^(?:https?:\/\/[^/?]*)?([^?]*)\??(.*)$/i;

/**
 * What is kept of a request of a known API key: nothing of its body, of headers or of its address. A client's
 * own request id loses what looks like a secret or a document, as in our own log.
 */
export function recordOf(
  { method = '', url = '' }: IncomingMessage,
  exchange: OpenExchange,
  now: Date,
): RequestRecord | undefined {
  const { caller, route = '', response, errorCode, errorParam, startedAt, requestId } = exchange;
  if (caller === undefined) return undefined;
  const status = answeredStatus(response);
  const durationMs = Math.round(performance.now() - startedAt);
  const [, path = '', sent = ''] = TARGET.exec(url) ?? [];
  const query = keptQuery(sent);
  return {
    id: newId('requestLog'),
    ...caller,
    atMs: now.getTime() - durationMs,
    method,
    route,
    path: keptPath(route, path),
    ...(query === undefined ? {} : { query }),
    ...(status === undefined ? {} : { status }),
    ...(errorCode === undefined ? {} : { errorCode }),
    ...(errorParam === undefined ? {} : { param: keptName(errorParam) }),
    durationMs,
    requestId: redactText(requestId),
  };
}
