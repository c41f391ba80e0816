import { Refusal } from '@gx/core';
import type { LocalWindows } from '@gx/runtime';
import { RateLimitRefusal } from './rate-limit-refusal.ts';

/**
 * Requests with bad login tokens that one client address may make in a minute; as many as with bad API keys
 * (decisions A58).
 */
export const BAD_TOKENS_PER_MINUTE = 600;

export type AnonymousClients = ReturnType<typeof anonymousClients>;

/**
 * Bounds what callers without an API key cost, per process and client address (decisions A58, A64): all
 * requests to routes that ask for nothing and to what is no route, and those with login tokens that turn out
 * bad.
 */
export function anonymousClients({
  windows,
  perMinute,
}: {
  readonly windows: LocalWindows;
  readonly perMinute: number;
}) {
  const enter = (window: string, limit: number): void => {
    const rateLimit = windows.consume(window, limit);
    if (!rateLimit.allowed) throw new RateLimitRefusal(rateLimit);
  };
  return {
    /** Counts a request whose key, if it has one, nobody looks at. */
    admit(address: string): void {
      enter(`anonymous client ${address}`, perMinute);
    },
    /**
     * Does what a request with a token asks. Its place is taken before and given back unless the token was
     * bad, so a burst counts too.
     */
    async withToken<T>(address: string, act: () => Promise<T>): Promise<T> {
      const window = `token ${address}`;
      enter(window, BAD_TOKENS_PER_MINUTE);
      try {
        const answer = await act();
        windows.restore(window);
        return answer;
      } catch (error) {
        if (!(error instanceof Refusal) || error.code !== 'unauthorized') windows.restore(window);
        throw error;
      }
    },
  };
}
