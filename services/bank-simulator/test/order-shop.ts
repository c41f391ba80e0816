import type { ExecutionContext } from 'ava';
import { type BankUnderTest, type Fields, newTxid, type Receiver, type Reply, text } from './bank-under-test.ts';
import { type CallbackSink, callbackSink } from './callback-sink.ts';

/** A client of the acquirer; `ask` is its API with a token. */
export type OrderShop = Receiver & {
  readonly ask: (method: string, path: string, body?: unknown) => Promise<Reply>;
};

const TERMS = { amount: 3_700, currency: 'EUR', expires_in: 3_600, phone: '+351912345678' };

export async function orderShop(bank: BankUnderTest): Promise<OrderShop> {
  const client = await bank.client();
  const authorization = `Bearer ${await client.token()}`;
  const ask: OrderShop['ask'] = (method, path, body) =>
    bank.send(method, `/acquirer/v1${path}`, body, { authorization });
  return { ...client, ask };
}

export const put = (it: OrderShop, reference: string, over: object = {}): Promise<Reply> =>
  it.ask('PUT', `/orders/${reference}`, { method: 'CREDIT_CARD', ...TERMS, ...over });
export const get = async (it: OrderShop, reference: string): Promise<Fields> =>
  (await it.ask('GET', `/orders/${reference}`)).body;
export const statusOf = async (it: OrderShop, reference: string): Promise<string> =>
  text((await get(it, reference))['status']);

export function orderAdapter(bank: () => BankUnderTest) {
  return {
    outcome: (reference: string, name: string, over: object = {}): Promise<Reply> =>
      bank().send('POST', `/sim/orders/${reference}/outcome`, { outcome: name, ...over }),

    /** A shop of its own with one order. */
    async ordered(over: object = {}): Promise<{ it: OrderShop; ref: string; order: Fields }> {
      const [it, ref] = [await orderShop(bank()), newTxid()];
      const made = await put(it, ref, over);
      if (made.status !== 201) throw new Error(JSON.stringify(made.body));
      return { it, ref, order: made.body };
    },
  };
}

/** Registers an address for callbacks and keeps what comes. */
export async function listening(t: ExecutionContext, it: OrderShop): Promise<CallbackSink> {
  const sink = await callbackSink();
  t.teardown(sink.stop);
  await it.ask('PUT', '/callback-address', { url: sink.url });
  return sink;
}
