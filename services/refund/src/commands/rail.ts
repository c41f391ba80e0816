import { type Cents, invariant } from '@gx/core';
import type { BankCall, Outcome, ProviderDevolution, ProviderOrderRefund, ProviderPixOut } from '@gx/providers';
import type { Bank } from '../banks/bank-directory.ts';
import type { PaidOrder, Refund } from '../domain/refund.ts';

/** A refund or return as the bank shows it, however it travels. */
export type ProviderRefund = {
  readonly amount: Cents | null;
  readonly status: 'in_progress' | 'returned' | 'failed';
  readonly reason: string | null;
};
/** Where a bank can be asked. */
export type Adapters = Pick<Bank, 'provider' | 'orders'>;
/** How one refund is said to its bank, and asked for. */
export type Rail = {
  readonly send: (call: BankCall) => Promise<Outcome<ProviderRefund>>;
  readonly poll: (call: BankCall) => Promise<Outcome<ProviderRefund | null>>;
};

/** The way of the refund's strategy through the port: always the same id and the same stored body. */
export function railOf({ provider, orders }: Adapters, { bank }: Refund): Rail {
  const { id, endToEndId, order } = bank;
  const body = (): string => {
    invariant(bank.body !== null, 'nothing is sent before it is stored');
    return bank.body;
  };
  if (order !== undefined) return orderRail(orders, order, { id, body });
  return bank.strategy === 'CASHOUT'
    ? {
        send: async (call) => refundIn(await provider.sendPix({ id, kind: 'key', body: body() }, call)),
        poll: async (call) => refundIn(await provider.getSentPix(id, call)),
      }
    : {
        send: async (call) => refundIn(await provider.requestDevolution({ endToEndId, id, body: body() }, call)),
        poll: async (call) => refundIn(await provider.getDevolution(endToEndId, id, call)),
      };
}

type StoredRequest = { readonly id: string; readonly body: () => string };

/** Back through the acquirer by which it came. */
function orderRail(orders: Adapters['orders'], { reference, method }: PaidOrder, { id, body }: StoredRequest): Rail {
  invariant(orders !== null, 'the bank profile of an order has no acquirer any more');
  return {
    send: async (call) => refundIn(await orders.refundOrder({ reference, method, id, body: body() }, call)),
    poll: async (call) => refundIn(await orders.getOrderRefund(reference, id, call)),
  };
}

type SentBack = ProviderDevolution | ProviderPixOut | ProviderOrderRefund;

/** A word that this version does not know is no end. */
const STATUS = {
  in_progress: 'in_progress',
  unrecognised: 'in_progress',
  returned: 'returned',
  refunded: 'returned',
  sent: 'returned',
  failed: 'failed',
} as const satisfies Record<SentBack['status'], ProviderRefund['status']>;

function refundIn<V extends SentBack | null>(outcome: Outcome<V>): Outcome<ProviderRefund | Extract<V, null>> {
  if (outcome.kind !== 'done' && outcome.kind !== 'pending') return outcome;
  const { kind, value } = outcome;
  if (value === null) return { kind, value: value as Extract<V, null> };
  const { amount, status, reason } = value;
  return { kind, value: { amount, status: STATUS[status], reason } };
}
