import { type ErrorCode, Refusal, sha256Hex } from '@gx/core';
import { type LocalWindows, RecentSet } from '@gx/runtime';
import { RateLimitRefusal } from './rate-limit-refusal.ts';

/**
 * Requests with bad login tokens, or to callback addresses that no bank was given, that one client address
 * may make in a minute; as many as with bad API keys (decisions A58).
 */
export const BAD_CREDENTIALS_PER_MINUTE = 600;

/** A bank calls back for as long as charges are paid. */
const GOOD_PATHS = { periodMs: 3_600_000, max: 10_000 } as const;

export type AnonymousClients = ReturnType<typeof anonymousClients>;

type Options = {
  readonly windows: LocalWindows;
  readonly perMinute: number;
  readonly clockMs: () => number;
};

/**
 * Bounds what callers without an API key cost, per process and client address (decisions A58, A64): all
 * requests to routes that ask for nothing and to what is no route, and those with credentials other than API
 * keys that turn out bad.
 */
export function anonymousClients({ windows, perMinute, clockMs }: Options) {
  const goodPaths = new RecentSet({ ...GOOD_PATHS, clockMs });
  const enter = (window: string, limit: number): void => {
    const rateLimit = windows.consume(window, limit);
    if (!rateLimit.allowed) throw new RateLimitRefusal(rateLimit);
  };
  /**
   * Does what a request with a credential asks, which `bad` refuses. Its place is taken before and given back
   * unless the credential was bad, so a burst counts too.
   */
  const counted = async <T>(window: string, bad: ErrorCode, act: () => Promise<T>): Promise<T> => {
    enter(window, BAD_CREDENTIALS_PER_MINUTE);
    try {
      const answer = await act();
      windows.restore(window);
      return answer;
    } catch (error) {
      if (!(error instanceof Refusal) || error.code !== bad) windows.restore(window);
      throw error;
    }
  };
  return {
    /** Counts a request whose key, if it has one, nobody looks at. */
    admit(address: string): void {
      enter(`anonymous client ${address}`, perMinute);
    },

    /** Does what a request with a login token asks. */
    withToken: <T>(address: string, act: () => Promise<T>): Promise<T> =>
      counted(`token ${address}`, 'unauthorized', act),

    /**
     * Does what a request to a path asks that is a credential by itself. A path that was good lately is not
     * counted: who guesses behind the same balancer as a bank must not keep its callbacks out.
     */
    async toPath<T>(address: string, path: string, act: () => Promise<T>): Promise<T> {
      const name = sha256Hex(path);
      const answer = await (goodPaths.has(name) ? act() : counted(`path ${address}`, 'not_found', act));
      goodPaths.add(name);
      return answer;
    },
  };
}
