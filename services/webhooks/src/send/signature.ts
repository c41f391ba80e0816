import { createHmac } from 'node:crypto';

/** HMAC-SHA256 in lower-case hex; the key is the secret's text as it was shown, not the bytes it stands for. */
const hmac = (secret: string, text: string): string => createHmac('sha256', secret).update(text, 'utf8').digest('hex');

/** `X-Service-Signature` of a canonical event: the time is part of what is signed, so an old request cannot be replayed. */
export const canonicalSignature = (secret: string, body: string, unixSeconds: number): string =>
  `t=${unixSeconds},v1=${hmac(secret, `${unixSeconds}.${body}`)}`;

/** `X-Service-Signature` of a legacy event. */
export const legacySignature = (secret: string, body: string): string => `sha256=${hmac(secret, body)}`;
