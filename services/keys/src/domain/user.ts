import { type ErrorDetail, type Id, Refusal, unavailable } from '@gx/core';
import { type Act, type AuditChange, type AuditEvent, actOf } from './audit.ts';
import { emailProblems, NAME_MAX, nameProblems, refused } from './problems.ts';
import { isRole, ROLES, type Role } from './rights.ts';

export type UserStatus = 'active' | 'disabled';
export type User = {
  readonly id: Id<'user'>;
  readonly accountId: Id<'account'>;
  readonly name: string;
  /** As it was given; `emailKey` decides who it is. */
  readonly email: string;
  readonly role: Role;
  readonly status: UserStatus;
  /** Absent of a disabled user: there is nothing to log in with. */
  readonly passwordHash?: string;
  /** A login token is good for the generation that it was signed in: ending all tokens begins a new one. */
  readonly tokenGeneration: number;
  readonly createdAt: Date;
};

/** A user as an operator asks for one. */
export type NewUser = { readonly email: string; readonly role: string; readonly name: string | undefined };
/** The same once it was read. */
export type UserProfile = { readonly email: string; readonly role: Role; readonly name: string };

/** A user after a change, and the one event that records it. */
export type UserChange = { readonly user: User; readonly audit: AuditEvent };

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

const roleProblems = (role: string): ErrorDetail[] =>
  isRole(role) ? [] : [{ param: 'role', message: `role must be one of ${ROLES.join(', ')}.` }];

/** A user who can log in from now on. */
export function add(user: Omit<User, 'status' | 'tokenGeneration'>, act: Act): UserChange {
  const added: User = { ...user, status: 'active', tokenGeneration: 0 };
  return { user: added, audit: auditEvent('user.added', undefined, added, act) };
}

/**
 * A disabled user may log in again, as the same person to payouts that wait for another one's approval, with
 * a new password; the tokens of before stay ended. Refused for a user who is active.
 */
export function letInAgain(user: User, profile: UserProfile & { readonly passwordHash: string }, act: Act): UserChange {
  if (user.status === 'active') throw emailInUse();
  const after: User = { ...user, ...profile, status: 'active' };
  return { user: after, audit: auditEvent('user.added', user, after, act) };
}

/** An owner as an account counts on one: who was disabled and let in again is another. */
export const ownerKey = ({ id, tokenGeneration }: Pick<User, 'id' | 'tokenGeneration'>): string =>
  `${id}/${tokenGeneration}`;

/** Whether an account has an owner beside this one; nobody counts on those who are `leaving`. */
export const hasOtherOwner = (owner: User, owners: readonly User[], leaving: readonly string[]): boolean =>
  owners.some((other) => other.id !== owner.id && !leaving.includes(ownerKey(other)));

/** An account keeps an active owner. */
export const lastOwner = (): Refusal =>
  new Refusal(
    'unprocessable_entity',
    'The last active owner of an account cannot be disabled: add another owner first.',
    { param: 'user_id' },
  );

/**
 * Ends a user's logins and tokens; undefined where that was done before. Of an active owner only the one that
 * the account has let go.
 */
export function disable(user: User, letGo: User | undefined, act: Act): UserChange | undefined {
  if (user.status === 'disabled') return undefined;
  if (isActiveOwner(user) && (letGo === undefined || ownerKey(letGo) !== ownerKey(user)))
    throw unavailable('The user was changed at the same moment. Try again.');
  const { passwordHash: _, ...rest } = user;
  const after: User = { ...rest, status: 'disabled', tokenGeneration: user.tokenGeneration + 1 };
  return { user: after, audit: auditEvent('user.disabled', user, after, act) };
}

function auditEvent(
  action: 'user.added' | 'user.disabled',
  before: User | undefined,
  after: User,
  act: Act,
): AuditEvent {
  const changes = (['role', 'status'] as const).flatMap((field): AuditChange[] =>
    before?.[field] === after[field]
      ? []
      : [{ field, ...(before === undefined ? {} : { before: before[field] }), after: after[field] }],
  );
  return { ...actOf(act), accountId: after.accountId, livemode: true, action, userId: after.id, changes };
}
