import type { BankAsk } from './bank-caller.ts';
import type { BankOperation } from './bank-connection.ts';
import { isAbsent } from './classify.ts';
import type { Outcome } from './outcome.ts';
import type { BankCall } from './provider.ts';

const pathOf = (pixKey: string): string => `/webhook/${encodeURIComponent(pixKey)}`;

/** Asks where callbacks about our key go: the cheapest question a bank can answer. */
export const webhookOperation = (pixKey: string): BankOperation => ({
  name: 'getWebhook',
  method: 'GET',
  path: pathOf(pixKey),
});

/** Makes the callbacks about our key go to `url`; nothing is written when they do. */
export async function registerNotificationUrl(
  ask: BankAsk,
  { pixKey, url }: { readonly pixKey: string; readonly url: string },
  call?: BankCall,
): Promise<Outcome<{ readonly url: string }>> {
  const registered = await ask(webhookOperation(pixKey), call?.deadlineMs);
  if (registered.kind !== 'done' && !isAbsent(registered)) return registered;
  if (registered.kind === 'done' && webhookUrlOf(registered.json) === url) return { kind: 'done', value: { url } };
  const body = JSON.stringify({ webhookUrl: url });
  const outcome = await ask({ name: 'putWebhook', method: 'PUT', path: pathOf(pixKey), body }, call?.deadlineMs);
  return outcome.kind === 'done' ? { kind: 'done', value: { url } } : outcome;
}

export const webhookUrlOf = (json: unknown): unknown =>
  typeof json === 'object' && json !== null && 'webhookUrl' in json ? json.webhookUrl : undefined;
