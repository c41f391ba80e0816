import type { PixOut } from '../domain/pix-out.ts';
import type { BankStores } from '../store/open-stores.ts';
import { pixOutCallback } from '../wire/pix-out-json.ts';
import { callbackOf, planCallback } from './plan-callback.ts';

/** Moves one sent Pix on by `decide` and tells the sender; undefined when it does not move. */
export async function movePixOut(
  stores: BankStores,
  { clientId, idEnvio, chave }: PixOut,
  { decide, now }: { readonly decide: (pixOut: PixOut) => PixOut | undefined; readonly now: Date },
): Promise<PixOut | undefined> {
  const plan = await planCallback(stores, { clientId, chave }, { operation: 'callback_pix_out', txid: idEnvio });
  return stores.pixOut.change({ clientId, idEnvio }, (pixOut) => {
    const after = decide(pixOut);
    return { result: after, value: after, callback: after && callbackOf(after, pixOutCallback(after), { plan, now }) };
  });
}
