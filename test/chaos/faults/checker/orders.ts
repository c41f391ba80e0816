import { isByAcquirer } from './bank-returns.ts';
import type { ChargeRecord, OrderRecord, RefundRecord, RunEvidence } from './evidence.ts';
import { paymentIdOf } from './evidence.ts';
import { sum } from './invariant.ts';
import {
  isOpen,
  isOwn,
  isWanted,
  type OptionRecord,
  paymentOptionsByName,
  paymentOptionsOf,
} from './payment-options.ts';

/** The acquirer's books: orders, what was paid for them, what went back, and what was disputed. */

const amountOf = ({ amount }: { readonly amount: number | null }): number => amount ?? 0;
const isDone = ({ status }: { readonly status: string }): boolean => status === 'done';
const mayBeDone = ({ status }: { readonly status: string }): boolean => status !== 'failed';

/**
 * A return that no bank can make waits for a person: its money stays in suspense until it was sent back by
 * hand.
 */
export const waitsForPerson = ({ kind, status, strategy }: RefundRecord): boolean =>
  kind === 'RETURN' && status === 'FAILED' && strategy === 'ORDER';

/** What left the acquirer in a currency: what went back, and what a dispute took that was lost. */
export const goneFrom = ({ orders, refunds }: RunEvidence, currency: string): number =>
  sum(orders.filter((order) => order.currency === currency).map((order) => goneOf(order, refunds)));

export const goneOf = (order: OrderRecord, refunds: readonly RefundRecord[]): number =>
  sum(order.refunds.filter(isDone).map(amountOf)) + lostOf(order, refunds);

/** An issuer takes what of the payment has not gone back to the payer before. */
function lostOf(order: OrderRecord, refunds: readonly RefundRecord[]): number {
  if (!order.disputes.some(({ status }) => status === 'lost')) return 0;
  const merchants = new Set(refunds.filter(({ kind }) => kind === 'REFUND').map(({ bankId }) => bankId));
  return order.amount - sum(order.refunds.filter((one) => isDone(one) && merchants.has(one.id)).map(amountOf));
}

/**
 * Each payment that the acquirer has ended in exactly one way: credited, given back, or waiting for a person.
 */
export function misplacedPayments({ entries, orders, refunds }: RunEvidence): string[] {
  const ordered = new Set(refunds.map(({ bankId }) => bankId));
  return orders.flatMap((order) => [
    ...order.refunds
      .filter((one) => !ordered.has(one.id) && !isByAcquirer(one))
      .map(({ id }) => `${order.reference}: a refund ${id} that nobody ordered`),
    ...order.payments.flatMap((payment) => {
      const id = paymentIdOf(order, payment);
      const credits = entries.filter(({ _id, endToEndId }) => _id.startsWith('paid:') && endToEndId === id).length;
      const returns = refunds.filter(({ kind, endToEndId }) => kind === 'RETURN' && endToEndId === id);
      const back = order.refunds.filter((one) => isDone(one) && returns.some(({ bankId }) => bankId === one.id));
      const byHand = returns.filter((one) => one.byHand != null);
      const paymentOptions = [
        ...(credits > 0 ? [`credited ${credits} times`] : []),
        ...(back.length > 0 ? [`returned ${back.length} times`] : []),
        ...byHand.map(() => 'sent back by hand'),
        ...returns.filter(waitsForPerson).map(() => 'waiting for a person'),
      ];
      const once = paymentOptions.length === 1 && credits <= 1 && back.length <= 1;
      return [
        ...(once
          ? []
          : [
              `${id}: ${paymentOptions.length === 0 ? 'lost: neither credited nor returned' : paymentOptions.join(' and ')}`,
            ]),
        ...back.filter((one) => one.amount !== payment.amount).map(() => `${id}: returned in part`),
      ];
    }),
  ]);
}

/** Money that was credited although it came after the end of its order. */
export const latePayments = ({ entries, orders }: RunEvidence): string[] =>
  orders.flatMap((order) =>
    order.payments
      .filter(({ at }) => at > order.expiresAt)
      .map((payment) => paymentIdOf(order, payment))
      .filter((id) => entries.some(({ _id, endToEndId }) => _id.startsWith('paid:') && endToEndId === id))
      .map((id) => `${id} was credited although it came after the end of its order`),
  );

export const overRefundedOrders = ({ orders }: RunEvidence): string[] =>
  orders.flatMap(({ reference, payments, refunds }) => {
    const back = sum(refunds.filter(mayBeDone).map(amountOf));
    const came = sum(payments.map(amountOf));
    return back > came ? [`${reference}: ${back} of ${came} went back`] : [];
  });

/** What the acquirer did about a refund. */
export const refundsAtAcquirer = (
  { orders }: RunEvidence,
  { bankId }: RefundRecord,
): readonly { readonly amount: number }[] =>
  orders.flatMap(({ refunds }) => refunds.filter((one) => isDone(one) && one.id === bankId));

const PAYABLE_ORDER: ReadonlySet<string> = new Set(['awaiting_payer', 'authenticating']);

