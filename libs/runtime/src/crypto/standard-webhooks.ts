import { createHmac, createSecretKey, type KeyObject } from 'node:crypto';

/** What is signed: the id of what was sent, when, and its bytes or text. */
type Message = { readonly id: string; readonly unixSeconds: number; readonly body: string | Buffer };

/** The key that a secret of Standard Webhooks 1.0 stands for: base64, with or without `whsec_` before it. */
export const standardWebhooksKey = (secret: string): KeyObject =>
  createSecretKey(secret.replace(/^whsec_/, ''), 'base64');

/** `webhook-signature` of Standard Webhooks 1.0. */
export const standardWebhooksSignature = (key: KeyObject, { id, unixSeconds, body }: Message): string =>
  `v1,${createHmac('sha256', key).update(`${id}.${unixSeconds}.`).update(body).digest('base64')}`;
