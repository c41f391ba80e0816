import { createHmac, randomBytes } from 'node:crypto';
import { type SinkRequest, startWebhookSink, type WebhookSink } from '@gx/testkit';
import { type Scope, type TestKeys, testKeys } from './harness.ts';

const KEY = randomBytes(32);
const HOOK_SECRET = `whsec_${KEY.toString('base64')}`;

/** A process of keys, and the mail hook that it hands its mails to. */
export type KeysWithHook = TestKeys & { readonly hook: WebhookSink };
export async function withHook(scope: Scope): Promise<KeysWithHook> {
  const hook = await startWebhookSink();
  scope.teardown(hook.stop);
  const keys = await testKeys(scope, {
    MAIL_HOOK_URL: hook.url('/mail'),
    MAIL_HOOK_SECRET: HOOK_SECRET,
    ACCOUNT_URL: 'https://account.example/login',
  });
  return { ...keys, hook };
}

/** What a mail hook was sent for an address so far, oldest first. */
export const mailsTo = (hook: WebhookSink, email: string): SinkRequest[] =>
  hook.requests('/mail').filter(({ body }) => JSON.parse(body).email === email);

/** The secret of a mail's link. */
export function linkIn(mail: SinkRequest | undefined): { readonly kind: string; readonly token: string } {
  const [, kind = '', token = ''] = /#(\w+)=([\w-]+)$/.exec(JSON.parse(mail?.body ?? '{}').link) ?? [];
  return { kind, token };
}

/** Whether the hook's own secret has signed it, as Standard Webhooks say. */
export function signedBy(mail: SinkRequest | undefined): boolean {
  const { 'webhook-id': id, 'webhook-timestamp': time, 'webhook-signature': signature } = mail?.headers ?? {};
  const expected = createHmac('sha256', KEY).update(`${id}.${time}.${mail?.body}`).digest('base64');
  return signature === `v1,${expected}` && Math.abs(Number(time) - Date.now() / 1_000) < 60;
}
