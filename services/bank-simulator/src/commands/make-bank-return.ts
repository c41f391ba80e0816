import { randomBytes } from 'node:crypto';
import {
  type BankReturnDecision,
  beginPlanned,
  makeBankReturn as decide,
  type SimulatedBankReturn,
} from '../domain/bank-return.ts';
import type { Pix } from '../domain/pix.ts';
import type { BooksStore } from '../store/books.ts';
import type { ScenarioStore } from '../store/scenarios.ts';
import type { WebhookStore } from '../store/webhooks.ts';
import { pixJson } from '../wire/pix-json.ts';
import { type CallbackPlan, callbackOf, planCallback } from './plan-callback.ts';

type Deps = {
  readonly books: BooksStore;
  readonly webhooks: WebhookStore;
  readonly scenarios: ScenarioStore;
};
export type BankReturnRequest = SimulatedBankReturn & { readonly callback: Partial<CallbackPlan> };

/**
 * The bank takes money of a Pix back by itself, and tells the receiver of each state. Undefined: there is no
 * such Pix.
 */
export async function makeBankReturn(
  deps: Deps,
  { clientId, endToEndId, txid, chave }: Pix,
  { callback: requested, ...order }: BankReturnRequest,
  now: Date,
): Promise<BankReturnDecision | undefined> {
  const about = { operation: 'callback_devolution', txid: txid ?? endToEndId, requested } as const;
  const plan = await planCallback(deps, { clientId, chave }, about);
  const decision = await deps.books.change<BankReturnDecision>(clientId, endToEndId, (pix) => {
    const result = decide(pix, order, { now, random: randomBytes(11) });
    if (!result.ok || result.pix === pix) return { result };
    return { result, pix: result.pix, callback: callbackOf(result.pix, pixJson(result.pix), { plan, now }) };
  });
  return decision;
}

/** Takes back what a scenario has planned for a Pix, if its time has come, and tells the receiver. */
export async function makePlannedReturn(
  deps: Deps,
  { clientId, endToEndId, txid, chave }: Pix,
  now: Date,
): Promise<void> {
  const about = { operation: 'callback_devolution', txid: txid ?? endToEndId } as const;
  const plan = await planCallback(deps, { clientId, chave }, about);
  await deps.books.change<void>(clientId, endToEndId, (pix) => {
    const after = beginPlanned(pix, { now, random: randomBytes(11) });
    if (after === undefined) return { result: undefined };
    const isMade = after.devolutions.length > pix.devolutions.length;
    const callback = isMade ? callbackOf(after, pixJson(after), { plan, now }) : undefined;
    return { result: undefined, pix: after, callback };
  });
}
