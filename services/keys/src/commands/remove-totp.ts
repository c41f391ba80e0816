import type { Deps } from '../deps.ts';
import { factorOf, removeTotp as remove, totpRequired } from '../domain/user-totp.ts';
import { userAct } from '../new-act.ts';
import { authenticateUser } from './authenticate.ts';
import { decideByCode, stepIn } from './use-totp.ts';

type RemoveTotp = { readonly accessToken: string; readonly totp: string | undefined; readonly clientAddress: string };

/** Takes a user's second factor away, by a last code of it; one that is not in force goes without. */
export async function removeTotp(
  deps: Pick<Deps, 'tokens' | 'denials' | 'users' | 'secrets'>,
  now: Date,
  { accessToken, totp, clientAddress }: RemoveTotp,
): Promise<void> {
  const { user } = await authenticateUser(deps, now, accessToken);
  if (factorOf(user) !== undefined && totp === undefined) throw totpRequired();
  const given = {
    stepOf: stepIn(deps, now, totp ?? ''),
    now,
    refused: totpRequired,
    act: userAct(user.id, now, clientAddress),
  };
  await decideByCode(deps, user, (current) => remove(current, user, given));
}
