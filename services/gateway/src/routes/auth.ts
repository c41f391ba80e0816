import { emailKey, type Id, sha256Hex, wireId } from '@gx/core';
import { session } from '../contract/answers/account.ts';
import { ok } from '../edge/answer.ts';
import { route } from '../edge/route.ts';
import { loginBody } from '../input/login-body.ts';

/** Of login tokens (decisions N5, N6). */
export const AUTH = [
  route({
    at: 'POST /v1/auth/login',
    auth: 'none',
    operation: 'login',
    summary: 'E-mail and password for a token of one hour.',
    body: loginBody,
    example: { email: '$EMAIL', password: '$PASSWORD' },
    answers: { 200: session },
    errors: ['unauthorized'],
    handle: async ({ keys, admitLogin }, { call, address, body }) => {
      await admitLogin(sha256Hex(`${address} ${emailKey(body.email)}`));
      const { accessToken, expiresInSeconds, user, account } = await keys.login(call, body);
      return ok({
        accessToken,
        tokenType: 'Bearer',
        expiresIn: expiresInSeconds,
        user: { id: wireId('user', user?.id as Id<'user'>), email: user?.email, name: user?.name },
        account: { id: wireId('account', account?.id as Id<'account'>), name: account?.name },
      });
    },
  }),
  route({
    at: 'POST /v1/auth/logout',
    auth: 'token',
    operation: 'logout',
    summary: 'The token is worth nothing afterwards.',
    answers: { 204: null },
    handle: async ({ keys }, { call, accessToken }) => {
      await keys.logout(call, { accessToken });
      return { status: 204 };
    },
  }),
];
