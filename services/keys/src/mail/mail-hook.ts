import type { KeyObject } from 'node:crypto';
import type { Id } from '@gx/core';
import { type Logger, standardWebhooksSignature } from '@gx/runtime';
import type { LinkKind } from '../domain/link.ts';

/** What somebody is to be mailed. `id` is the same whenever it is sent again. */
export type Mail = {
  readonly id: string;
  readonly kind: LinkKind;
  readonly userId: Id<'user'>;
  readonly email: string;
  readonly name: string;
  readonly link: string;
  readonly expiresAt: Date;
};
/** Hands a mail on; throws where nobody has taken it. */
export type SendMail = (mail: Mail, now: Date) => Promise<void>;

/** Shorter than a mail's lease. */
const TIMEOUT_MS = 10_000;

/** The operator's program that sends mails: one POST for each, signed as Standard Webhooks 1.0. */
export const mailHook =
  ({ url, key }: { readonly url: string; readonly key: KeyObject }): SendMail =>
  async ({ id, kind, email, name, link, expiresAt }, now) => {
    const body = JSON.stringify({ kind, email, name, link, expiresAt });
    const unixSeconds = Math.floor(now.getTime() / 1_000);
    const response = await fetch(url, {
      method: 'POST',
      // A signed request goes where the operator said, and nowhere else.
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
      headers: {
        'content-type': 'application/json',
        'webhook-id': id,
        'webhook-timestamp': String(unixSeconds),
        'webhook-signature': standardWebhooksSignature(key, { id, unixSeconds, body }),
      },
      body,
    });
    await response.body?.cancel();
    if (!response.ok) throw new Error(`the mail hook answered ${response.status}`);
  };

/** In place of a mail hook on one's own machine: what it would be sent is a line of the log. */
export const mailPrinter =
  (log: Logger): SendMail =>
  async ({ kind, userId, link, expiresAt }) =>
    log.info(
      { kind, user_id: userId, link, expires_at: expiresAt },
      'no mail hook: this is the link that it would mail',
    );
