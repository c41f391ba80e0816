import type { PixOut } from '../domain/pix-out.ts';
import type { BooksStore } from '../store/books.ts';
import type { ScenarioStore } from '../store/scenarios.ts';
import type { WebhookStore } from '../store/webhooks.ts';
import { pixOutCallback } from '../wire/pix-out-json.ts';
import { callbackOf, planCallback } from './plan-callback.ts';

type Deps = {
  readonly books: BooksStore;
  readonly webhooks: WebhookStore;
  readonly scenarios: ScenarioStore;
};

/** Moves one sent Pix on by `decide` and tells the sender; undefined when it does not move. */
export async function movePixOut(
  deps: Deps,
  { clientId, idEnvio, chave }: PixOut,
  { decide, now }: { readonly decide: (pixOut: PixOut) => PixOut | undefined; readonly now: Date },
): Promise<PixOut | undefined> {
  const plan = await planCallback(deps, { clientId, chave }, { operation: 'callback_pix_out', txid: idEnvio });
  const moved = await deps.books.move(clientId, idEnvio, (pixOut) => {
    const after = decide(pixOut);
    return after && { pixOut: after, callback: callbackOf(after, pixOutCallback(after), { plan, now }) };
  });
  return moved;
}
