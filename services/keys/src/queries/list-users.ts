import { type Id, notFound } from '@gx/core';
import type { Deps } from '../deps.ts';
import { LIST_MAX } from '../domain/api-key.ts';
import type { User } from '../domain/user.ts';

type AccountUsers = { readonly users: readonly User[]; readonly total: number };

/** The users of an account, in the order of their creation, and how many there are beyond any limit. */
export async function listUsers(
  { accounts, users }: Pick<Deps, 'accounts' | 'users'>,
  accountId: Id<'account'> | undefined,
  limit: number,
): Promise<AccountUsers> {
  const account = accountId && (await accounts.find(accountId));
  if (account === undefined) throw notFound('account');
  const [found, total] = await Promise.all([
    users.list(account.id, Math.min(limit || LIST_MAX, LIST_MAX)),
    users.count(account.id),
  ]);
  return { users: found, total };
}
