import type { AccountUser } from '@gx/contracts/keys';
import { isoMillis, plainLine } from '@gx/core';
import { wireIdText } from './operator-id.ts';

/** A user as an operator sees it. */
export type UserRow = ReturnType<typeof userRow>;

export const userRow = ({ id, accountId, email, name, role, status, createdAtMs }: AccountUser) => ({
  userId: wireIdText('user', id),
  accountId: wireIdText('account', accountId),
  email: plainLine(email),
  name: plainLine(name),
  role,
  status,
  createdAt: isoMillis(new Date(createdAtMs)),
});
