import type { ListProviderOrdersRequest, ListProviderOrdersResponse, OrderBooks } from '@gx/contracts/charge';
import { notFound, type Txid, unavailable } from '@gx/core';
import { ListUnread, type ProviderOrder } from '@gx/providers';
import type { Bank, BankDirectory } from '../banks/bank-directory.ts';
import { orderPaymentId } from '../domain/order.ts';
import type { ChargeStore } from '../store/charges.ts';
import type { IncomingPaymentStore, Window } from '../store/payments.ts';
import { chargeNamed } from './charge-at-bank.ts';

export type ListProviderOrdersDeps = {
  readonly banks: Pick<BankDirectory, 'byId' | 'listed'>;
  readonly charges: Pick<ChargeStore, 'byTxid'>;
  readonly payments: Pick<IncomingPaymentStore, 'orders'>;
};

/** Of one answer: each of them is a question to the acquirer. */
const ORDERS_MAX = 500;

/**
 * What the acquirer of a profile says now of each order that changed in a window, and of each that we have
 * money of by its time, beside what we have. Its list goes by the last change, so what has changed since is
 * in it no more. Amounts are in the smallest unit. Changes nothing. Throws 404 and `service_unavailable`.
 */
export async function listProviderOrders(
  deps: ListProviderOrdersDeps,
  { bankProfileId, fromMs, toMs }: ListProviderOrdersRequest,
): Promise<ListProviderOrdersResponse> {
  const bank = await deps.banks.byId(bankProfileId);
  if (bank === undefined) throw notFound('bank profile');
  if (bank.orders === null) return { orders: [], unreadable: 0, truncated: false };
  const window = { from: new Date(fromMs), to: new Date(toMs) };
  const { references: listed, unreadable } = await changed(bank, window);
  const own = await deps.payments.orders(bank.id, window, ORDERS_MAX + 1);
  const references = [...new Set([...listed, ...own])];
  if (references.length > ORDERS_MAX) return { orders: [], unreadable: 0, truncated: true };
  const orders: OrderBooks[] = [];
  for (const reference of references) orders.push(await booksOf(deps, bank, reference));
  return { orders, unreadable, truncated: false };
}

async function booksOf(deps: ListProviderOrdersDeps, bank: Bank, reference: string): Promise<OrderBooks> {
  const order = await shownOf(bank, reference);
  const charge = await chargeNamed(deps, bank, reference as Txid);
  const named = orderPaymentId(reference, '');
  const withUs = (charge?.payments ?? []).filter(({ endToEndId }) => endToEndId.startsWith(named));
  const atAcquirer = order?.payments ?? [];
  const ids = new Set([
    ...atAcquirer.map(({ id }) => orderPaymentId(reference, id)),
    ...withUs.map(({ endToEndId }) => endToEndId),
  ]);
  return {
    reference,
    absentAtAcquirer: order === null,
    paidAtAcquirer: sum(atAcquirer),
    refunds: (order?.refunds ?? []).map(({ id, amount, status }) => ({ id, amount, status })),
    chargeId: charge?.id ?? '',
    paidWithUs: sum(withUs),
    acceptedWithUs: sum(withUs.filter(({ decision }) => decision.kind === 'accepted')),
    endToEndIds: [...ids],
  };
}

const sum = (all: readonly { readonly amount: number }[]): number =>
  all.reduce((total, { amount }) => total + amount, 0);

async function changed({ id, orders }: Bank, window: Window): Promise<{ references: string[]; unreadable: number }> {
  const references = new Set<string>();
  let unreadable = 0;
  try {
    for await (const page of orders?.provider.listChanges(window) ?? [])
      for (const element of page) {
        if (element.kind === 'order') references.add(element.reference);
        else unreadable += 1;
      }
  } catch (error) {
    if (!(error instanceof ListUnread)) throw error;
    throw unavailable(`The acquirer of bank ${id} cannot be read: ${error.message}`);
  }
  return { references: [...references], unreadable };
}

/** As the acquirer shows it; null: it says that it has no such order. */
async function shownOf({ id, orders }: Bank, reference: string): Promise<ProviderOrder | null> {
  const outcome = await orders?.provider.getOrder(reference);
  if (outcome?.kind !== 'done' && outcome?.kind !== 'pending')
    throw unavailable(`The acquirer of bank ${id} does not answer about an order.`);
  return outcome.value;
}
