import type { Refusal } from '@gx/core';
import type { Deps } from '../deps.ts';
import type { TotpSecret } from '../domain/totp.ts';
import { timeStepOf } from '../domain/totp-codes.ts';
import type { User } from '../domain/user.ts';
import { type CodeDecision, factorOf, type StepOf, useCode } from '../domain/user-totp.ts';

export type TotpDeps = Pick<Deps, 'users' | 'secrets'>;

/** What a code stands for, under the secret as it is stored. */
export const stepIn =
  ({ secrets }: Pick<Deps, 'secrets'>, now: Date, code: string): StepOf =>
  (secret: TotpSecret) =>
    timeStepOf(Buffer.from(secrets.decrypt(secret), 'base64'), code, now);

/** Writes what became of a code, a wrong one too; throws the refusal of one that does not count. */
export async function decideByCode(
  { users }: Pick<Deps, 'users'>,
  { accountId, id }: User,
  decide: (user: User) => CodeDecision,
): Promise<User> {
  let refusal: Refusal | undefined;
  const { user } = await users.update(accountId, id, (current) => {
    const decision = decide(current);
    refusal = decision.refusal;
    return decision.write;
  });
  if (refusal !== undefined) throw refusal;
  return user;
}

type GivenCode = {
  readonly code: string | undefined;
  /** How its absence is answered, and a wrong or used one. */
  readonly refused: () => Refusal;
};

/**
 * Demands a code of a user who has a second factor, and uses it up; answers the user afterwards. Of two at
 * once with one code, on whatever replicas, one goes on. Who dies behind it has used the code and done
 * nothing: the next one does.
 */
export async function useTotp(deps: TotpDeps, now: Date, user: User, { code, refused }: GivenCode): Promise<User> {
  if (factorOf(user) === undefined) return user;
  if (code === undefined) throw refused();
  const given = { stepOf: stepIn(deps, now, code), now, refused };
  return decideByCode(deps, user, (current) => useCode(current, given));
}
