import type { BankAsk } from './bank-caller.ts';
import type { BankOperation } from './bank-connection.ts';
import { isAbsent } from './classify.ts';
import type { Outcome } from './outcome.ts';
import type { BankCall } from './provider.ts';

/** Asks where callbacks about our key go: the cheapest question a bank can answer. */
export const webhookOperation = (pixKey: string): BankOperation => ({
  name: 'getWebhook',
  method: 'GET',
  path: `/webhook/${encodeURIComponent(pixKey)}`,
});

/** Where an API says that its callbacks go, and the field of that answer, and of the body that moves them. */
type CallbackAddress = { readonly asks: BankOperation; readonly writes: string; readonly field: string };

/** Makes the callbacks go to `url`; nothing is written when they do. */
export async function registerUrl(
  ask: BankAsk,
  { asks, writes: name, field }: CallbackAddress,
  url: string,
  call?: BankCall,
): Promise<Outcome<{ readonly url: string }>> {
  const registered = await ask(asks, call);
  if (registered.kind !== 'done' && !isAbsent(registered)) return registered;
  const known = registered.kind === 'done' && addressIn(registered.json, field) === url;
  const body = JSON.stringify({ [field]: url });
  const outcome = known ? registered : await ask({ name, method: 'PUT', path: asks.path, body }, call);
  return outcome.kind === 'done' ? { kind: 'done', value: { url } } : outcome;
}

export const addressIn = (json: unknown, field: string): unknown =>
  typeof json === 'object' && json !== null ? (json as Readonly<Record<string, unknown>>)[field] : undefined;
