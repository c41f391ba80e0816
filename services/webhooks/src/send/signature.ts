import { createHmac, createSecretKey, type KeyObject } from 'node:crypto';
import { standardWebhooksKey, standardWebhooksSignature } from '@gx/runtime';

/** What an endpoint's secret signs with. Key objects: Node takes a text or a buffer apart each time. */
export type SigningKeys = { readonly own: KeyObject; readonly standard: KeyObject };

/**
 * Our own signatures take the secret's text as it was shown, not the bytes it stands for. Standard Webhooks
 * 1.0 takes what that text says in base64, so that the same text, with or without `whsec_` before it, can be
 * given to any library of theirs.
 */
export const signingKeys = (secret: string): SigningKeys => ({
  own: createSecretKey(secret, 'utf8'),
  standard: standardWebhooksKey(secret),
});

/** The bytes of a body, which are encoded once, or its text. */
type Body = string | Buffer;

/** HMAC-SHA256 of all parts, one after the other. */
function hmac(key: KeyObject, ...parts: readonly Body[]): string {
  const hash = createHmac('sha256', key);
  for (const part of parts) hash.update(part);
  return hash.digest('hex');
}

/**
 * `X-Service-Signature` of a canonical event: the time is part of what is signed, so an old request cannot be
 * replayed.
 */
export const canonicalSignature = ({ own }: SigningKeys, body: Body, unixSeconds: number): string =>
  `t=${unixSeconds},v1=${hmac(own, `${unixSeconds}.`, body)}`;

/** `X-Service-Signature` of a legacy event. */
export const legacySignature = ({ own }: SigningKeys, body: Body): string => `sha256=${hmac(own, body)}`;

type Message = { readonly id: string; readonly unixSeconds: number; readonly body: Body };

/** `webhook-signature` of Standard Webhooks 1.0. */
export const standardSignature = ({ standard }: SigningKeys, message: Message): string =>
  standardWebhooksSignature(standard, message);

/**
 * `webhook-id`: one for what a merchant should act on once, however often it is sent. A canonical name has
 * the event's own id; an event that has several legacy names would otherwise be taken for its first.
 */
export const standardId = (eventId: string, eventName: string, legacy: boolean): string =>
  legacy ? `${eventId}_${eventName.replace('.', '_')}` : eventId;
