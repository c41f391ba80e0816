import { sha256Hex } from '@gx/core';
import { newTotp } from '../contract/answers/account.ts';
import { ok } from '../edge/answer.ts';
import { route } from '../edge/route.ts';
import { confirmTotpBody } from '../input/login-body.ts';
import { omitUndefined } from '../omit-undefined.ts';

/** Of a user's second factor (decisions, section 11; RFC 6238). */
export const SECOND_FACTOR = [
  route({
    at: 'POST /v1/auth/totp',
    auth: 'token',
    operation: 'setUpTotp',
    summary:
      'A secret for the user’s authenticator app, in place of any that was not confirmed. Nothing is demanded yet.',
    answers: { 200: newTotp },
    errors: ['unprocessable_entity'],
    handle: async ({ keys, admitAttempt }, { call, accessToken }) => {
      const { userId } = await keys.readToken(call, { accessToken });
      await admitAttempt(sha256Hex(`second factor of ${userId}`));
      const { secret, otpauthUrl } = await keys.setUpTotp(call, { accessToken });
      return ok({ secret, otpauthUrl });
    },
  }),
  route({
    at: 'POST /v1/auth/totp/confirm',
    auth: 'token',
    operation: 'confirmTotp',
    summary:
      'By a first code of the app, logins take `totp` from now on, and acts on live keys and users, and decisions about payouts, the header `X-TOTP`. The user’s other tokens are worth nothing afterwards.',
    body: confirmTotpBody,
    example: { code: '$TOTP' },
    answers: { 204: null },
    errors: ['unprocessable_entity'],
    handle: async ({ keys }, { call, address, accessToken, body: { code } }) => {
      await keys.confirmTotp(call, { accessToken, clientAddress: address, code });
      return { status: 204 };
    },
  }),
  route({
    at: 'DELETE /v1/auth/totp',
    auth: 'token',
    operation: 'removeTotp',
    summary: 'By a last code, no more are demanded. Who has lost the app asks the operator.',
    guarded: true,
    answers: { 204: null },
    handle: async ({ keys }, { call, address, accessToken, totp }) => {
      await keys.removeTotp(call, omitUndefined({ accessToken, totp, clientAddress: address }));
      return { status: 204 };
    },
  }),
];
