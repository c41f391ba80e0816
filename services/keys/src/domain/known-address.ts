import { Refusal } from '@gx/core';

/** Addresses of one user that are known at a time. */
export const ADDRESSES_MAX = 20;
const DAY_MS = 86_400_000;
/** Since the last login from there that was written down. */
export const ADDRESS_KNOWN_MS = 90 * DAY_MS;
/** For so long after it logins are not written down again: they cost the database nothing but reads. */
export const ADDRESS_FRESH_MS = DAY_MS;

/** From where somebody logs in, and how long others than known addresses have to wait, if at all. */
export type LoginOrigin = { readonly clientAddress: string; readonly strangersWaitSeconds?: number };

/** One answer for an e-mail that is a user's and for one that is not. */
export const strangerRefused = (retryAfterSeconds: number): Refusal =>
  new Refusal(
    'rate_limited',
    `Too many failed logins with this e-mail. Try again in ${retryAfterSeconds} s, log in from where you did before, or reset the password.`,
    { retryAfterSeconds },
  );
