import { type EndToEndId, type Id, invariant } from '@gx/core';
import { isDisputed } from './answer-dispute.ts';
import { sentBackOf } from './bank-return.ts';
import {
  type Charge,
  type Decision,
  KEEP,
  type RefundProgress,
  type RefundStatus,
  type RefundUpdate,
  recordEvent,
} from './charge.ts';
import type { IncomingPayment } from './decide-payment.ts';
import { afterRefund } from './pix-case.ts';
import { recordReturnStatus } from './return-money.ts';
import { nextStatus } from './transitions.ts';

/** A decision, or why what the refund service said fits nothing: people have to look at that. */
export type ProgressDecision = Decision | { readonly kind: 'mismatch'; readonly reason: string };

/** A refund only goes forward, and ends one way. */
const RANK: Readonly<Record<RefundStatus, number>> = { PENDING: 0, IN_PROGRESS: 1, REFUNDED: 2, FAILED: 2 };

/**
 * How far one refund of the merchant is: written down if it is news, whatever the order in which it comes.
 * The merchant hears of every change after its creation (decisions A7), and of more of a cashout that came back
 * (decisions, section 7), which makes nothing refundable again. When all of the charge has been given back it
 * is REFUNDED, in the same write.
 */
export function progressRefund(charge: Charge, news: RefundUpdate, now: Date): ProgressDecision {
  if (charge.settlement?.postedAt == null) return mismatch('a refund of a charge that is not paid');
  const known = charge.refunds.find(({ id }) => id === news.id);
  if (known !== undefined && known.amount !== news.amount) return mismatch('a refund of another amount than before');
  if (known !== undefined && RANK[known.status] >= RANK[news.status] && !hasComeBack(known, news))
    return knownBefore(known, news);
  if ((news.returnedAmount ?? 0) > news.amount) return mismatch('more came back of a refund than was sent');
  const { id, amount, status: refundStatus, returnedAmount } = news;
  const came = returnedAmount === undefined ? {} : { returnedAmount };
  const kept: RefundProgress = { id, amount, status: refundStatus, ...came };
  const refunds =
    known === undefined ? [...charge.refunds, kept] : charge.refunds.map((one) => (one === known ? kept : one));
  const confirmed = refunds.reduce((sum, { status, amount }) => (status === 'REFUNDED' ? sum + amount : sum), 0);
  if (confirmed > charge.amount) return mismatch('more was refunded than was paid');
  const noted: Charge = { ...charge, refunds };
  const isBack = sentBackOf(noted) >= charge.amount;
  if (news.status === 'PENDING') return { kind: 'change', charge: noted, events: [] };
  const status = isBack ? nextStatus(charge.status, 'refund', false) : undefined;
  const moved = { charge: { ...noted, status: status ?? charge.status }, events: [] };
  const occurrence = { occurredAt: now, previousStatus: charge.status };
  const recorded = recordEvent(moved, { type: 'charge.refund_progressed', refund: news }, occurrence);
  return { kind: 'change', ...afterRefund(recorded, now) };
}

/**
 * A refund is about to leave: noted, so that a case that is opened from now on holds only what it leaves.
 * Asked before each of its attempts, and perhaps before its creation was announced here.
 */
export function claimSend(charge: Charge, { id, amount }: Pick<RefundProgress, 'id' | 'amount'>): Decision {
  if (isDisputed(charge)) return KEEP;
  const known = charge.refunds.find((one) => one.id === id);
  if (known !== undefined && (known.status !== 'PENDING' || known.mayHaveLeft === true)) return KEEP;
  invariant(known === undefined || known.amount === amount, 'a refund leaves with the amount that it was made with');
  const claimed: RefundProgress = { id, amount, status: 'PENDING', mayHaveLeft: true };
  const refunds = [...charge.refunds.filter((one) => one !== known), claimed];
  return { kind: 'change', charge: { ...charge, refunds }, events: [] };
}

/** Of a refund that has arrived: more of it came back than was known. */
const hasComeBack = (known: RefundProgress, news: RefundProgress): boolean =>
  known.status === news.status && (news.returnedAmount ?? 0) > (known.returnedAmount ?? 0);

function knownBefore(known: RefundProgress, news: RefundProgress): ProgressDecision {
  const isOver = RANK[known.status] === RANK[news.status] && known.status !== news.status;
  return isOver ? mismatch(`a ${known.status} refund cannot be ${news.status}`) : KEEP;
}

/** How far the return of one payment of a charge is, as refund last said. */
export type ReturnUpdate = {
  readonly returnId: Id<'refund'>;
  readonly endToEndId: EndToEndId;
  readonly status: RefundStatus;
};

/** A return that failed for good may be ended by a person after all. */
const RETURN_RANK: Readonly<Record<RefundStatus, number>> = { PENDING: 0, IN_PROGRESS: 1, FAILED: 2, REFUNDED: 3 };

/**
 * How far the return of one payment is: that refund has the order, which any word says, and each status once.
 * The merchant hears of each (decisions A6); PENDING was told of when the return was ordered.
 */
export function progressReturn(
  charge: Charge,
  { returnId, endToEndId, status }: ReturnUpdate,
  now: Date,
): ProgressDecision {
  const payment = charge.payments.find((one) => one.endToEndId === endToEndId);
  if (payment?.decision.kind !== 'returned' || payment.decision.returnId !== returnId)
    return mismatch('a return that nobody ordered');
  const { acknowledgedAt, returnedAt, returnStatus = 'PENDING' } = payment;
  const isUpdate = RETURN_RANK[status] > RETURN_RANK[returnStatus];
  if (!isUpdate && acknowledgedAt !== undefined) return KEEP;
  const acknowledged: IncomingPayment = {
    ...payment,
    acknowledgedAt: acknowledgedAt ?? now,
    returnedAt: status === 'REFUNDED' ? (returnedAt ?? now) : returnedAt,
    ...(isUpdate ? { returnStatus: status } : {}),
  };
  const payments = charge.payments.map((one) => (one === payment ? acknowledged : one));
  const noted = { charge: { ...charge, payments }, events: [] };
  if (!isUpdate) return { kind: 'change', ...noted };
  const occurrence = { occurredAt: now, previousStatus: charge.status };
  return { kind: 'change', ...recordReturnStatus(noted, acknowledged, occurrence) };
}

/**
 * What the charge has heard so far: of each refund its last word, of each return that it was taken up or is
 * back. Refund asks, and says again what is not among it.
 */
export function acknowledgedRefunds({
  refunds,
  payments,
}: Pick<Charge, 'refunds' | 'payments'>): readonly AcknowledgedRefund[] {
  const returns = payments.flatMap(({ decision, acknowledgedAt, returnedAt }): AcknowledgedRefund[] => {
    if (decision.kind !== 'returned') return [];
    if (returnedAt !== null) return [{ id: decision.returnId, status: 'REFUNDED' }];
    return acknowledgedAt === undefined ? [] : [{ id: decision.returnId, status: 'IN_PROGRESS' }];
  });
  return [...refunds.map(({ amount: _amount, mayHaveLeft: _claim, ...acknowledged }) => acknowledged), ...returns];
}
export type AcknowledgedRefund = Omit<RefundProgress, 'amount' | 'mayHaveLeft'>;

const mismatch = (reason: string): ProgressDecision => ({ kind: 'mismatch', reason });
