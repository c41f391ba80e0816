/** Encrypted at rest. */
export type TotpSecret = { readonly keyId: string; readonly ciphertext: string };
/** A user's second factor (RFC 6238). */
export type Totp = {
  readonly secret: TotpSecret;
  /** Absent of one that was only set up: it demands nothing. */
  readonly confirmedAt?: Date;
  /** The newest time step whose code counted: the code of that step, and of all before, is used up. */
  readonly usedStep: number;
  /** Wrong codes since the last right one. */
  readonly wrongCodes: number;
  /** After too many of them no code is looked at before. */
  readonly closedUntil?: Date;
};

/** So many wrong codes in a row are a person's; from then on each costs twice the wait of the one before. */
export const WRONG_CODES_FREE = 10;
export const TOTP_WAIT_SECONDS = { first: 60, max: 3_600 } as const;

export const newTotp = (secret: TotpSecret): Totp => ({ secret, usedStep: 0, wrongCodes: 0 });

/** A factor once a code was given, and what became of that. */
export type CountedCode =
  | { readonly result: 'accepted' | 'wrong'; readonly totp: Totp }
  | { readonly result: 'used' }
  | { readonly result: 'closed'; readonly retryAfterSeconds: number };

/**
 * Counts a code, once; `step` is the time step it belongs to, undefined for a wrong one. A guess is right
 * three times in a million: some 40 on the first day and 24 on each other are left to a thief who has all but
 * the device.
 */
export function countCode(totp: Totp, step: number | undefined, now: Date): CountedCode {
  const { closedUntil, ...open } = totp;
  if (closedUntil !== undefined && now < closedUntil)
    return { result: 'closed', retryAfterSeconds: Math.ceil((closedUntil.getTime() - now.getTime()) / 1_000) };
  if (step === undefined) return { result: 'wrong', totp: withWrongCode(open, now) };
  if (step <= totp.usedStep) return { result: 'used' };
  return { result: 'accepted', totp: { ...open, usedStep: step, wrongCodes: 0 } };
}

function withWrongCode(totp: Totp, now: Date): Totp {
  const wrongCodes = totp.wrongCodes + 1;
  if (wrongCodes < WRONG_CODES_FREE) return { ...totp, wrongCodes };
  const seconds = Math.min(TOTP_WAIT_SECONDS.first * 2 ** (wrongCodes - WRONG_CODES_FREE), TOTP_WAIT_SECONDS.max);
  return { ...totp, wrongCodes, closedUntil: new Date(now.getTime() + seconds * 1_000) };
}
