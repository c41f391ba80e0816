import type { OrderBooks } from '@gx/contracts/charge';
import type { Credit } from '@gx/contracts/ledger';
import type { OwnDevolution } from '@gx/contracts/refund';
import { type Difference, positive, sumOf, type Totals } from './compare-books.ts';

/** An order at its acquirer and with us, and what we have sent back of it, or know that the acquirer has. */
export type ComparedOrder = {
  readonly books: OrderBooks;
  readonly devolutions: readonly OwnDevolution[];
  /** Into a wallet. */
  readonly credits: readonly Credit[];
};

const sum = (all: readonly { readonly amount: number }[]): number =>
  all.reduce((total, { amount }) => total + amount, 0);
const isOpen = ({ status }: { readonly status: string }): boolean =>
  ['in_progress', 'unrecognised', 'PENDING', 'IN_PROGRESS'].includes(status);

/**
 * What each side says that went back of an order, for good. An acquirer does not say of which of its
 * payments.
 */
export const returnedOf = ({ books, devolutions }: ComparedOrder) => ({
  acquirer: sum(books.refunds.filter(({ status }) => status === 'refunded')),
  ours: sum(devolutions.filter(({ status }) => status === 'REFUNDED')),
});

/**
 * In which way the books differ about one order. What either side has under way is no difference: the other
 * may know its end first.
 */
export function differencesOfOrder(order: ComparedOrder): Difference[] {
  const { books, devolutions, credits } = order;
  const { reference: endToEndId, paidAtAcquirer, paidWithUs } = books;
  if (books.chargeId === '')
    return paidAtAcquirer === 0 ? [] : [{ kind: 'order_not_with_us', endToEndId, bank: paidAtAcquirer, ours: null }];
  const bank = books.absentAtAcquirer ? null : paidAtAcquirer;
  const kind = books.absentAtAcquirer ? 'order_not_at_acquirer' : 'order_paid_differs';
  const paid: Difference[] = paidAtAcquirer === paidWithUs ? [] : [{ kind, endToEndId, bank, ours: paidWithUs }];
  const credited = sum(credits);
  if (credited !== books.acceptedWithUs) paid.push({ kind: 'order_credit_differs', endToEndId, bank, ours: credited });
  const { acquirer, ours } = returnedOf(order);
  const isUnderWay = books.refunds.some(isOpen) || devolutions.some(isOpen);
  return books.absentAtAcquirer || isUnderWay || acquirer === ours
    ? paid
    : [...paid, { kind: 'order_returned_differs', endToEndId, bank: acquirer, ours }];
}

/** Orders in counts and their smallest units: what was paid, and what went back. */
export function orderTotalsOf(orders: readonly ComparedOrder[]): Pick<Totals, 'orders' | 'ordersReturned'> {
  const returned = orders.map(returnedOf);
  return {
    orders: {
      bank: sumOf(positive(orders.map(({ books }) => books.paidAtAcquirer))),
      ours: sumOf(positive(orders.map(({ books }) => books.paidWithUs))),
    },
    ordersReturned: {
      bank: sumOf(positive(returned.map(({ acquirer }) => acquirer))),
      ours: sumOf(positive(returned.map(({ ours }) => ours))),
    },
  };
}
