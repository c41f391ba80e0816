import type { ServerResponse } from 'node:http';
import type { RateLimitResult } from '../work/local-windows.ts';

/**
 * Tells the client about its window, on successes too (specification, Errors; `RateLimit` fields beside it,
 * IETF draft).
 */
export function setRateHeaders(
  response: ServerResponse,
  { limit, remaining, retryAfterSeconds }: RateLimitResult,
): void {
  response.setHeader('X-RateLimit-Limit-Minute', limit);
  response.setHeader('X-RateLimit-Remaining-Minute', remaining);
  response.setHeader('RateLimit-Policy', `"default";q=${limit};w=60`);
  const reset = retryAfterSeconds === 0 ? '' : `;t=${retryAfterSeconds}`;
  response.setHeader('RateLimit', `"default";r=${remaining}${reset}`);
}
