import type { ListedPix, OwnPayment } from '@gx/contracts/charge';
import type { Credit } from '@gx/contracts/ledger';
import type { OwnDevolution } from '@gx/contracts/refund';

/** Every way in which the books of a bank and ours can differ about one Pix. */
export const KINDS = {
  at_bank_not_with_us: 'the bank has it, we have no payment',
  with_us_not_at_bank: 'we have a payment, the bank has none',
  amount_differs: 'the bank says another amount than the payment',
  returned_differs: 'the bank has given back another amount than we know of',
  received_not_credited: 'it was accepted, the journal has no credit of it',
  credit_differs: 'the journal credits another amount or another Pix',
  credited_not_received: 'the journal has money that the bank never had',
  out_not_at_bank: 'we have sent it, the bank does not know it',
  out_status_differs: 'the bank says that it was sent and we that it failed, or the other way round',
  out_amount_differs: 'the bank has sent another amount than we ordered',
  out_entry_differs: 'the journal has another end of it, or another amount, than our refund',
  order_not_with_us: 'the acquirer has money of an order that is of no charge',
  order_not_at_acquirer: 'we have money of an order that the acquirer does not know',
  order_paid_differs: 'the acquirer has another sum of payments of an order than we',
  order_credit_differs: 'the journal credits another sum of an order than was accepted',
  order_returned_differs: 'the acquirer has given back another sum of an order than we know of',
  unreadable_at_bank: 'the bank lists it in a way that cannot be read',
} as const;
export type DifferenceKind = keyof typeof KINDS;

/** What each side says of one Pix; null: nothing. */
export type BooksOfDay = {
  readonly endToEndId: string;
  readonly bank: ListedPix | null;
  readonly payment: OwnPayment | null;
  readonly devolutions: readonly OwnDevolution[];
  /** Into a wallet or into suspense. */
  readonly credits: readonly Credit[];
};
export type Difference = {
  readonly kind: DifferenceKind;
  /** Of a Pix that was sent and of an order: the id that we gave it. */
  readonly endToEndId: string;
  /** In centavos; null: that side has none. */
  readonly bank: number | null;
  readonly ours: number | null;
};

const sum = (amounts: readonly number[]): number => amounts.reduce((total, amount) => total + amount, 0);

/** What the bank says that it has given back. What it words unreadably could be all of it. */
export const returnedAtBank = ({ amount, devolutions }: ListedPix, open: ReadonlySet<string> = new Set()): number =>
  sum(
    devolutions.filter(({ id, status }) => status === 'returned' && !open.has(id)).map((one) => one.amount ?? amount),
  );

/** What we know as given back; all of a Pix that was gone before we could order that. */
export function returnedByUs({ payment, devolutions }: BooksOfDay, open: ReadonlySet<string> = new Set()): number {
  const done = devolutions.filter(({ status, bankId }) => status === 'REFUNDED' && !open.has(bankId));
  if (done.length === 0 && open.size === 0 && payment?.returned === true) return payment.amount;
  return sum(done.map(({ amount }) => amount));
}

/** A devolution that one side still has under way is no difference: the other side may know its end first. */
function underWay({ bank, devolutions }: BooksOfDay): ReadonlySet<string> {
  const ours = devolutions.filter(({ status }) => status === 'PENDING' || status === 'IN_PROGRESS');
  const theirs = (bank?.devolutions ?? []).filter(
    ({ status }) => status === 'in_progress' || status === 'unrecognised',
  );
  return new Set([...ours.map(({ bankId }) => bankId), ...theirs.map(({ id }) => id)]);
}

/** Everything in which the books differ about one Pix. */
export function differencesOf(books: BooksOfDay): Difference[] {
  const { endToEndId, bank, payment, credits } = books;
  const found: Difference[] = [];
  const differ = (kind: DifferenceKind, theirs: number | null, ours: number | null): void =>
    void found.push({ kind, endToEndId, bank: theirs, ours });
  if (bank !== null && payment === null) differ('at_bank_not_with_us', bank.amount, null);
  if (bank === null && payment !== null) differ('with_us_not_at_bank', null, payment.amount);
  if (bank !== null && payment !== null) {
    if (bank.amount !== payment.amount) differ('amount_differs', bank.amount, payment.amount);
    const open = underWay(books);
    const [theirs, ours] = [returnedAtBank(bank, open), returnedByUs(books, open)];
    if (theirs !== ours) differ('returned_differs', theirs, ours);
  }
  const paid = credits.find(({ reference }) => reference.startsWith('paid:'));
  if (payment?.decision === 'accepted') {
    if (paid === undefined) differ('received_not_credited', bank?.amount ?? null, null);
    else if (paid.amount !== payment.amount || paid.endToEndId !== endToEndId)
      differ('credit_differs', bank?.amount ?? null, paid.amount);
  }
  if (bank === null && payment === null && credits[0] !== undefined)
    differ('credited_not_received', null, credits[0].amount);
  return found;
}

export type Sum = { readonly count: number; readonly amount: number };
type PixTotal = 'received' | 'accepted' | 'credited' | 'returned';
type Total = PixTotal | 'sent' | 'sentPosted' | 'orders' | 'ordersReturned';
export type Totals = Readonly<Record<Total, { bank: Sum | null; ours: Sum }>>;

export const sumOf = (amounts: readonly number[]): Sum => ({ count: amounts.length, amount: sum(amounts) });
export const positive = (amounts: readonly number[]): readonly number[] => amounts.filter((amount) => amount > 0);

/**
 * A day in counts and centavos: what each side received, what of it belongs to merchants, what is credited,
 * what went back.
 */
export function totalsOf(books: readonly BooksOfDay[]): Pick<Totals, PixTotal> {
  const at = books.flatMap(({ bank }) => (bank === null ? [] : [bank]));
  const payments = books.flatMap(({ payment }) => (payment === null ? [] : [payment]));
  const accepted = payments.filter(({ decision }) => decision === 'accepted');
  const paid = books.flatMap(({ credits }) =>
    credits.filter(({ reference }) => reference.startsWith('paid:')).slice(0, 1),
  );
  return {
    received: { bank: sumOf(at.map(({ amount }) => amount)), ours: sumOf(payments.map(({ amount }) => amount)) },
    accepted: { bank: null, ours: sumOf(accepted.map(({ amount }) => amount)) },
    credited: { bank: null, ours: sumOf(paid.map(({ amount }) => amount)) },
    returned: {
      bank: sumOf(positive(at.map((pix) => returnedAtBank(pix)))),
      ours: sumOf(positive(books.map((each) => returnedByUs(each)))),
    },
  };
}