/** A charge and its orders, one by each way: none without the other, and nothing can be paid that is over. */
export function unmatchedPaymentOrders({ charges, orders }: RunEvidence): string[] {
  const byReference = paymentOptionsByName(charges);
  const atAcquirer = new Map(orders.map((order) => [order.reference, order]));
  const strange = orders.flatMap(({ reference, status, method }) => {
    const option = byReference.get(reference);
    if (option === undefined) return [`the acquirer has an order ${reference}, ${status}, that we never made`];
    const { charge } = option;
    return [
      ...(option.method === method ? [] : [`${charge._id}: its order by ${option.method} is a ${method}`]),
      ...(PAYABLE_ORDER.has(status) && !isWanted(option)
        ? [`${charge._id} is ${charge.status} and can be paid: its order by ${option.method} is ${status}`]
        : []),
    ];
  });
  const waiting = charges
    .flatMap(paymentOptionsOf)
    .filter((option) => option.method !== 'PIX' && isWanted(option))
    .flatMap(({ charge, txid, method }) => {
      const status = atAcquirer.get(txid)?.status ?? 'nowhere';
      return PAYABLE_ORDER.has(status)
        ? []
        : [`${charge._id} is ${charge.status}, its order by ${method} is ${status}`];
    });
  return [...strange, ...waiting];
}

/** Whether an order has come further than its charge says: something of it is not heard of yet. */
export function isUnapplied(order: OrderRecord, charges: readonly ChargeRecord[]): boolean {
  const option = paymentOptionsByName(charges).get(order.reference);
  if (option === undefined) return false;
  const { charge } = option;
  const known = new Set(charge.payments.map(({ endToEndId }) => endToEndId));
  return (
    order.payments.some((payment) => !known.has(paymentIdOf(order, payment))) ||
    isBehind(option, order.status) ||
    order.disputes.some(({ id, kind, status }) => {
      const ours = charge.disputes?.find(({ providerId }) => providerId === id);
      return ours?.kind !== kind || ours.status !== status;
    })
  );
}

/** A charge of several methods does not say that its card is at the issuer's: its payer may still choose. */
function isBehind(option: OptionRecord, status: string): boolean {
  const { charge, state } = option;
  const isPayable = PAYABLE_ORDER.has(status);
  if (!isOwn(option)) return isPayable === (state === 'over');
  const isInFlight = status === 'authenticating' && charge.paymentOptions.length === 1;
  return (isOpen(charge) && !isPayable) || (isInFlight && charge.status === 'WAITING_PAYMENT');
}

/** What must stand in the journal of a dispute: set aside once, then given back or gone. */
const ENDS: Readonly<Record<string, readonly string[]>> = {
  open: ['hold'],
  won: ['hold', 'void'],
  lost: ['hold', 'confirm'],
};

/** Each dispute of the acquirer is one of the charge, and its money is where the dispute stands. */
export function misheldDisputes({ charges, orders, entries }: RunEvidence): string[] {
  const shown = orders.flatMap((order) => order.disputes.map((dispute) => ({ order, dispute })));
  const known = new Set(shown.map(({ dispute }) => dispute.id));
  const ours = charges.flatMap(({ _id, disputes = [] }) => disputes.map((dispute) => ({ _id, ...dispute })));
  const named = new Set(ours.map(({ id }) => id));
  const strange = entries.filter(({ _id }) => _id.startsWith('dispute:') && !named.has(_id.split(':')[1] ?? ''));
  return [
    ...strange.map(({ _id }) => `${_id} is of no dispute of a charge`),
    ...ours
      .filter(({ providerId, endToEndId }) => endToEndId === undefined && !known.has(providerId))
      .map(({ _id, id }) => `${_id}: dispute ${id} is nobody’s`),
    ...shown.flatMap(({ order, dispute }) => {
      const own = ours.filter(({ providerId }) => providerId === dispute.id);
      if (own.length !== 1) return [`${order.reference}: dispute ${dispute.id} was written down ${own.length} times`];
      return own.flatMap((one) => misbooked(one, { dispute, entries }));
    }),
  ];
}

type DisputeWithEntries = {
  readonly dispute: OrderRecord['disputes'][number];
  readonly entries: RunEvidence['entries'];
};

function misbooked(
  {
    _id,
    id,
    amount,
    status,
  }: { readonly _id: string; readonly id: string; readonly amount: number; readonly status: string },
  { dispute, entries }: DisputeWithEntries,
): string[] {
  if (status !== dispute.status) return [`${_id}: its dispute is ${status}, at the acquirer ${dispute.status}`];
  const own = entries.filter((entry) => entry._id.startsWith(`dispute:${id}:`));
  const wanted = amount === 0 ? [] : (ENDS[status] ?? []);
  const stands = own.map((entry) => entry._id.split(':')[2] ?? '').toSorted();
  if (stands.join() !== wanted.toSorted().join())
    return [`${_id}: a dispute that is ${status} was booked as ${stands.join(' and ') || 'nothing'}`];
  return own.flatMap(({ _id: name, postings }) => {
    const moved = sum(postings.map((posting) => Math.abs(posting.amount))) / 2;
    return moved === amount ? [] : [`${name} moves ${moved} of ${amount}`];
  });
}
