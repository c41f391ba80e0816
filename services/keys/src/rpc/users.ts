import type { SERVICES } from '@gx/contracts';
import type { AccountUser } from '@gx/contracts/keys';
import { parseId } from '@gx/core';
import type { Handlers } from '@gx/runtime';
import { addUser } from '../commands/add-user.ts';
import { disableUser } from '../commands/disable-user.ts';
import type { Deps } from '../deps.ts';
import type { User } from '../domain/user.ts';
import { listUsers } from '../queries/list-users.ts';

type UserRpcs = 'AddUser' | 'ListUsers' | 'DisableUser';

/** The RPCs of gx.keys.v1 about the users of any account: `ops` calls them, and the gateway has no route. */
export const userHandlers = (deps: Deps): Pick<Handlers<typeof SERVICES.keys>, UserRpcs> => ({
  AddUser: async (ctx, { accountId, email, role, name, operator }) => {
    const id = parseId('account', accountId);
    const { user, password } = await addUser(deps, ctx.now, { accountId: id, email, role, name, operator });
    return { user: userMessage(user), password };
  },
  ListUsers: async (_ctx, { accountId, limit }) => {
    const { users, total } = await listUsers(deps, parseId('account', accountId), limit);
    return { users: users.map(userMessage), total };
  },
  DisableUser: async (ctx, request) => {
    const target = { userId: parseId('user', request.userId), operator: request.operator };
    const { user, wasDisabled } = await disableUser(deps, ctx.now, target);
    return { user: userMessage(user), wasDisabled };
  },
});

export const userMessage = ({ id, accountId, email, name, role, status, createdAt }: User): AccountUser => ({
  id,
  accountId,
  email,
  name,
  role,
  status,
  createdAtMs: createdAt.getTime(),
});
