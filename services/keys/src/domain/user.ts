import { type AuditChange, type Id, Refusal, unavailable } from '@gx/core';
import { type Act, type AuditEvent, actOf } from './audit.ts';
import type { Link } from './link.ts';
import { emailProblems, NAME_MAX, nameProblems, refused } from './problems.ts';
import { isRole, type Role, roleProblems } from './rights.ts';
import type { Totp } from './totp.ts';

/** One who was `removed` was never more than invited: nobody finds that user again. */
export type UserStatus = 'invited' | 'active' | 'disabled' | 'removed';
export type User = {
  readonly id: Id<'user'>;
  readonly accountId: Id<'account'>;
  readonly name: string;
  /** As it was given; `emailKey` decides who it is. */
  readonly email: string;
  readonly role: Role;
  readonly status: UserStatus;
  /** Of an active user alone: others have nothing to log in with. */
  readonly passwordHash?: string;
  /** A login token is good for the generation that it was signed in: ending all tokens begins a new one. */
  readonly tokenGeneration: number;
  /**
   * The one token that is good in this generation too: it began it, by putting the second factor in force.
   */
  readonly sparedToken?: { readonly tokenId: string; readonly generation: number };
  readonly totp?: Totp;
  /** By which an invited user joins, or an active one gets another password. */
  readonly link?: Link;
  /** How often the user was changed. */
  readonly version: number;
  readonly createdAt: Date;
};

/** A user as an operator or an owner asks for one. */
export type NewUser = { readonly email: string; readonly role: string; readonly name: string | undefined };
/** The same once it was read. */
export type UserProfile = { readonly email: string; readonly role: Role; readonly name: string };

/** A user after a change, and the one event that records it. */
export type UserChange = { readonly user: User; readonly audit: AuditEvent };
/** The same of what nobody records. */
export type UserWrite = Pick<UserChange, 'user'> & Partial<UserChange>;

export const isActiveOwner = ({ role, status }: Pick<User, 'role' | 'status'>): boolean =>
  role === 'owner' && status === 'active';

/** The answer to a second user with one e-mail. It does not repeat the address. */
export const emailInUse = (): Refusal => refused([{ param: 'email', message: 'email belongs to a user already.' }]);

/** Throws one Refusal `invalid_request` that names every field that is wrong. */
export function checkNewUser({ email, role, name }: NewUser): UserProfile {
  const problems = [
    ...emailProblems(email),
    ...roleProblems(role),
    ...(name === undefined ? [] : nameProblems('name', name)),
  ];
  if (problems.length > 0 || !isRole(role)) throw refused(problems);
  return { email: email.trim(), role, name: name?.trim() ?? localPart(email.trim()) };
}

/** What is shown of a user for whom no name was given. */
const localPart = (email: string): string => [...email.slice(0, email.indexOf('@'))].slice(0, NAME_MAX).join('');

/** What a user begins with. */
export const NEW = { tokenGeneration: 0, version: 0 } as const;

/** A user who can log in from now on. */
export function add(user: Omit<User, 'status' | keyof typeof NEW>, act: Act): UserChange {
  const added: User = { ...user, ...NEW, status: 'active' };
  return { user: added, audit: userEvent('user.added', undefined, added, act) };
}

/**
 * A disabled user may log in again, as the same person to payouts that wait for another one's approval, with
 * a new password; the tokens of before stay ended. So may an invited one, without a link. Refused for a user
 * who is active.
 */
export function letInAgain(user: User, profile: UserProfile & { readonly passwordHash: string }, act: Act): UserChange {
  if (user.status === 'active') throw emailInUse();
  const { link: _, ...rest } = user;
  const after: User = { ...rest, ...profile, status: 'active' };
  return { user: after, audit: userEvent('user.added', user, after, act) };
}

/** An owner as an account counts on one: who was changed since is another. */
export const ownerKey = ({ id, version }: Pick<User, 'id' | 'version'>): string => `${id}/${version}`;
/** Whether a key is of this user, at any version. */
export const isKeyOf = ({ id }: Pick<User, 'id'>, key: string): boolean => key.startsWith(`${id}/`);

/** Whether an account has an owner beside this one; nobody counts on those who are `leaving`. */
export const hasOtherOwner = (owner: User, owners: readonly User[], leaving: readonly string[]): boolean =>
  owners.some((other) => other.id !== owner.id && !leaving.includes(ownerKey(other)));

/** An account keeps an active owner. `param` names what asked for another state of things. */
export const lastOwner = (param?: string): Refusal =>
  new Refusal(
    'unprocessable_entity',
    'The last active owner of an account stays one: there has to be another owner first.',
    param === undefined ? {} : { param },
  );

/** An active owner may stop being one if it is the very one that the account has let go. */
export function demandLetGo(user: User, letGo: User | undefined): void {
  if (isActiveOwner(user) && (letGo === undefined || ownerKey(letGo) !== ownerKey(user)))
    throw unavailable('The user was changed at the same moment. Try again.');
}

/**
 * Ends a user's logins, tokens and invitation; undefined where that was done before. Of one who was never
 * more than invited nothing personal is left, and the e-mail is nobody's again.
 */
export function disable(user: User, letGo: User | undefined, act: Act): UserChange | undefined {
  if (user.status === 'disabled') return undefined;
  demandLetGo(user, letGo);
  const { passwordHash: _, link: __, ...rest } = user;
  if (user.status === 'invited' && user.tokenGeneration === 0) {
    const removed: User = { ...rest, status: 'removed', email: '', name: '' };
    return { user: removed, audit: userEvent('user.removed', user, removed, act) };
  }
  const after: User = { ...rest, status: 'disabled', tokenGeneration: user.tokenGeneration + 1 };
  return { user: after, audit: userEvent('user.disabled', user, after, act) };
}

type UserAction = `user.${'added' | 'invited' | 'joined' | 'role_changed' | 'removed' | 'disabled'}`;

/** What is recorded of a change: role and status, and nothing personal. */
export function userEvent(action: UserAction, before: User | undefined, after: User, act: Act): AuditEvent {
  const changes = (['role', 'status'] as const).flatMap((field): AuditChange[] =>
    before?.[field] === after[field]
      ? []
      : [{ field, ...(before === undefined ? {} : { before: before[field] }), after: after[field] }],
  );
  return { ...actOf(act), accountId: after.accountId, livemode: true, action, userId: after.id, changes };
}
