import { randomBytes } from 'node:crypto';

const SECRET_BYTES = 32;

/** A fresh signing secret: 64 hex characters (specification, Webhook endpoint). */
export const newSecret = (): string => randomBytes(SECRET_BYTES).toString('hex');
