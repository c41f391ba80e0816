import type { EndToEndId, Id } from '@gx/core';
import {
  type Charge,
  type Decision,
  KEEP,
  type RefundNews,
  type RefundProgress,
  type RefundStatus,
  tell,
} from './charge.ts';
import { nextStatus } from './transitions.ts';

/** A decision, or why what the refund service said fits nothing: people have to look at that. */
export type ProgressDecision = Decision | { readonly kind: 'misfit'; readonly reason: string };

/** A refund only goes forward, and ends one way. */
const RANK: Readonly<Record<RefundStatus, number>> = { PENDING: 0, IN_PROGRESS: 1, REFUNDED: 2, FAILED: 2 };

/**
 * How far one refund of the merchant is: written down if it is news, whatever the order in which it comes. The merchant hears of every change
 * after its creation (decisions A7). When all of the charge has been given back it is REFUNDED, in the same write.
 */
export function progressRefund(charge: Charge, news: RefundNews, now: Date): ProgressDecision {
  if (charge.settlement?.postedAt == null) return misfit('a refund of a charge that is not paid');
  const known = charge.refunds.find(({ id }) => id === news.id);
  if (known !== undefined && known.amount !== news.amount) return misfit('a refund of another amount than before');
  if (known !== undefined && RANK[known.status] >= RANK[news.status]) return heardBefore(known, news);
  const kept: RefundProgress = { id: news.id, amount: news.amount, status: news.status };
  const refunds =
    known === undefined ? [...charge.refunds, kept] : charge.refunds.map((one) => (one === known ? kept : one));
  const confirmed = refunds.reduce((sum, { status, amount }) => (status === 'REFUNDED' ? sum + amount : sum), 0);
  if (confirmed > charge.amount) return misfit('more was refunded than was paid');
  const noted: Charge = { ...charge, refunds };
  if (news.status === 'PENDING') return { kind: 'change', charge: noted, events: [] };
  const status = confirmed === charge.amount ? nextStatus(charge.status, 'refund', false) : undefined;
  const moved = { charge: { ...noted, status: status ?? charge.status }, events: [] };
  const occurrence = { occurredAt: now, previousStatus: charge.status };
  return { kind: 'change', ...tell(moved, { type: 'charge.refund_progressed', refund: news }, occurrence) };
}

function heardBefore(known: RefundProgress, news: RefundProgress): ProgressDecision {
  const isOver = RANK[known.status] === RANK[news.status] && known.status !== news.status;
  return isOver ? misfit(`a ${known.status} refund cannot be ${news.status}`) : KEEP;
}

/** The return of one Pix of a charge. */
export type ReturnNews = { readonly returnId: Id<'refund'>; readonly endToEndId: EndToEndId; readonly isBack: boolean };

/** How far the return of one receipt is: that it was taken up, which any word says, and that it is back at its payer, each written down once. */
export function progressReturn(
  charge: Charge,
  { returnId, endToEndId, isBack }: ReturnNews,
  now: Date,
): ProgressDecision {
  const receipt = charge.receipts.find((one) => one.endToEndId === endToEndId);
  if (receipt?.disposition.kind !== 'returned' || receipt.disposition.returnId !== returnId)
    return misfit('a return that nobody ordered');
  const { takenUpAt, returnedAt } = receipt;
  if (isBack ? returnedAt !== null : takenUpAt !== undefined || returnedAt !== null) return KEEP;
  const heard = { ...receipt, takenUpAt: takenUpAt ?? now, returnedAt: isBack ? now : null };
  const receipts = charge.receipts.map((one) => (one === receipt ? heard : one));
  return { kind: 'change', charge: { ...charge, receipts }, events: [] };
}

/**
 * What the charge has heard so far: of each refund its last word, of each return that it was taken up or is back. Refund asks, and says again what
 * is not among it.
 */
export function heardRefunds({ refunds, receipts }: Pick<Charge, 'refunds' | 'receipts'>): readonly HeardRefund[] {
  const returns = receipts.flatMap(({ disposition, takenUpAt, returnedAt }): HeardRefund[] => {
    if (disposition.kind !== 'returned' || disposition.returnId === null) return [];
    if (returnedAt !== null) return [{ id: disposition.returnId, status: 'REFUNDED' }];
    return takenUpAt === undefined ? [] : [{ id: disposition.returnId, status: 'IN_PROGRESS' }];
  });
  return [...refunds.map(({ id, status }) => ({ id, status })), ...returns];
}
export type HeardRefund = Pick<RefundProgress, 'id' | 'status'>;

const misfit = (reason: string): ProgressDecision => ({ kind: 'misfit', reason });
