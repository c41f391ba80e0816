import { type Cents, invariant } from '@gx/core';
import type { BankCall, Outcome, ProviderCashout, ProviderDevolution, ProviderOrderRefund } from '@gx/providers';
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
        send: async (call) => mapOutcome(await provider.sendPix({ id, body: body() }, call), cashout),
        poll: async (call) => mapOutcome(await provider.getSentPix(id, call), maybe(cashout)),
      }
    : {
        send: async (call) =>
          mapOutcome(await provider.requestDevolution({ endToEndId, id, body: body() }, call), devolution),
        poll: async (call) => mapOutcome(await provider.getDevolution(endToEndId, id, call), maybe(devolution)),
      };
}

type StoredRequest = { readonly id: string; readonly body: () => string };

/** Back through the acquirer by which it came. */
function orderRail(orders: Adapters['orders'], { reference, method }: PaidOrder, { id, body }: StoredRequest): Rail {
  invariant(orders !== null, 'the bank profile of an order has no acquirer any more');
  return {
    send: async (call) =>
      mapOutcome(await orders.refundOrder({ reference, method, id, body: body() }, call), orderRefund),
    poll: async (call) => mapOutcome(await orders.getOrderRefund(reference, id, call), maybe(orderRefund)),
  };
}

/** A word that this version does not know is no end. */
const STATUS = {
  in_progress: 'in_progress',
  unrecognised: 'in_progress',
  returned: 'returned',
  refunded: 'returned',
  sent: 'returned',
  failed: 'failed',
} as const satisfies Record<
  (ProviderDevolution | ProviderCashout | ProviderOrderRefund)['status'],
  ProviderRefund['status']
>;

const devolution = ({ amount, status, reason }: ProviderDevolution): ProviderRefund => ({
  amount,
  status: STATUS[status],
  reason,
});
const cashout = ({ amount, status, reason }: ProviderCashout): ProviderRefund => ({
  amount,
  status: STATUS[status],
  reason,
});

const orderRefund = ({ amount, status, reason }: ProviderOrderRefund): ProviderRefund => ({
  amount,
  status: STATUS[status],
  reason,
});

const maybe =
  <T>(read: (value: T) => ProviderRefund) =>
  (value: T | null): ProviderRefund | null =>
    value === null ? null : read(value);

function mapOutcome<T, S>(outcome: Outcome<T>, read: (value: T) => S): Outcome<S> {
  if (outcome.kind !== 'done' && outcome.kind !== 'pending') return outcome;
  return { kind: outcome.kind, value: read(outcome.value) };
}
