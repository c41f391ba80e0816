import { createHmac, createSecretKey } from 'node:crypto';

/** HMAC-SHA256 in lower-case hex; the key is the secret's text as it was shown, not the bytes it stands for. */
const hmac = (secret: string, text: string): string => createHmac('sha256', secret).update(text, 'utf8').digest('hex');

/** `X-Service-Signature` of a canonical event: the time is part of what is signed, so an old request cannot be replayed. */
export const canonicalSignature = (secret: string, body: string, unixSeconds: number): string =>
  `t=${unixSeconds},v1=${hmac(secret, `${unixSeconds}.${body}`)}`;

/** `X-Service-Signature` of a legacy event. */
export const legacySignature = (secret: string, body: string): string => `sha256=${hmac(secret, body)}`;

type Message = { readonly id: string; readonly unixSeconds: number; readonly body: string };

/**
 * `webhook-signature` of Standard Webhooks 1.0: the key is what the secret's text says in base64, so that the same text, with or without `whsec_` before it, can
 * be given to any library of theirs.
 */
export function standardSignature(secret: string, { id, unixSeconds, body }: Message): string {
  // A key object: a buffer takes Node five times as long.
  const key = createSecretKey(secret.replace(/^whsec_/, ''), 'base64');
  return `v1,${createHmac('sha256', key).update(`${id}.${unixSeconds}.${body}`, 'utf8').digest('base64')}`;
}

/**
 * `webhook-id`: one for what a merchant should act on once, however often it is sent. A canonical name has the event's own id; an event that has several legacy
 * names would otherwise be taken for its first.
 */
export const standardId = (eventId: string, eventName: string, legacy: boolean): string =>
  legacy ? `${eventId}_${eventName.replace('.', '_')}` : eventId;
