import { parseJson } from '@gx/core';
import { rateLimited } from './classify.ts';
import type { Exchange } from './http-exchange.ts';
import type { Fault } from './outcome.ts';

export type AccessToken = {
  readonly value: string;
  readonly expiresAt: number;
  readonly refreshAt: number;
  /** What it opens, where the bank says so; else what was asked for (RFC 6749, 5.1). */
  readonly scope?: string;
};
export type TokenResult = { readonly token: AccessToken } | { readonly fault: Fault };

/**
 * At most a minute early, at least a tenth of the lifetime left: clocks differ and a request takes time to
 * arrive.
 */
const MARGIN_MS_MAX = 60_000;

/**
 * Reads the token endpoint's answer (RFC 6749, 5.1). A bank that names no lifetime gets asked again after
 * five minutes.
 */
export function readToken(answer: Exchange, nowMs: number): TokenResult {
  if (answer.kind === 'failed') return { fault: answer.fault };
  if (answer.status === 429) return { fault: rateLimited(answer.retryAfter, new Date(nowMs)) };
  if (answer.status !== 200) {
    const reason =
      answer.status === 400 || answer.status === 401 || answer.status === 403 ? 'unauthorized' : 'server_error';
    return { fault: { reason, detail: 'token refused', status: answer.status } };
  }
  const body = parse(answer.body);
  const value = body?.['access_token'];
  if (typeof value !== 'string' || value === '')
    return { fault: { reason: 'unreadable_answer', detail: 'no access token' } };
  const seconds = Number(body?.['expires_in'] ?? 300);
  const lifetimeMs = Number.isFinite(seconds) && seconds > 0 ? seconds * 1000 : 300_000;
  const expiresAt = nowMs + lifetimeMs;
  const scope = body?.['scope'];
  const refreshAt = expiresAt - Math.min(MARGIN_MS_MAX, lifetimeMs / 10);
  return { token: { value, expiresAt, refreshAt, ...(typeof scope === 'string' ? { scope } : {}) } };
}

function parse(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = parseJson(text);
    return typeof value === 'object' && value !== null ? { ...value } : undefined;
  } catch {
    return undefined;
  }
}

/**
 * One token for all callers and one request at a time to renew it. While a token is near its end but still
 * good, a bank that cannot renew it stops nobody.
 */
export function tokenCache(fetchToken: () => Promise<TokenResult>, nowMs: () => number) {
  let current: AccessToken | undefined;
  let flight: Promise<TokenResult> | undefined;

  const renew = async (): Promise<TokenResult> => {
    try {
      const result = await fetchToken();
      if ('token' in result) current = result.token;
      return result;
    } finally {
      flight = undefined;
    }
  };

  return {
    /** A token that is good now; waits at most `deadlineMs` for a new one. */
    async get(deadlineMs: number): Promise<TokenResult> {
      if (current !== undefined && nowMs() < current.refreshAt) return { token: current };
      flight ??= renew();
      const result = await within(flight, deadlineMs);
      if ('token' in result || current === undefined || nowMs() >= current.expiresAt) return result;
      return { token: current };
    },
    /**
     * The bank does not take this token: unless a newer one is here already, the next call gets a new one.
     */
    invalidate(token: AccessToken): void {
      if (current?.value === token.value) current = undefined;
    },
  };
}

async function within(flight: Promise<TokenResult>, deadlineMs: number): Promise<TokenResult> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<TokenResult>((resolve) => {
    timer = setTimeout(
      () => resolve({ fault: { reason: 'deadline', detail: 'waiting for a token' } }),
      Math.max(0, deadlineMs),
    );
  });
  try {
    return await Promise.race([flight, late]);
  } finally {
    clearTimeout(timer);
  }
}
