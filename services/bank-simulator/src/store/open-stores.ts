import type { Connection } from 'mongoose';
import { type CallbackQueue, callbackStore } from './callbacks.ts';
import { clientStore } from './clients.ts';
import { cobStore } from './cobs.ts';
import { infractionStore } from './infractions.ts';
import { orderStore } from './orders.ts';
import { pixStore } from './pix.ts';
import { pixOutStore } from './pix-out.ts';
import { scenarioStore } from './scenarios.ts';
import { tokenStore } from './tokens.ts';
import { webhookStore } from './webhooks.ts';

export type BankStores = Awaited<ReturnType<typeof openStores>>;

/** The bank's books, with their indexes made. */
export async function openStores(connection: Connection, queue: CallbackQueue) {
  const callbacks = callbackStore(connection, queue);
  const stores = {
    cobs: cobStore(connection, callbacks),
    pix: pixStore(connection, callbacks),
    pixOut: pixOutStore(connection, callbacks),
    infractions: infractionStore(connection, callbacks),
    clients: clientStore(connection),
    tokens: tokenStore(connection),
    callbacks,
    orders: orderStore(connection, callbacks),
    scenarios: scenarioStore(connection),
  };
  await Promise.all(Object.values(stores).map((store) => store.ready()));
  return { ...stores, webhooks: webhookStore(connection) };
}
