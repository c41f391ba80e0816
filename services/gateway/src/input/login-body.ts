import { z } from 'zod';
import { text } from './text.ts';

/** `POST /v1/auth/login` (decisions N5). Bounded, because a password is hashed slowly on purpose. */
export const loginBody = z.object({ email: text(254, 1), password: text(1_024, 1) });
