import { z } from 'zod';
import { rateLimited, readJson } from './classify.ts';
import type { Exchange } from './http-exchange.ts';
import type { Fault } from './outcome.ts';

export type AccessToken = {
  readonly value: string;
  readonly expiresAt: number;
  readonly refreshAt: number;
  /** What it opens, where the bank says so; else what was asked for (RFC 6749, 5.1). */
  readonly scope: string | undefined;
};
export type TokenResult = { readonly token: AccessToken } | { readonly fault: Fault };

/**
 * At most a minute early, at least a tenth of the lifetime left: clocks differ and a request takes time to
 * arrive.
 */
const MARGIN_MS_MAX = 60_000;

/** Where a bank names no lifetime a new one is fetched after five minutes. */
const TOKEN = z.object({
  access_token: z.string().min(1),
  expires_in: z.coerce.number().positive().catch(300),
  scope: z.string().optional().catch(undefined),
});

/** Reads the token endpoint's answer (RFC 6749, 5.1). */
export function readToken(answer: Exchange, nowMs: number): TokenResult {
  if (answer.kind === 'failed') return { fault: answer.fault };
  if (answer.status === 429) return { fault: rateLimited(answer.status, answer.retryAfter, new Date(nowMs)) };
  if (answer.status !== 200 && answer.status !== 201) {
    const reason =
      answer.status === 400 || answer.status === 401 || answer.status === 403 ? 'unauthorized' : 'server_error';
    return { fault: { reason, detail: 'token refused', status: answer.status } };
  }
  const { data } = TOKEN.safeParse(readJson(answer.body)?.json);
  if (data === undefined) return { fault: { reason: 'unreadable_answer', detail: 'no access token' } };
  const lifetimeMs = data.expires_in * 1000;
  const expiresAt = nowMs + lifetimeMs;
  const refreshAt = expiresAt - Math.min(MARGIN_MS_MAX, lifetimeMs / 10);
  return { token: { value: data.access_token, expiresAt, refreshAt, scope: data.scope } };
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
