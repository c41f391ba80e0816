import { emailKey, Refusal, sha256Hex } from '@gx/core';
import type { HourWindow } from './hour-window.ts';
import type { MinuteWindow } from './minute-window.ts';

export type LoginRates = {
  /** Attempts of one client address. */
  readonly perMinute: { readonly withOneEmail: number; readonly withAnyEmail: number };
  /** Of one e-mail, from whatever addresses. */
  readonly failuresPerHour: number;
};
type LoginWindows = {
  readonly count: MinuteWindow;
  readonly countFailures: HourWindow;
  readonly limits: LoginRates;
};
type Login = { readonly address: string; readonly email: string };
/** What `keys` has to know of the limits of a login. */
export type LoginLimits = {
  readonly clientAddress: string;
  /** Set once the e-mail has failed too often: how long an address waits that never logged in with it. */
  readonly strangersWaitSeconds?: number;
};
export type AdmitLogin = ReturnType<typeof admitLogin>;

/**
 * What `keys` answers 401 brought the caller nothing but the knowledge that it was wrong. Who needs a
 * code has the right password; wrong codes are counted by `keys`.
 */
const isFailure = (error: unknown): boolean =>
  error instanceof Refusal && error.code === 'unauthorized' && error.more.reason !== 'totp_required';

/**
 * Lets a login in by three windows of all replicas (decisions, section 11). Of the failures of an e-mail a
 * place is taken before the password is checked and restored unless it failed, so a burst counts too. When
 * they are full, `keys` alone can say whether the address logged in before: it refuses the others. Nothing
 * here depends on whether the e-mail is a user's.
 */
export const admitLogin =
  ({ count, countFailures, limits: { perMinute, failuresPerHour } }: LoginWindows) =>
  async <T>({ address, email }: Login, logIn: (limits: LoginLimits) => Promise<T>): Promise<T> => {
    const user = emailKey(email);
    await count(`login:${sha256Hex(`${address} ${user}`)}`, perMinute.withOneEmail);
    await count(`logins:${sha256Hex(address)}`, perMinute.withAnyEmail);
    const failures = await countFailures(`failed-logins:${sha256Hex(user)}`, failuresPerHour);
    const { allowed, retryAfterSeconds: strangersWaitSeconds } = failures;
    if (!allowed) return logIn({ clientAddress: address, strangersWaitSeconds });
    let failed = false;
    try {
      return await logIn({ clientAddress: address });
    } catch (error) {
      failed = isFailure(error);
      throw error;
    } finally {
      if (!failed) await failures.restore();
    }
  };
