import { invariant, sha256Hex, stateRefusal } from '@gx/core';
import type { Deps } from '../deps.ts';
import { demandLink, type LinkKey } from '../domain/link.ts';
import { accept } from '../domain/membership.ts';
import { passwordProblems } from '../domain/password-rule.ts';
import { nameProblems, refused } from '../domain/problems.ts';
import { userAct } from '../new-act.ts';

type AcceptInvitation = {
  readonly token: string;
  readonly name: string;
  readonly password: string;
  readonly clientAddress: string;
};

/**
 * Makes an invited user one who logs in, once. Whether the link opens anything is known before a password is
 * hashed: nobody has hashes made for nothing. The address is known first, as of a reset.
 */
export async function acceptInvitation(
  { accounts, users, passwords, addresses }: Pick<Deps, 'accounts' | 'users' | 'passwords' | 'addresses'>,
  now: Date,
  { token, name, password, clientAddress }: AcceptInvitation,
): Promise<void> {
  const problems = [...nameProblems('name', name), ...passwordProblems('password', password)];
  if (problems.length > 0) throw refused(problems);
  const key: LinkKey = { kind: 'invitation', hash: sha256Hex(token), now };
  const { id, accountId } = demandLink(await users.findByLink(key.hash), key);
  const account = await accounts.confirmed(accountId);
  invariant(account !== undefined, 'a user without an account');
  const refusal = stateRefusal(account.standing.state, 'FROZEN');
  if (refusal !== undefined) throw refusal;
  const joining = { name: name.trim(), passwordHash: await passwords.hash(password) };
  await addresses.remember({ id }, clientAddress, now);
  await users.update(accountId, id, (user) => accept(demandLink(user, key), joining, userAct(id, now, clientAddress)));
}
