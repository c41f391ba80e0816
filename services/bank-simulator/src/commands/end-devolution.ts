import { type DevolutionEnd, endDevolution } from '../domain/devolution.ts';
import type { Pix } from '../domain/pix.ts';
import type { BankStores } from '../store/open-stores.ts';
import { pixJson } from '../wire/pix-json.ts';
import { changePix } from './change-pix.ts';
import { callbackOf, planCallback } from './plan-callback.ts';

/**
 * Brings one devolution to its end and tells the receiver; undefined when it is not under way. The standard
 * tells only final states.
 */
export async function endOne(
  stores: BankStores,
  { clientId, endToEndId, txid, chave }: Pix,
  { id, ending, now }: { readonly id: string; readonly ending: DevolutionEnd; readonly now: Date },
): Promise<Pix | undefined> {
  const plan =
    txid === undefined
      ? undefined
      : await planCallback(stores, { clientId, chave }, { operation: 'callback_devolution', txid });
  const decide = (pix: Pix) => {
    const after = endDevolution(pix, id, ending, now);
    return { result: after, value: after, callback: after && callbackOf(after, pixJson(after), { plan, now }) };
  };
  return changePix(stores, { clientId, endToEndId }, decide, now);
}
