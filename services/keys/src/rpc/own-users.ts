import type { SERVICES } from '@gx/contracts';
import { parseId } from '@gx/core';
import type { CallContext, Handlers } from '@gx/runtime';
import { authorize } from '../commands/authenticate.ts';
import { authorizeAct } from '../commands/authorize-act.ts';
import { changeUserRole } from '../commands/change-user-role.ts';
import { inviteUser } from '../commands/invite-user.ts';
import { removeUser } from '../commands/remove-user.ts';
import type { Deps } from '../deps.ts';
import type { ActingUser } from '../domain/caller.ts';
import { listUsers } from '../queries/list-users.ts';
import { userMessage } from './users.ts';

type OwnUserRpcs = 'ListOwnUsers' | 'InviteUser' | 'ChangeUserRole' | 'RemoveUser';

type GuardedRequest = { readonly accessToken: string; readonly totp?: string; readonly clientAddress: string };

/** The RPCs of gx.keys.v1 about the users of the account whose owner's token it is. */
export function ownUserHandlers(deps: Deps): Pick<Handlers<typeof SERVICES.keys>, OwnUserRpcs> {
  const right = 'manage_users';
  const owner = async (ctx: CallContext, request: GuardedRequest): Promise<ActingUser> => {
    const { accessToken, totp, clientAddress } = request;
    return { ...(await authorizeAct(deps, ctx.now, { accessToken, right, totp })), clientAddress };
  };
  return {
    ListOwnUsers: async (ctx, { accessToken }) => {
      const { accountId } = await authorize(deps, ctx.now, { accessToken, right });
      return { users: (await listUsers(deps, accountId, 0)).users.map(userMessage) };
    },
    InviteUser: async (ctx, request) => {
      const { email, role, name } = request;
      return userMessage(await inviteUser(deps, await owner(ctx, request), ctx.now, { email, role, name }));
    },
    ChangeUserRole: async (ctx, request) => {
      const change = { userId: parseId('user', request.userId), role: request.role };
      return userMessage(await changeUserRole(deps, await owner(ctx, request), ctx.now, change));
    },
    RemoveUser: async (ctx, request) => {
      await removeUser(deps, await owner(ctx, request), ctx.now, parseId('user', request.userId));
      return {};
    },
  };
}
