import { type Id, notFound } from '@gx/core';
import type { Deps } from '../deps.ts';
import type { Caller } from '../domain/caller.ts';
import { demandRight, type Right } from '../domain/rights.ts';
import { factorOf, totpRequired } from '../domain/user-totp.ts';
import { authenticateUser } from './authenticate.ts';
import { useTotp } from './use-totp.ts';

type ActDeps = Pick<Deps, 'tokens' | 'denials' | 'users' | 'secrets'>;
type GuardedAct = { readonly accessToken: string; readonly totp: string | undefined };

/**
 * Who acts, as `authorize` says, once a user with a second factor has given a right code of it: Refusal
 * `forbidden`, reason `totp_required`, without. The code is used up whatever becomes of the act.
 */
export async function authorizeAct(
  deps: ActDeps,
  now: Date,
  { accessToken, totp, right }: GuardedAct & { readonly right: Right | undefined },
): Promise<Caller> {
  const { token, user } = await authenticateUser(deps, now, accessToken);
  if (right !== undefined) demandRight(user.role, right);
  await useTotp(deps, now, user, { code: totp, refused: totpRequired });
  return { ...token, role: user.role };
}

/** The same for an act on a key; a test key opens nothing that is worth a code. */
export async function authorizeKeyAct(
  deps: ActDeps & Pick<Deps, 'keys'>,
  now: Date,
  { accessToken, totp, keyId }: GuardedAct & { readonly keyId: Id<'apiKey'> | undefined },
): Promise<Caller> {
  const { token, user } = await authenticateUser(deps, now, accessToken);
  demandRight(user.role, 'change_api_keys');
  if (factorOf(user) !== undefined) {
    const slot = keyId && (await deps.keys.find({ id: keyId }));
    if (slot === undefined || slot.accountId !== user.accountId) throw notFound('API key');
    if (slot.livemode) await useTotp(deps, now, user, { code: totp, refused: totpRequired });
  }
  return { ...token, role: user.role };
}
