import { until } from '@gx/testkit';
import type { Stage } from '../stage/stage.ts';
import type { BookOf, Books } from './books.ts';
import { lagOf } from './lag.ts';

const OUTBOX = { 'outbox.0': { $exists: true } } as const;

/** What is still on its way, in every book: nothing of it may be left at the end. */
// biome-ignore format: one row per kind of work, read as a table
const OPEN_WORK: readonly { readonly what: string; readonly book: BookOf; readonly collection: string; readonly open: object }[] = [
  { what: 'charges being created',       book: 'charge',   collection: 'charges',         open: { status: 'PENDING' } },
  { what: 'payments on their way',       book: 'charge',   collection: 'charges',         open: { 'due.posting': { $exists: true } } },
  { what: 'closings under way',          book: 'charge',   collection: 'charges',         open: { closing: { $ne: null }, status: { $in: ['PENDING', 'WAITING_PAYMENT'] } } },
  { what: 'returns without an end',      book: 'charge',   collection: 'charges',         open: { payments: { $elemMatch: { decision: 'returned', returnedAt: null } } } },
  { what: 'unmatched payments not returned',         book: 'charge',   collection: 'unmatched_payments',          open: { returnedAt: null } },
  { what: 'callbacks to be handled',       book: 'charge',   collection: 'provider_callbacks',    open: { state: 'waiting' } },
  { what: 'statistics to be recomputed', book: 'charge',   collection: 'statistics_cells', open: { dirty: true } },
  { what: 'events of charges',           book: 'charge',   collection: 'charges',         open: OUTBOX },
  { what: 'events of unmatched payments',            book: 'charge',   collection: 'unmatched_payments',          open: OUTBOX },
  { what: 'refunds and returns',         book: 'refund',   collection: 'refunds',         open: { status: { $in: ['INITIATED', 'DROPPED', 'PENDING', 'IN_PROGRESS'] } } },
  { what: 'events of refunds',           book: 'refund',   collection: 'refunds',         open: OUTBOX },
  { what: 'payouts',                     book: 'payout',   collection: 'payouts',         open: { status: { $in: ['INITIATED', 'DROPPED', 'PENDING', 'PROCESSING'] } } },
  { what: 'events of payouts',           book: 'payout',   collection: 'payouts',         open: OUTBOX },
  { what: 'events of the ledger',        book: 'ledger',   collection: 'journal_entries', open: { 'outbox.0': { $exists: true } } },
  { what: 'holds',                       book: 'ledger',   collection: 'holds',           open: { state: 'HELD' } },
  { what: 'deliveries',                  book: 'webhooks', collection: 'deliveries',      open: { status: { $in: ['PENDING', 'PROCESSING'] } } },
  { what: 'callbacks that the bank sends', book: 'bank',     collection: 'callbacks',       open: { state: 'queued' } },
  { what: 'devolutions under way',       book: 'bank',     collection: 'pix',             open: { 'devolutions.status': 'EM_PROCESSAMENTO' } },
];

/** Everything that is still on its way, in words. */
export async function openWork(stage: Stage, books: Books): Promise<string[]> {
  const rows = await Promise.all(
    OPEN_WORK.map(async ({ what, book, collection, open }) => {
      const left = await books.of(book).collection(collection).countDocuments(open);
      return left === 0 ? [] : [`${left} ${what}`];
    }),
  );
  const found = [...rows.flat(), ...(await undecided(books))];
  return found.length > 0 ? found : lagOf(stage);
}

/** Money at the bank that the product has not decided about: nobody may have told it yet. */
async function undecided(books: Books): Promise<string[]> {
  const idsIn = (book: BookOf, collection: string, field: string): Promise<string[]> =>
    books.of(book).collection(collection).distinct(field);
  const [arrived, ...decided] = await Promise.all([
    idsIn('bank', 'pix', 'endToEndId'),
    idsIn('charge', 'charges', 'payments.endToEndId'),
    idsIn('charge', 'unmatched_payments', 'endToEndId'),
  ]);
  const known = new Set(decided.flat());
  const open = arrived.filter((endToEndId) => !known.has(endToEndId));
  return open.length === 0 ? [] : [`${open.length} Pix that nobody decided about`];
}

/**
 * Waits until nothing is on its way any more; how long that took from `since`. What does not end is named.
 */
export async function untilQuiet(
  stage: Stage,
  books: Books,
  { since, timeoutMs }: { since: number; timeoutMs: number },
) {
  let open: string[] = [];
  const look = async (): Promise<boolean> => {
    open = await openWork(stage, books);
    return open.length === 0;
  };
  try {
    await until('nothing is on its way any more', look, { timeoutMs, everyMs: 250 });
  } catch (cause) {
    throw new Error(`still on its way after ${timeoutMs} ms: ${open.join(', ')}`, { cause });
  }
  return performance.now() - since;
}
