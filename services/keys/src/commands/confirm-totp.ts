import type { Deps } from '../deps.ts';
import { confirmTotp as confirm, totpRequired } from '../domain/user-totp.ts';
import { userAct } from '../new-act.ts';
import { authenticateUser } from './authenticate.ts';
import { decideByCode, stepIn } from './use-totp.ts';

type ConfirmTotp = { readonly accessToken: string; readonly code: string; readonly clientAddress: string };

/** Puts the factor that was set up in force, once the user's app has shown a code of it. */
export async function confirmTotp(
  deps: Pick<Deps, 'tokens' | 'denials' | 'users' | 'secrets'>,
  now: Date,
  { accessToken, code, clientAddress }: ConfirmTotp,
): Promise<void> {
  const { token, user } = await authenticateUser(deps, now, accessToken);
  const act = userAct(user.id, now, clientAddress);
  const given = { stepOf: stepIn(deps, now, code), now, refused: () => totpRequired('code'), token, act };
  await decideByCode(deps, user, (current) => confirm(current, user, given));
}
