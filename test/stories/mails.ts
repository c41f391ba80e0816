import { randomBytes } from 'node:crypto';
import { until, type WebhookSink } from '@gx/testkit';

/** What keys reads of a mail hook. */
export const mailSettings = (hook: WebhookSink) => ({
  MAIL_HOOK_URL: hook.url('/mail'),
  MAIL_HOOK_SECRET: `whsec_${randomBytes(32).toString('base64')}`,
  ACCOUNT_URL: 'https://account.example',
});

type Mail = { readonly kind: string; readonly email: string; readonly link: string };

/** The token of the nth mail of a kind that an address gets. */
export const tokenMailed = (
  hook: WebhookSink,
  { kind, email }: Pick<Mail, 'kind' | 'email'>,
  nth = 1,
): Promise<string> =>
  until(`mail ${nth} with a link of ${kind}`, () => {
    const mails = hook.requests('/mail').map(({ body }) => JSON.parse(body) as Mail);
    const found = mails.filter((mail) => mail.kind === kind && mail.email === email)[nth - 1];
    return found?.link.split(`#${kind}=`)[1] ?? false;
  });
