import { type DevolutionEnd, endDevolution } from '../domain/devolution.ts';
import type { Pix } from '../domain/pix.ts';
import type { BooksStore } from '../store/books.ts';
import type { ScenarioStore } from '../store/scenarios.ts';
import type { WebhookStore } from '../store/webhooks.ts';
import { pixJson } from '../wire/pix-json.ts';
import { callbackOf, planCallback } from './plan-callback.ts';

type Deps = {
  readonly books: BooksStore;
  readonly webhooks: WebhookStore;
  readonly scenarios: ScenarioStore;
};

/**
 * Brings one devolution to its end and tells the receiver; undefined when it is not under way. The standard
 * tells only final states.
 */
export async function endOne(
  deps: Deps,
  { clientId, endToEndId, txid, chave }: Pix,
  { id, ending, now }: { readonly id: string; readonly ending: DevolutionEnd; readonly now: Date },
): Promise<Pix | undefined> {
  const plan =
    txid === undefined
      ? undefined
      : await planCallback(deps, { clientId, chave }, { operation: 'callback_devolution', txid });
  const ended = await deps.books.change<Pix | undefined>(clientId, endToEndId, (pix) => {
    const after = endDevolution(pix, id, ending, now);
    if (after === undefined) return { result: undefined };
    return { result: after, pix: after, callback: callbackOf(after, pixJson(after), { plan, now }) };
  });
  return ended;
}
