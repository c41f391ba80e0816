import { Refusal } from '@gx/core';
import { type Act, actOf } from './audit.ts';
import { tokenRefused } from './caller.ts';
import type { User, UserChange } from './user.ts';

/** What it says is true of the password at the time of the call, whatever the token is worth later. */
export const wrongPassword = (): Refusal =>
  new Refusal('unprocessable_entity', 'The current password is wrong.', { param: 'currentPassword' });

type NewPassword = { readonly passwordHash: string; readonly act: Act };

/**
 * A user with another password, whose tokens have ended. Of the user as it was `checked`: one whose tokens
 * ended meanwhile is asked to log in.
 */
export function changePassword(user: User, checked: User, { passwordHash, act }: NewPassword): UserChange {
  return withoutTokens({ ...user, passwordHash }, checked, 'user.password_changed', act);
}

/** A user whose tokens have ended; refused likewise. */
export const logOutAll = (user: User, checked: User, act: Act): UserChange =>
  withoutTokens(user, checked, 'user.logged_out', act);

function withoutTokens(
  user: User,
  checked: User,
  action: 'user.password_changed' | 'user.logged_out',
  act: Act,
): UserChange {
  if (user.status !== 'active' || user.tokenGeneration !== checked.tokenGeneration) throw tokenRefused();
  const { id: userId, accountId } = user;
  return {
    user: { ...user, tokenGeneration: user.tokenGeneration + 1 },
    audit: { ...actOf(act), accountId, livemode: true, action, userId, changes: [] },
  };
}
