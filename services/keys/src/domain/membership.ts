import { Refusal } from '@gx/core';
import type { Act } from './audit.ts';
import { refused } from './problems.ts';
import { isRole, type Role, roleProblems } from './rights.ts';
import { demandLetGo, NEW, type User, type UserChange, type UserProfile, userEvent } from './user.ts';

/** The answer to an invitation of somebody who is a user already (decisions, section 11). */
export const emailIsUser = (): Refusal =>
  new Refusal('unprocessable_entity', 'email belongs to a user already.', { param: 'email' });

/** A user who has to accept before logging in. */
export function invite(user: Omit<User, 'status' | keyof typeof NEW>, act: Act): UserChange {
  const invited: User = { ...user, ...NEW, status: 'invited' };
  return { user: invited, audit: userEvent('user.invited', undefined, invited, act) };
}

/** A disabled user stays the same person, who may come back; the tokens of before stay ended. */
export function inviteAgain(user: User, profile: UserProfile, act: Act): UserChange {
  if (user.status !== 'disabled') throw emailIsUser();
  const invited: User = { ...user, ...profile, status: 'invited' };
  return { user: invited, audit: userEvent('user.invited', user, invited, act) };
}

/** A role as it was written; Refusal `invalid_request` for any other word. */
export function checkRole(given: string): Role {
  if (isRole(given)) return given;
  throw refused(roleProblems(given));
}

/** A user of another role from now on; undefined where that is so. Of an active owner as in `demandLetGo`. */
export function changeRole(user: User, role: Role, letGo: User | undefined, act: Act): UserChange | undefined {
  if (user.role === role) return undefined;
  if (user.status === 'disabled')
    throw new Refusal('unprocessable_entity', 'A disabled user has no role to change: invite the user again.');
  demandLetGo(user, letGo);
  const after: User = { ...user, role };
  return { user: after, audit: userEvent('user.role_changed', user, after, act) };
}
