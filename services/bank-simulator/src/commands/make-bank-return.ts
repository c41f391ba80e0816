import { randomBytes } from 'node:crypto';
import {
  type BankReturnDecision,
  beginPlanned,
  makeBankReturn as decide,
  type SimulatedBankReturn,
} from '../domain/bank-return.ts';
import type { Pix } from '../domain/pix.ts';
import type { DocumentChange } from '../store/documents.ts';
import type { BankStores } from '../store/open-stores.ts';
import { pixJson } from '../wire/pix-json.ts';
import { changePix } from './change-pix.ts';
import { type CallbackPlan, callbackOf, planCallback } from './plan-callback.ts';

export type BankReturnRequest = SimulatedBankReturn & { readonly callback: Partial<CallbackPlan> };

/**
 * The bank takes money of a Pix back by itself, and tells the receiver of each state. Undefined: there is no
 * such Pix.
 */
export async function makeBankReturn(
  stores: BankStores,
  { clientId, endToEndId, txid, chave }: Pix,
  { callback: requested, ...order }: BankReturnRequest,
  now: Date,
): Promise<BankReturnDecision | undefined> {
  const about = { operation: 'callback_devolution', txid: txid ?? endToEndId, requested } as const;
  const plan = await planCallback(stores, { clientId, chave }, about);
  const change = (pix: Pix): DocumentChange<Pix, BankReturnDecision> => {
    const result = decide(pix, order, { now, random: randomBytes(11) });
    if (!result.ok || result.pix === pix) return { result };
    return { result, value: result.pix, callback: callbackOf(result.pix, pixJson(result.pix), { plan, now }) };
  };
  return changePix(stores, { clientId, endToEndId }, change, now);
}

/** Takes back what a scenario has planned for a Pix, if its time has come, and tells the receiver. */
export async function makePlannedReturn(
  stores: BankStores,
  { clientId, endToEndId, txid, chave }: Pix,
  now: Date,
): Promise<void> {
  const about = { operation: 'callback_devolution', txid: txid ?? endToEndId } as const;
  const plan = await planCallback(stores, { clientId, chave }, about);
  const change = (pix: Pix): DocumentChange<Pix, undefined> => {
    const after = beginPlanned(pix, { now, random: randomBytes(11) });
    const isMade = after !== undefined && after.devolutions.length > pix.devolutions.length;
    const callback = isMade ? callbackOf(after, pixJson(after), { plan, now }) : undefined;
    return { result: undefined, value: after, callback };
  };
  await changePix(stores, { clientId, endToEndId }, change, now);
}
