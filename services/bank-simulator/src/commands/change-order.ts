import { randomUUID } from 'node:crypto';
import { isoMillis } from '@gx/core';
import type { Order } from '../domain/order.ts';
import type { NewCallback } from '../store/callbacks.ts';
import type { BankStores } from '../store/open-stores.ts';
import { type CallbackPlan, planCallback } from './plan-callback.ts';

/** What became of it, and the order as it is to be from now on, if it is to change. */
export type OrderDecision<T> = { readonly result: T; readonly order?: Order | undefined };

/**
 * The name under which a client's address for callbacks about orders is kept beside those of its Pix keys.
 */
export const callbackKey = (clientId: string): string => `orders:${clientId}`;

/**
 * Changes one order by `decide` and tells the merchant that it changed; undefined when there is no such
 * order.
 */
export async function changeOrder<T>(
  stores: BankStores,
  whose: Pick<Order, 'clientId' | 'reference'>,
  {
    decide,
    now,
    requested = {},
  }: { decide: (order: Order) => OrderDecision<T>; now: Date; requested?: Partial<CallbackPlan> },
): Promise<T | undefined> {
  const { clientId, reference } = whose;
  const chave = callbackKey(clientId);
  const about = { operation: 'callback_order', txid: reference, requested } as const;
  const plan = await planCallback(stores, { clientId, chave }, about);
  return stores.orders.change<T>(whose, (current) => {
    const { result, order } = decide(current);
    if (order === undefined || order === current) return { result };
    return { result, value: order, callback: orderCallback(whose, { plan, now }) };
  });
}

/** The callback says which order and nothing about it: a client that wants to know asks. */
function orderCallback(
  { clientId, reference }: Pick<Order, 'clientId' | 'reference'>,
  { plan, now }: { readonly plan: CallbackPlan | undefined; readonly now: Date },
): NewCallback | undefined {
  if (plan === undefined || plan.delayMs === 'never') return undefined;
  const orders = [{ reference }, ...(plan.strangers ? [{ reference: randomUUID().replaceAll('-', '') }, 42] : [])];
  const body = JSON.stringify({ id: randomUUID(), sent_at: isoMillis(now), orders });
  const { copies, delayMs } = plan;
  return { clientId, chave: callbackKey(clientId), suffix: '', body, copies, delayMs, now };
}
