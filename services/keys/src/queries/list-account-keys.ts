import { type Id, notFound } from '@gx/core';
import type { Deps } from '../deps.ts';
import { LIST_MAX, type Slot } from '../domain/api-key.ts';

type KeysQuery = { readonly limit: number; readonly createdAfter?: Date };
type AccountKeys = { readonly slots: readonly Slot[]; readonly total: number };

/**
 * The live keys of an account for an operator, newest first, and how many there are beyond any limit; an
 * account that nobody has is not one without keys.
 */
export async function listAccountKeys(
  { accounts, keys }: Pick<Deps, 'accounts' | 'keys'>,
  accountId: Id<'account'> | undefined,
  { limit, createdAfter }: KeysQuery,
): Promise<AccountKeys> {
  const account = accountId && (await accounts.find(accountId));
  if (account === undefined) throw notFound('account');
  const [slots, total] = await Promise.all([
    keys.slots(account.id, { limit: Math.min(limit || LIST_MAX, LIST_MAX), createdAfter }),
    keys.count(account.id, createdAfter),
  ]);
  return { slots, total };
}
