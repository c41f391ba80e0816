import { z } from 'zod';
import { LOGIN_EMAIL_MAX, linkToken, newPassword } from './login-body.ts';
import { optional, text } from './text.ts';

/** What a user may be to an account (decisions, section 11). */
export const ROLES = ['owner', 'finance', 'developer', 'viewer'] as const;
export const USER_NAME_MAX = 120;
const role = z.enum(ROLES, { error: `must be one of ${ROLES.join(', ')}` });

/** `POST /v1/users`; what an e-mail address is, keys says. */
export const inviteBody = z.object({
  email: text(LOGIN_EMAIL_MAX, 1),
  role,
  name: optional(text(USER_NAME_MAX, 1)),
});

/** `POST /v1/auth/invitations/accept`. */
export const acceptBody = z.object({ token: linkToken, name: text(USER_NAME_MAX, 1), password: newPassword });

/** `PATCH /v1/users/{id}`. */
export const roleBody = z.object({ role });
