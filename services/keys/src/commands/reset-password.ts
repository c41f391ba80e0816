import { sha256Hex } from '@gx/core';
import type { Deps } from '../deps.ts';
import { demandLink, type LinkKey } from '../domain/link.ts';
import { checkPassword } from '../domain/password-rule.ts';
import { resetPassword as reset } from '../domain/user-login.ts';
import { userAct } from '../new-act.ts';

type ResetPassword = { readonly token: string; readonly newPassword: string; readonly clientAddress: string };

/**
 * Gives a user another password, once for each link, and ends all the user's tokens. The address is known
 * first: a use that died behind the change could not be made again.
 */
export async function resetPassword(
  { users, passwords, addresses }: Pick<Deps, 'users' | 'passwords' | 'addresses'>,
  now: Date,
  { token, newPassword, clientAddress }: ResetPassword,
): Promise<void> {
  checkPassword('newPassword', newPassword);
  const key: LinkKey = { kind: 'password_reset', hash: sha256Hex(token), now };
  const { id, accountId } = demandLink(await users.findByLink(key.hash), key);
  const passwordHash = await passwords.hash(newPassword);
  await addresses.remember({ id }, clientAddress, now);
  const act = userAct(id, now, clientAddress);
  await users.update(accountId, id, (user) => reset(demandLink(user, key), { passwordHash, act }));
}
