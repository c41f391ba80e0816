import type { SERVICES } from '@gx/contracts';
import type { ChangePasswordRequest } from '@gx/contracts/keys';
import { newId, Refusal } from '@gx/core';
import type { Handlers } from '@gx/runtime';

/** The side of keys on which users log in, and change how. */
export function usersSide() {
  const state = {
    /** Whose the login tokens are; a token that is not here is the first user's. */
    ids: new Map<string, string>(),
    passwordChanges: [] as ChangePasswordRequest[],
    /** Tokens of users who were logged out everywhere. */
    loggedOut: [] as string[],
  };
  const handlers: Partial<Handlers<typeof SERVICES.keys>> = {
    Login(_ctx, { email, password }) {
      if (password !== 'right') throw new Refusal('unauthorized', 'Wrong e-mail or password.');
      return {
        accessToken: 'header.claims.signature',
        expiresInSeconds: 3600,
        user: { id: newId('user'), email, name: 'Ana' },
        account: { id: newId('account'), name: 'Loja' },
      };
    },
    ChangePassword(_ctx, request) {
      state.passwordChanges.push(request);
      if (request.currentPassword === 'right') return {};
      throw new Refusal('unprocessable_entity', 'The current password is wrong.', { param: 'currentPassword' });
    },
    LogoutAll(_ctx, { accessToken }) {
      state.loggedOut.push(accessToken);
      return {};
    },
  };
  return { handlers, state };
}
