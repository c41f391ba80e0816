import type { Deps } from '../deps.ts';
import { checkPassword } from '../domain/password-rule.ts';
import { changePassword as change, wrongPassword } from '../domain/user-login.ts';
import { userAct } from '../new-act.ts';
import { authenticateUser } from './authenticate.ts';

type ChangePassword = {
  readonly accessToken: string;
  readonly currentPassword: string;
  readonly newPassword: string;
  readonly clientAddress: string;
};

/**
 * Puts a new password in the place of the user's own, and ends all the user's tokens. The new one is hashed
 * before the old one is known to be right: both answers cost the same.
 */
export async function changePassword(
  deps: Pick<Deps, 'tokens' | 'denials' | 'users' | 'passwords'>,
  now: Date,
  { accessToken, currentPassword, newPassword, clientAddress }: ChangePassword,
): Promise<void> {
  const { users, passwords } = deps;
  const { user } = await authenticateUser(deps, now, accessToken);
  checkPassword('newPassword', newPassword);
  const passwordHash = await passwords.hash(newPassword);
  if (!(await passwords.matches(user.passwordHash, currentPassword))) throw wrongPassword();
  const act = userAct(user.id, now, clientAddress);
  await users.update(user.accountId, user.id, (current) => change(current, user, { passwordHash, act }));
}
