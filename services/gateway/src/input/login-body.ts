import { z } from 'zod';
import { optional, text } from './text.ts';

export const LOGIN_EMAIL_MAX = 254;
export const PASSWORD_MAX = 1_024;

export const TOTP_CODE = /^[0-9]{6}$/;
const TOTP_RULE = 'must be six digits, as a text';
const totpCode = z.string({ error: TOTP_RULE }).regex(TOTP_CODE, TOTP_RULE);

/** `POST /v1/auth/login` (decisions N5). Bounded, because a password is hashed slowly on purpose. */
export const loginBody = z.object({
  email: text(LOGIN_EMAIL_MAX, 1),
  password: text(PASSWORD_MAX, 1),
  totp: optional(totpCode),
});

/** `POST /v1/auth/totp/confirm`. */
export const confirmTotpBody = z.object({ code: totpCode });

export const NEW_PASSWORD = { min: 8, max: 256 } as const;
/** A password that somebody chooses; keys refuses one that is too short. */
export const newPassword = text(NEW_PASSWORD.max, NEW_PASSWORD.min);

export const LINK_TOKEN_MAX = 128;
/** What a mailed link has behind its `#`. */
export const linkToken = text(LINK_TOKEN_MAX, 1);

/** `POST /v1/auth/password-reset`. */
export const resetBody = z.object({ email: text(LOGIN_EMAIL_MAX, 1) });
/** `POST /v1/auth/password-reset/confirm`. */
export const confirmResetBody = z.object({ token: linkToken, newPassword });

/** `POST /v1/auth/password` (decisions, section 11). */
export const passwordBody = z.object({ currentPassword: text(PASSWORD_MAX, 1), newPassword });
