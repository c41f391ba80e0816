import { Refusal } from '@gx/core';
import type { Act } from './audit.ts';
import type { Link } from './link.ts';
import { refused } from './problems.ts';
import { isRole, type Role, roleProblems } from './rights.ts';
import { demandLetGo, NEW, type User, type UserChange, type UserProfile, userEvent } from './user.ts';

/** The answer to an invitation of somebody who is a user already (decisions, section 11). */
export const emailIsUser = (): Refusal =>
  new Refusal('unprocessable_entity', 'email belongs to a user already.', { param: 'email' });

type Invited = Omit<User, 'status' | 'passwordHash' | keyof typeof NEW> & { readonly link: Link };

/** A user who has to accept, by the link, before logging in. */
export function invite(user: Invited, act: Act): UserChange {
  const invited: User = { ...user, ...NEW, status: 'invited' };
  return { user: invited, audit: userEvent('user.invited', undefined, invited, act) };
}

/** A disabled user stays the same person, who may come back; the tokens of before stay ended. */
export function inviteAgain(user: User, profile: UserProfile & Pick<Invited, 'link'>, act: Act): UserChange {
  if (user.status !== 'disabled') throw emailIsUser();
  const invited: User = { ...user, ...profile, status: 'invited' };
  return { user: invited, audit: userEvent('user.invited', user, invited, act) };
}

/** An invited user who logs in from now on, with the password and the name that the user gave. */
export function accept(user: User, joining: Required<Pick<User, 'name' | 'passwordHash'>>, act: Act): UserChange {
  const { link: _, ...rest } = user;
  const active: User = { ...rest, ...joining, status: 'active' };
  return { user: active, audit: userEvent('user.joined', user, active, act) };
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
