import type { ExecutionContext } from 'ava';
import { type BankUnderTest, type Fields, type Receiver, text } from './bank-under-test.ts';
import { type CallbackSink, callbackSink } from './callback-sink.ts';

/** A receiver with a webhook. */
export type BankCustomer = Receiver & { readonly sink: CallbackSink };
export type PaidCustomer = BankCustomer & {
  readonly txid: string;
  readonly e2e: string;
  readonly path: (id: string) => string;
};

export async function shop(t: ExecutionContext, bank: BankUnderTest): Promise<BankCustomer> {
  const sink = await callbackSink();
  t.teardown(sink.stop);
  const client = await bank.client();
  await client.api('PUT', `/webhook/${client.pixKey}`, { webhookUrl: sink.url });
  return { ...client, sink };
}

/** A shop with one Pix of 37.00 of which it has not been told; `path` is where a devolution of it is. */
export async function paid(t: ExecutionContext, bank: BankUnderTest, order: object = {}): Promise<PaidCustomer> {
  const client = await shop(t, bank);
  const { txid } = await client.cob();
  const { end_to_end_id } = await bank.pay({ txid, notify: 'never', ...order });
  const e2e = text(end_to_end_id);
  return { ...client, txid, e2e, path: (id) => `/pix/${e2e}/devolucao/${id}` };
}

/** Every element of every callback so far. */
export const calledBack = ({ sink }: BankCustomer): readonly Fields[] =>
  sink.callbacks.flatMap(({ body }) => (JSON.parse(body) as { pix: Fields[] }).pix);

/** The last word of a problem's type, and the property it names first. */
export const typeOf = (body: Fields): string => text(body['type']).split('/').at(-1) ?? '';
export const propertyOf = (body: Fields): string => text(body['violacoes']?.[0]?.['propriedade']);
