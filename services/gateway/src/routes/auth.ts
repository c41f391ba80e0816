import { emailKey, type Id, parseJson, sha256Hex, wireId } from '@gx/core';
import type { LocalWindows, RateLimitResult } from '@gx/runtime';
import type { RedisWindows } from '../admission/redis-windows.ts';
import type { Clients } from '../clients.ts';
import { ok } from '../edge/answer.ts';
import { RateLimitRefusal } from '../edge/rate-limit-refusal.ts';
import type { Handler } from '../edge/route.ts';
import type { loginBody } from '../input/login-body.ts';

export type LoginDeps = {
  readonly keys: Clients['keys'];
  readonly redis: RedisWindows;
  readonly local: LocalWindows;
  readonly perMinute: number;
};

/**
 * `POST /v1/auth/login` (decisions N5), at most so often per address and e-mail (N19), whatever the answer
 * was.
 */
export const login =
  ({ keys, redis, local, perMinute }: LoginDeps): Handler<'none', typeof loginBody, undefined> =>
  async ({ requestId, address, body }) => {
    const window = `login:${sha256Hex(`${address} ${emailKey(body.email)}`)}`;
    const rateLimit: RateLimitResult = (await redis.consume(window, perMinute)) ?? local.consume(window, perMinute);
    if (!rateLimit.allowed) throw new RateLimitRefusal(rateLimit);
    const { accessToken, expiresInSeconds, user, account } = await keys.login({ requestId }, body);
    return ok({
      accessToken,
      tokenType: 'Bearer',
      expiresIn: expiresInSeconds,
      user: { id: wireId('user', user?.id as Id<'user'>), email: user?.email, name: user?.name },
      account: { id: wireId('account', account?.id as Id<'account'>), name: account?.name },
    });
  };

/** `POST /v1/auth/logout`: the token is worth nothing afterwards (decisions N6). */
export const logout =
  ({ keys }: Clients): Handler<'token', undefined, undefined> =>
  async ({ requestId, accessToken }) => {
    await keys.logout({ requestId }, { accessToken });
    return { status: 204 };
  };

/** `GET /.well-known/jwks.json`: the public half of the login token keys. */
export const jwks =
  ({ keys }: Clients): Handler<'none', undefined, undefined> =>
  async ({ requestId }) =>
    ok(parseJson((await keys.getJwks({ requestId }, {})).jwksJson));
