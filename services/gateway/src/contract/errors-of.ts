import type { ErrorCode } from '@gx/core';
import type { PublicAuth, PublicRoute } from '../edge/route.ts';
import { codesOf } from '../input/issues.ts';

/**
 * What any request can meet: the path, the query and the parser refuse, something is full, something is down.
 */
const ALWAYS: readonly ErrorCode[] = ['invalid_request', 'rate_limited', 'internal_error', 'service_unavailable'];
const BY_AUTH: Readonly<Record<PublicAuth, readonly ErrorCode[]>> = {
  none: [],
  // Of a key by the state of its account, of a token by the role of its user too (decisions, section 11).
  key: ['unauthorized', 'forbidden'],
  token: ['unauthorized', 'forbidden'],
  keyOrToken: ['unauthorized', 'forbidden'],
};

/** Every error that a route can answer: what follows from its input, and what it adds itself. */
export function errorsOf({ auth, pathId, body, query, errors = [] }: PublicRoute): ErrorCode[] {
  const read = [body, query].flatMap((schema) =>
    schema === undefined || 'rawMaxBytes' in schema ? [] : codesOf(schema),
  );
  const found: readonly ErrorCode[] = pathId === undefined ? [] : ['not_found'];
  return [...new Set([...ALWAYS, ...BY_AUTH[auth], ...read, ...found, ...errors])];
}
