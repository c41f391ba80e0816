import type { SERVICES } from '@gx/contracts';
import { parseId } from '@gx/core';
import type { CallContext, Handlers } from '@gx/runtime';
import { authorize } from './commands/authenticate.ts';
import { changeUserRole } from './commands/change-user-role.ts';
import { inviteUser } from './commands/invite-user.ts';
import { removeUser } from './commands/remove-user.ts';
import type { Deps } from './deps.ts';
import type { Caller } from './domain/caller.ts';
import { listUsers } from './queries/list-users.ts';
import { userMessage } from './rpc-users.ts';

type OwnUserRpcs = 'ListOwnUsers' | 'InviteUser' | 'ChangeUserRole' | 'RemoveUser';

/** The RPCs of gx.keys.v1 about the users of the account whose owner's token it is. */
export function ownUserHandlers(deps: Deps): Pick<Handlers<typeof SERVICES.keys>, OwnUserRpcs> {
  const owner = (ctx: CallContext, accessToken: string): Promise<Caller> =>
    authorize(deps, ctx.now, { accessToken, right: 'manage_users' });
  return {
    ListOwnUsers: async (ctx, { accessToken }) => {
      const { accountId } = await owner(ctx, accessToken);
      return { users: (await listUsers(deps, accountId, 0)).users.map(userMessage) };
    },
    InviteUser: async (ctx, { accessToken, ...request }) => {
      const { email, role, name } = request;
      return userMessage(await inviteUser(deps, await owner(ctx, accessToken), ctx.now, { email, role, name }));
    },
    ChangeUserRole: async (ctx, { accessToken, role, ...request }) => {
      const change = { userId: parseId('user', request.userId), role };
      return userMessage(await changeUserRole(deps, await owner(ctx, accessToken), ctx.now, change));
    },
    RemoveUser: async (ctx, { accessToken, userId }) => {
      await removeUser(deps, await owner(ctx, accessToken), ctx.now, parseId('user', userId));
      return {};
    },
  };
}
