import { newId, Refusal } from '@gx/core';
import type { Deps } from '../deps.ts';
import type { ActingUser } from '../domain/caller.ts';
import { emailIsUser, invite, inviteAgain } from '../domain/membership.ts';
import { checkNewUser, type NewUser, type User } from '../domain/user.ts';
import { linkFor } from '../mail/new-link.ts';
import { userAct } from '../new-act.ts';

/** Invites somebody to the caller's account, by a link that the mail hook sends. */
export async function inviteUser(
  { users, mails }: Pick<Deps, 'users' | 'mails'>,
  { accountId, userId, clientAddress }: ActingUser,
  now: Date,
  requested: NewUser,
): Promise<User> {
  const profile = checkNewUser(requested);
  if (mails === undefined) throw noMailHook();
  const [act, link] = [userAct(userId, now, clientAddress), linkFor('invitation', now)];
  const known = await users.findByEmail(profile.email);
  if (known === undefined) {
    const { user, audit } = invite({ ...profile, id: newId('user'), accountId, link, createdAt: now }, act);
    if (!(await users.insert(user, audit))) throw emailIsUser();
    mails.wake();
    return user;
  }
  if (known.accountId !== accountId) throw emailIsUser();
  const { user } = await users.update(accountId, known.id, (one) => inviteAgain(one, { ...profile, link }, act));
  mails.wake();
  return user;
}

const noMailHook = (): Refusal =>
  new Refusal(
    'unprocessable_entity',
    'Nobody can be invited: the operator of this service has set no mail hook (MAIL_HOOK_URL). The operator can add the user.',
  );
