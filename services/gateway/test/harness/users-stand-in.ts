import type { SERVICES } from '@gx/contracts';
import type { AccountUser, ChangePasswordRequest } from '@gx/contracts/keys';
import { newId, notFound, Refusal } from '@gx/core';
import type { Handlers } from '@gx/runtime';

/** The side of keys on which users log in, change how, and are managed. */
export function usersSide() {
  const state = {
    /** Whose the login tokens are; a token that is not here is the first user's. */
    ids: new Map<string, string>(),
    /** The users of the account, whosever token asks. */
    users: [] as AccountUser[],
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
  return { handlers: { ...handlers, ...managed(state.users) }, state };
}

/** Users who are kept in a list. */
function managed(users: AccountUser[]): Partial<Handlers<typeof SERVICES.keys>> {
  const found = (id: string): AccountUser => {
    const user = users.find((one) => one.id === id);
    if (user === undefined) throw notFound('user');
    return user;
  };
  return {
    ListOwnUsers: () => ({ users }),
    InviteUser(_ctx, { email, role, name = email.slice(0, email.indexOf('@')) }) {
      if (users.some((one) => one.email === email))
        throw new Refusal('unprocessable_entity', 'email belongs to a user already.', { param: 'email' });
      const [id, accountId] = [newId('user'), newId('account')];
      const user = { id, accountId, email, name, role, status: 'invited', createdAtMs: 1_790_000_000_000 };
      users.push(user);
      return user;
    },
    ChangeUserRole: (_ctx, { userId, role }) => Object.assign(found(userId), { role }),
    RemoveUser(_ctx, { userId }) {
      Object.assign(found(userId), { status: 'disabled' });
      return {};
    },
  };
}
