import { newId } from '@gx/core';
import type { Deps } from '../deps.ts';
import type { Caller } from '../domain/caller.ts';
import { emailIsUser, invite, inviteAgain } from '../domain/membership.ts';
import { checkNewUser, type NewUser, type User } from '../domain/user.ts';
import { newAct } from '../new-act.ts';

/** Invites somebody to the caller's account. */
export async function inviteUser(
  { users }: Pick<Deps, 'users'>,
  { accountId, userId }: Caller,
  now: Date,
  requested: NewUser,
): Promise<User> {
  const profile = checkNewUser(requested);
  const act = newAct(userId, now);
  const known = await users.findByEmail(profile.email);
  if (known === undefined) {
    const { user, audit } = invite({ ...profile, id: newId('user'), accountId, createdAt: now }, act);
    if (!(await users.insert(user, audit))) throw emailIsUser();
    return user;
  }
  if (known.accountId !== accountId) throw emailIsUser();
  return (await users.update(accountId, known.id, (user) => inviteAgain(user, profile, act))).user;
}
