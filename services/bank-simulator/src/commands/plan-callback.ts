import { randomBytes } from 'node:crypto';
import { isoMillis } from '@gx/core';
import { strangers } from '../domain/callback.ts';
import { endToEndId } from '../domain/end-to-end-id.ts';
import type { Occasion } from '../domain/scenarios.ts';
import type { NewCallback } from '../store/callbacks.ts';
import type { BankStores } from '../store/open-stores.ts';

/**
 * How the receiver is told: not at all, or after `delayMs`, in `copies` at once, perhaps batched with
 * strangers.
 */
export type CallbackPlan = { readonly delayMs: number | 'never'; readonly copies: number; readonly strangers: boolean };
type Whom = { readonly clientId: string; readonly chave: string };
type CallbackSubject = { readonly operation: Occasion['operation']; readonly txid: string | undefined };

/**
 * How the owner of a key is called back; undefined when no webhook is registered. `requested` wins over a
 * scenario, and a scenario over the rule: once, at once.
 */
export async function planCallback(
  { webhooks, scenarios }: BankStores,
  { clientId, chave }: Whom,
  { requested = {}, ...about }: CallbackSubject & { readonly requested?: Partial<CallbackPlan> },
): Promise<CallbackPlan | undefined> {
  if ((await webhooks.get(clientId, chave)) === undefined) return undefined;
  const scenario = await scenarios.claim({ ...about, clientId });
  const scripted: Partial<CallbackPlan> = {
    ...(scenario?.kind === 'never' ? { delayMs: 'never' as const } : {}),
    ...(scenario?.kind === 'delay' ? { delayMs: scenario.ms ?? 1_000 } : {}),
    ...(scenario?.kind === 'copies' ? { copies: scenario.copies ?? 2 } : {}),
    ...(scenario?.kind === 'strangers' ? { strangers: true } : {}),
  };
  return { delayMs: 0, copies: 1, strangers: false, ...scripted, ...requested };
}

/** The callback of one element by its plan; undefined when nobody is to be told. */
export function callbackOf(
  { clientId, chave }: Whom,
  element: Record<string, unknown>,
  { plan, now }: { readonly plan: CallbackPlan | undefined; readonly now: Date },
): NewCallback | undefined {
  if (plan === undefined || plan.delayMs === 'never') return undefined;
  const others = plan.strangers
    ? strangers(randomBytes(16).toString('hex'), endToEndId(now, randomBytes(11)), isoMillis(now))
    : [];
  const [unknown, ...rest] = others;
  const elements = [...(unknown === undefined ? [] : [unknown]), element, ...rest];
  const { copies, delayMs } = plan;
  return { clientId, chave, suffix: '/pix', body: JSON.stringify({ pix: elements }), copies, delayMs, now };
}

/** The callback of one infraction report, to the address itself; undefined when nobody is to be told. */
export function reportCallback(
  { clientId, chave }: Whom,
  report: Record<string, unknown>,
  { plan, now }: { readonly plan: CallbackPlan | undefined; readonly now: Date },
): NewCallback | undefined {
  if (plan === undefined || plan.delayMs === 'never') return undefined;
  const { copies, delayMs } = plan;
  return { clientId, chave, suffix: '', body: JSON.stringify({ infracoes: [report] }), copies, delayMs, now };
}
