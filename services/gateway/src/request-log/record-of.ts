import type { IncomingMessage } from 'node:http';
import type { RequestRecord } from '@gx/contracts/keys';
import { newId } from '@gx/core';
import { answeredStatus, redactText } from '@gx/runtime';
import type { OpenExchange } from '../edge/open-exchanges.ts';

/**
 * What is kept of a request of a known API key: nothing of its body, query, ids or address. A client's own
 * request id is the one text that it chose, so it loses what looks like a secret or a document, as in our own
 * log.
 */
export function recordOf(
  { method = '' }: IncomingMessage,
  exchange: OpenExchange,
  now: Date,
): RequestRecord | undefined {
  const { caller, route = '', response, errorCode, startedAt, requestId } = exchange;
  if (caller === undefined) return undefined;
  const status = answeredStatus(response);
  const durationMs = Math.round(performance.now() - startedAt);
  return {
    id: newId('requestLog'),
    ...caller,
    atMs: now.getTime() - durationMs,
    method,
    route,
    ...(status === undefined ? {} : { status }),
    ...(errorCode === undefined ? {} : { errorCode }),
    durationMs,
    requestId: redactText(requestId),
  };
}
