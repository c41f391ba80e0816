import { Refusal } from '@gx/core';
import type { Act } from './audit.ts';
import { type TokenClaims, tokenRefused } from './caller.ts';
import { type CountedCode, countCode, newTotp, type Totp, type TotpSecret } from './totp.ts';
import type { User, UserChange, UserWrite } from './user.ts';
import { loginEvent } from './user-login.ts';

/** Who has no right code, at whatever wants one but a login (decisions, section 11). */
export const totpRequired = (param = 'X-TOTP'): Refusal =>
  new Refusal('forbidden', `This user has a second factor: send a right code of it in ${param}. ${ONCE}`, {
    param,
    reason: 'totp_required',
  });

/** The same at a login, once the password was right. */
export const loginTotpRequired = (): Refusal =>
  new Refusal('unauthorized', `This user has a second factor: send a right code of it in totp. ${ONCE}`, {
    param: 'totp',
    reason: 'totp_required',
  });

const ONCE = 'Each code counts once.';

const tooManyWrong = (retryAfterSeconds: number): Refusal =>
  new Refusal('rate_limited', `Too many wrong codes in a row. Try again in ${retryAfterSeconds} s.`, {
    retryAfterSeconds,
  });

const inForce = (): Refusal =>
  new Refusal('unprocessable_entity', 'A second factor is in force: DELETE /v1/auth/totp removes it.');
const notSetUp = (): Refusal =>
  new Refusal('unprocessable_entity', 'No second factor was set up: POST /v1/auth/totp answers a secret.');

/** One that codes are demanded of. */
export const factorOf = ({ totp }: User): Totp | undefined => (totp?.confirmedAt === undefined ? undefined : totp);

/** What is written once a code was looked at, and why the caller goes no further, if so. */
export type CodeDecision = { readonly write?: UserWrite; readonly refusal?: Refusal };

/** The time step that a code belongs to, of the secret that it is to be of. */
export type StepOf = (secret: TotpSecret) => number | undefined;
type Code = { readonly stepOf: StepOf; readonly now: Date; readonly refused: () => Refusal };

/** A user whose code is used up. One whose factor has gone since it was demanded is asked to come again. */
export function useCode(user: User, code: Code): CodeDecision {
  const totp = factorOf(user);
  if (totp === undefined) return { refusal: code.refused() };
  return decided(user, code, (counted) => ({ user: { ...user, totp: counted } }), totp);
}

/** A user with a secret that nothing is demanded of yet, in place of any other such. */
export function setUpTotp(user: User, checked: User, secret: TotpSecret): UserWrite {
  demandSameLogin(user, checked);
  if (factorOf(user) !== undefined) throw inForce();
  return { user: { ...user, totp: newTotp(secret) } };
}

/**
 * A user whose factor is in force. All tokens end but the one that has just shown a code: nobody goes on who
 * came in without.
 */
export function confirmTotp(user: User, checked: User, code: Code & Confirmation): CodeDecision {
  demandSameLogin(user, checked);
  if (user.totp === undefined) throw notSetUp();
  if (factorOf(user) !== undefined) throw inForce();
  const { token, act } = code;
  const generation = user.tokenGeneration + 1;
  return decided(
    user,
    code,
    (counted) => ({
      user: {
        ...user,
        totp: { ...counted, confirmedAt: act.now },
        tokenGeneration: generation,
        sparedToken: { tokenId: token.tokenId, generation },
      },
      audit: loginEvent('user.totp_set', user, act),
    }),
    user.totp,
  );
}
type Confirmation = { readonly token: TokenClaims; readonly act: Act };

/** A user without a factor; one that is in force takes a code with it, one that is not takes nothing. */
export function removeTotp(user: User, checked: User, { act, ...code }: Code & { readonly act: Act }): CodeDecision {
  demandSameLogin(user, checked);
  const { totp, ...rest } = user;
  if (totp === undefined) return {};
  if (factorOf(user) === undefined) return { write: { user: rest } };
  const removed: UserChange = { user: rest, audit: loginEvent('user.totp_removed', user, act) };
  return decided(user, code, () => removed, totp);
}

/** The same by an operator: who may have the device, or the user's place, is logged out. */
export function removeTotpByOperator(user: User, act: Act & { readonly reason: string }): UserChange | undefined {
  const { totp, ...rest } = user;
  if (totp === undefined) return undefined;
  const audit = { ...loginEvent('user.totp_removed', user, act), reason: act.reason };
  return { user: { ...rest, tokenGeneration: user.tokenGeneration + 1 }, audit };
}

function decided(
  user: User,
  { stepOf, now, refused }: Code,
  accept: (counted: Totp) => UserWrite,
  totp: Totp,
): CodeDecision {
  const counted: CountedCode = countCode(totp, stepOf(totp.secret), now);
  switch (counted.result) {
    case 'accepted':
      return { write: accept(counted.totp) };
    case 'wrong':
      return { write: { user: { ...user, totp: counted.totp } }, refusal: refused() };
    case 'used':
      return { refusal: refused() };
    case 'closed':
      return { refusal: tooManyWrong(counted.retryAfterSeconds) };
  }
}

/** Of the user as it was `checked`: one whose tokens ended meanwhile is asked to log in. */
function demandSameLogin(user: User, checked: User): void {
  if (user.status !== 'active' || user.tokenGeneration !== checked.tokenGeneration) throw tokenRefused();
}
