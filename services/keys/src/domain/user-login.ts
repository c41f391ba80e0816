import { Refusal } from '@gx/core';
import { type Act, type AuditEvent, actOf } from './audit.ts';
import { tokenRefused } from './caller.ts';
import type { Link } from './link.ts';
import type { User, UserChange, UserWrite } from './user.ts';

/** What it says is true of the password at the time of the call, whatever the token is worth later. */
export const wrongPassword = (): Refusal =>
  new Refusal('unprocessable_entity', 'The current password is wrong.', { param: 'currentPassword' });

type NewPassword = { readonly passwordHash: string; readonly act: Act };

/**
 * A user with another password, whose tokens have ended. Of the user as it was `checked`: one whose tokens
 * ended meanwhile is asked to log in.
 */
export function changePassword(user: User, checked: User, { passwordHash, act }: NewPassword): UserChange {
  // A link to another password is of the one before.
  const { link: _, ...rest } = user;
  return withoutTokens({ ...rest, passwordHash }, checked, 'user.password_changed', act);
}

/** A user whose tokens have ended; refused likewise. */
export const logOutAll = (user: User, checked: User, act: Act): UserChange =>
  withoutTokens(user, checked, 'user.logged_out', act);

/**
 * A user who can log in, with a link to another password in place of any before; undefined for others, and
 * while the one before is new: anybody who knows an e-mail could otherwise make each link worthless before
 * it is read, and mail without end.
 */
export function linkReset(user: User, link: Link): UserWrite | undefined {
  const isNew = user.link?.kind === link.kind && link.expiresAt.getTime() - user.link.expiresAt.getTime() < STAYS_MS;
  return user.status !== 'active' || isNew ? undefined : { user: { ...user, link } };
}

/** Enough to find the mail and to choose a password. */
const STAYS_MS = 10 * 60_000;

/** A user with another password, whose tokens and link have ended: whose link it was, has been seen. */
export function resetPassword(user: User, { passwordHash, act }: NewPassword): UserChange {
  const { link: _, ...rest } = user;
  return withoutTokens({ ...rest, passwordHash }, user, 'user.password_reset', act);
}

function withoutTokens(
  user: User,
  checked: User,
  action: `user.${'password_changed' | 'password_reset' | 'logged_out'}`,
  act: Act,
): UserChange {
  if (user.status !== 'active' || user.tokenGeneration !== checked.tokenGeneration) throw tokenRefused();
  return {
    user: { ...user, tokenGeneration: user.tokenGeneration + 1 },
    audit: loginEvent(action, user, act),
  };
}

type LoginAction = `user.${'password_changed' | 'password_reset' | 'logged_out' | 'totp_set' | 'totp_removed'}`;
/** What is recorded of a change of how a user logs in: nothing of what with. */
export const loginEvent = (action: LoginAction, { id: userId, accountId }: User, act: Act): AuditEvent => ({
  ...actOf(act),
  accountId,
  livemode: true,
  action,
  userId,
  changes: [],
});
