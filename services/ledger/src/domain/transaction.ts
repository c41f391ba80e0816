import type { JournalEntry } from './entry.ts';
import { type LedgerAddress, type Movement, movementOf, type Posting } from './postings.ts';

/** Every type of a line in the list of a wallet (decisions, section 8). */
export const TRANSACTION_TYPES = [
  'charge',
  'refund',
  'refund_fee',
  'payout',
  'payout_fee',
  'payout_returned',
  'hold',
  'release',
  'settlement',
  'dispute_opened',
  'dispute_won',
  'dispute_lost',
  'bank_return',
  'receivable_lent',
  'receivable_repaid',
  'adjustment',
] as const;
export type TransactionType = (typeof TRANSACTION_TYPES)[number];

/** What a line comes from. Of a return the id is its refund row's; raw ids. */
export type TransactionSource = {
  readonly type: 'charge' | 'refund' | 'payout' | 'dispute' | 'return';
  readonly id: string;
};

/** How a line changes what is in the wallet, in the smallest unit. */
export type BalanceChange = Pick<Movement, 'available' | 'pending' | 'retained'>;

/**
 * One line of a wallet's list. `amount` is gross and signed, `net` what changes available, pending and
 * retained together: the amount less the fee, but for moves inside the wallet, where the amount is what was
 * moved and the net is 0.
 */
export type TransactionLine = {
  readonly type: TransactionType;
  readonly amount: number;
  readonly fee: number;
  readonly net: number;
  readonly change: BalanceChange;
};

type Row = {
  readonly main: TransactionType;
  readonly source: TransactionSource['type'];
  /** What the merchant pays beside what is sent is a line of its own. */
  readonly fee?: TransactionType;
};

/** By the kind of a reference and by its end: what an entry is in the list. */
// biome-ignore format: one row per kind of entry, read as a table
const ROWS: Readonly<Record<string, Row>> = {
  'paid':                { main: 'charge',          source: 'charge' },
  'release':             { main: 'settlement',      source: 'charge' },
  'refund:hold':         { main: 'hold',            source: 'refund' },
  'refund:confirm':      { main: 'refund',          source: 'refund', fee: 'refund_fee' },
  'refund:void':         { main: 'release',         source: 'refund' },
  'refund:returned':     { main: 'payout_returned', source: 'refund' },
  'payout:hold':         { main: 'hold',            source: 'payout' },
  'payout:confirm':      { main: 'payout',          source: 'payout', fee: 'payout_fee' },
  'payout:void':         { main: 'release',         source: 'payout' },
  'payout:returned':     { main: 'payout_returned', source: 'payout' },
  'dispute:hold':        { main: 'dispute_opened',  source: 'dispute' },
  'dispute:confirm':     { main: 'dispute_lost',    source: 'dispute' },
  'dispute:paid':        { main: 'dispute_lost',    source: 'dispute' },
  'dispute:void':        { main: 'dispute_won',     source: 'dispute' },
  'dispute:release':     { main: 'release',         source: 'dispute' },
  'bank_return:hold':    { main: 'hold',            source: 'return' },
  'bank_return:confirm': { main: 'bank_return',     source: 'return' },
  'bank_return:void':    { main: 'release',         source: 'return' },
};
/** Whatever stands in a merchant's wallet is in its list, by a reference of any kind. */
const UNKNOWN: Row = { main: 'adjustment', source: 'charge' };

const INSIDE: ReadonlySet<TransactionType> = new Set([
  'hold',
  'release',
  'settlement',
  'dispute_opened',
  'dispute_won',
] satisfies TransactionType[]);

function rowOf(reference: string): Row {
  const [kind = '', ...rest] = reference.split(':');
  // A bank's id of a devolution may hold any sign: its end is the last part, that of all others the second.
  const end = kind === 'bank_return' ? rest.at(-1) : rest[1];
  return ROWS[end === undefined ? kind : `${kind}:${end}`] ?? UNKNOWN;
}

/** Where an entry comes from; undefined for one that names nothing. */
export function sourceOf(
  entry: Pick<JournalEntry, 'reference' | 'chargeId' | 'refundId'>,
): TransactionSource | undefined {
  const { source } = rowOf(entry.reference);
  if (source === 'refund' || source === 'payout' || source === 'dispute')
    return { type: source, id: entry.reference.split(':')[1] ?? '' };
  if (source === 'return' && entry.refundId !== undefined) return { type: source, id: entry.refundId };
  // A return that was booked before its row was kept names what it took from.
  return entry.chargeId === null ? undefined : { type: 'charge', id: entry.chargeId };
}

/**
 * The lines of an entry in a merchant's wallet, in their order: their nets sum to the change of the wallet.
 * What is lent comes before what takes it, what is repaid after what brings it, so that the main line shows
 * the whole amount and no line leaves less than nothing available.
 */
export function linesOf({
  reference,
  postings,
}: Pick<JournalEntry, 'reference' | 'postings'>): readonly TransactionLine[] {
  const { receivable, ...change } = movementOf(postings);
  const whole = { ...change, available: change.available - receivable };
  const debt = receivable === 0 ? [] : [debtLine(receivable)];
  const main = mainLines(rowOf(reference), postings, whole);
  return receivable > 0 ? [...debt, ...main] : [...main, ...debt];
}

/** What an entry is, as if nothing were lent or repaid by it. */
function mainLines(
  { main: type, fee: feeType }: Row,
  postings: readonly Posting[],
  change: BalanceChange,
): TransactionLine[] {
  const net = sumOf(change);
  if (INSIDE.has(type)) return [{ type, amount: movedInside(change), fee: 0, net, change }];
  if (type === 'charge') {
    const fee = 0 - addressSum(postings, 'platform:fees') - addressSum(postings, 'provider:fees_payable');
    return [{ type, amount: net + fee, fee, net, change }];
  }
  const sent = addressSum(postings, 'provider:clearing');
  const fee = sent - net;
  if (feeType === undefined || fee === 0) return [{ type, amount: net, fee: 0, net, change }];
  return [
    { type, amount: sent, fee: 0, net: sent, change: { ...change, retained: change.retained + fee } },
    { type: feeType, amount: 0 - fee, fee: 0, net: 0 - fee, change: { available: 0, pending: 0, retained: 0 - fee } },
  ];
}

const debtLine = (lent: number): TransactionLine => ({
  type: lent > 0 ? 'receivable_lent' : 'receivable_repaid',
  amount: lent,
  fee: 0,
  net: lent,
  change: { available: lent, pending: 0, retained: 0 },
});

const sumOf = ({ available, pending, retained }: BalanceChange): number => available + pending + retained;

/** As much as came to one balance left another. */
const movedInside = ({ available, pending, retained }: BalanceChange): number =>
  [available, pending, retained].reduce((sum, part) => sum + Math.max(0, part), 0);

const addressSum = (postings: readonly Posting[], address: LedgerAddress): number =>
  postings.reduce((sum, posting) => (posting.address === address ? sum + posting.amount : sum), 0);
