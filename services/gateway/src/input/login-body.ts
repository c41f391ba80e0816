import { z } from 'zod';
import { text } from './text.ts';

export const LOGIN_EMAIL_MAX = 254;
export const PASSWORD_MAX = 1_024;

/** `POST /v1/auth/login` (decisions N5). Bounded, because a password is hashed slowly on purpose. */
export const loginBody = z.object({ email: text(LOGIN_EMAIL_MAX, 1), password: text(PASSWORD_MAX, 1) });
