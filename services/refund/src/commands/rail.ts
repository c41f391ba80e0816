import { invariant } from '@gx/core';
import { pixOutRail, type TransferBank, type TransferRail, transferIn } from '@gx/providers';
import type { PaidOrder, PlainRefund, Secrets } from '../domain/refund.ts';

/** Where a bank can be asked. */
export type Adapters = Pick<TransferBank, 'provider' | 'orders'>;

/**
 * The way of the refund's strategy through the port: always the same id and the same stored body. To ask
 * takes no body: one that is over is asked about without.
 */
export function railOf(
  { provider, orders }: Adapters,
  { bank }: PlainRefund & { readonly bank: Partial<Secrets> },
): TransferRail {
  const { id, endToEndId, order, body: stored = null } = bank;
  const body = (): string => {
    invariant(stored !== null, 'nothing is sent before it is stored, or after it is over');
    return stored;
  };
  if (order !== undefined) return orderRail(orders, order, { id, body });
  return bank.strategy === 'CASHOUT'
    ? pixOutRail(provider, { id, kind: 'key', body })
    : {
        send: async (call) => transferIn(await provider.requestDevolution({ endToEndId, id, body: body() }, call)),
        poll: async (call) => transferIn(await provider.getDevolution(endToEndId, id, call)),
      };
}

type StoredRequest = { readonly id: string; readonly body: () => string };

/** Back through the acquirer by which it came. */
function orderRail(
  orders: Adapters['orders'],
  { reference, method }: PaidOrder,
  { id, body }: StoredRequest,
): TransferRail {
  invariant(orders !== null, 'the bank profile of an order has no acquirer any more');
  return {
    send: async (call) => transferIn(await orders.refundOrder({ reference, method, id, body: body() }, call)),
    poll: async (call) => transferIn(await orders.getOrderRefund(reference, id, call)),
  };
}
