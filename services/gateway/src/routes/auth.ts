import { emailKey, type Id, sha256Hex, wireId } from '@gx/core';
import { session } from '../contract/answers/account.ts';
import { ok } from '../edge/answer.ts';
import { route } from '../edge/route.ts';
import { confirmResetBody, loginBody, passwordBody, resetBody } from '../input/login-body.ts';
import { omitUndefined } from '../omit-undefined.ts';

/** Of login tokens (decisions N5, N6). */
export const AUTH = [
  route({
    at: 'POST /v1/auth/login',
    auth: 'none',
    operation: 'login',
    summary:
      'E-mail and password, and a code of the second factor of a user who has one, for a token of one hour. An e-mail that fails too often within an hour is let in from addresses that logged in with it before, and after a password reset.',
    body: loginBody,
    example: { email: '$EMAIL', password: '$PASSWORD' },
    answers: { 200: session },
    errors: ['unauthorized'],
    handle: async ({ keys, admitLogin }, { call, address, body }) => {
      const { accessToken, expiresInSeconds, user, account } = await admitLogin(
        { address, email: body.email },
        (limits) => keys.login(call, omitUndefined({ ...body, ...limits })),
      );
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
  route({
    at: 'POST /v1/auth/logout-all',
    auth: 'token',
    operation: 'logoutAll',
    summary: 'No token of the user is worth anything afterwards, this one neither.',
    answers: { 204: null },
    handle: async ({ keys }, { call, address, accessToken }) => {
      await keys.logoutAll(call, { accessToken, clientAddress: address });
      return { status: 204 };
    },
  }),
  route({
    at: 'POST /v1/auth/password',
    auth: 'token',
    operation: 'changePassword',
    summary: 'A new password for the user. No token of the user is worth anything afterwards: log in again.',
    body: passwordBody,
    example: { currentPassword: '$PASSWORD', newPassword: '$NEW_PASSWORD' },
    answers: { 204: null },
    errors: ['unprocessable_entity'],
    handle: async ({ keys, admitAttempt }, { call, address, accessToken, body }) => {
      const { userId } = await keys.readToken(call, { accessToken });
      // Of the user, wherever the calls come from: who has stolen a token guesses no faster at a password.
      await admitAttempt(sha256Hex(`password of ${userId}`));
      await keys.changePassword(call, { accessToken, clientAddress: address, ...body });
      return { status: 204 };
    },
  }),
  route({
    at: 'POST /v1/auth/password-reset',
    auth: 'none',
    operation: 'requestPasswordReset',
    summary:
      'Mails a link to another password, once in ten minutes, if the e-mail is a user’s; any other is answered alike.',
    body: resetBody,
    example: { email: '$EMAIL' },
    answers: { 202: null },
    handle: async ({ keys, admitAttempt }, { call, address, body: { email } }) => {
      // Apart from logins: who has used those up needs this. No limit is of the e-mail alone: anybody who
      // knows it could use that up.
      await admitAttempt(sha256Hex(`reset by ${address} of ${emailKey(email)}`));
      await keys.requestPasswordReset(call, { email });
      return { status: 202 };
    },
  }),
  route({
    at: 'POST /v1/auth/password-reset/confirm',
    auth: 'none',
    operation: 'resetPassword',
    summary:
      'Another password, with the token of the mailed link; it works once. No token of the user is worth anything afterwards.',
    body: confirmResetBody,
    example: { token: '$PASSWORD_RESET', newPassword: '$NEW_PASSWORD' },
    answers: { 204: null },
    errors: ['unprocessable_entity'],
    handle: async ({ keys, admitAttempt }, { call, address, body }) => {
      await admitAttempt(sha256Hex(`links of ${address}`));
      await keys.resetPassword(call, { ...body, clientAddress: address });
      return { status: 204 };
    },
  }),
];
