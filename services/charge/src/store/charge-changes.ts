import { invariant } from '@gx/core';
import type { OutboxRecord } from '@gx/runtime/mongo';
import { type Charge, methodOf } from '../domain/charge.ts';
import type { IncomingPayment } from '../domain/decide-payment.ts';
import { mayChoose, untended } from '../domain/payment-options.ts';
import { isUnacknowledged } from '../domain/return-money.ts';
import { type ChargeDocument, paymentDocument } from './charge-document.ts';
import { lastPublic } from './last-event.ts';

type Set = Partial<ChargeDocument> & {
  'settlement.postedAt'?: Date | null;
  'review.decidedBy'?: string | null;
  'review.endedAt'?: Date | null;
};
type CurrentDate = Partial<
  Record<
    | 'emittedAt'
    | 'returnsPublishedAt'
    | 'closedAt'
    | 'closeAt'
    | 'heldSince'
    | 'reviewAt'
    | 'unpostedSince'
    | 'optionsAt',
    true
  >
>;
export type Changes = {
  readonly $set: Set;
  readonly $push: Partial<Record<'payments' | 'outbox' | 'unposted', { readonly $each: readonly object[] }>>;
  readonly $currentDate: CurrentDate;
};
/**
 * Looks at the bank after a charge was closed before it was ever presented: one minute later, one hour later.
 */
export const RECHECKS_AFTER_CLOSING = 2;

/**
 * The one update that turns `before` into `after`: only what changed, pushed where it grows, with the events
 * beside it.
 */
export function changesOf(before: Charge, after: Charge, outbox: readonly OutboxRecord[]): Changes {
  const set: Set = { version: before.version + 1, sequence: after.sequence };
  const currentDate: CurrentDate = {};
  if (before.status !== after.status) Object.assign(set, moved(before, after, currentDate));
  else if (before.firstStatus !== after.firstStatus) Object.assign(set, madeVisible(after));
  if (before.pix !== after.pix) set.pix = after.pix;
  if (before.order !== after.order) set.order = after.order ?? null;
  if (after.paymentOptions !== undefined) Object.assign(set, paymentOptionsChanged(before, after, currentDate));
  if (after.disputes !== undefined && before.disputes !== after.disputes) set.disputes = [...after.disputes];
  if (before.creation.owner !== null && after.creation.owner === null) set.lease = null;
  if (before.settlement !== after.settlement) Object.assign(set, settled(before, after, currentDate));
  if (before.closing !== after.closing) Object.assign(set, closing(after, currentDate));
  if (before.review !== after.review) Object.assign(set, reviewed(before, after, currentDate));
  if (before.stampedAhead !== after.stampedAhead) set.stampedAhead = [...(after.stampedAhead ?? [])];
  if (before.refunds !== after.refunds) set.refunds = [...after.refunds];
  if (before.bankReturns !== after.bankReturns) set.bankReturns = [...(after.bankReturns ?? [])];
  if (after.payer !== undefined && before.payer !== after.payer) set.payer = after.payer;
  if (before.payments !== after.payments) Object.assign(set, returning(after, outbox, currentDate));
  const lastEvent = lastPublic(outbox, {
    hasMoved: before.status !== after.status,
    hasPaymentOptions: after.paymentOptions !== undefined,
  });
  if (lastEvent !== undefined) set.lastEvent = lastEvent;
  const payments = paymentChanges(before, after);
  return {
    $set: { ...set, ...payments.set },
    $push: { ...payments.push, ...(outbox.length === 0 ? {} : { outbox: { $each: [...outbox] } }) },
    $currentDate: currentDate,
  };
}

/**
 * What a change sets where it does no more than set whole fields, beside its events; undefined where it
 * pushes, dates or reaches inside.
 */
export function plainSetOf({ $set, $push, $currentDate }: Changes): Partial<ChargeDocument> | undefined {
  const isPlain =
    Object.keys($currentDate).length === 0 &&
    Object.keys($push).every((field) => field === 'outbox') &&
    Object.keys($set).every((field) => !field.includes('.'));
  return isPlain ? $set : undefined;
}

/** New payments are pushed. When one changed the whole list is written, which the version guards. */
function paymentChanges({ payments: before }: Charge, { payments: after }: Charge) {
  const isSame = before.every((payment, at) => payment === after[at]);
  if (!isSame) {
    const allowed = before.every((payment, at) => mayBecome(payment, after[at]));
    invariant(allowed, 'what was decided about money stands, but for held money');
    return { set: { payments: after.map(paymentDocument) } };
  }
  const fresh = after.slice(before.length).map(paymentDocument);
  return fresh.length === 0 ? {} : { push: { payments: { $each: fresh } } };
}

function mayBecome(before: IncomingPayment, after: IncomingPayment | undefined): boolean {
  return (
    before.endToEndId === after?.endToEndId &&
    (before.decision.kind === 'held' || before.decision.kind === after.decision.kind)
  );
}

/** Whether an order to return money waits to be taken up; since when, is by the database's clock. */
function returning({ payments }: Charge, outbox: readonly OutboxRecord[], currentDate: CurrentDate): Set {
  if (payments.every(({ decision }) => decision.kind !== 'returned')) return {};
  if (outbox.some(({ type }) => type === 'charge.return_ordered')) currentDate.returnsPublishedAt = true;
  return { unacknowledgedReturns: payments.some(isUnacknowledged) };
}

/** Somebody knows it now. Whether or not its owner has given it back, a job brings it to its end. */
const madeVisible = ({ firstStatus }: Charge): Set => ({ firstStatus, listed: true, nextPollAt: null });

function moved(before: Charge, { status, firstStatus, rejection, pix, order }: Charge, currentDate: CurrentDate): Set {
  const set: Set = { status, listed: status !== 'REJECTED' };
  if (before.status !== 'PENDING') return set;
  // Presented, whatever became of it in the same write.
  if (pix !== null || order !== undefined) return { ...set, firstStatus, nextPollAt: null };
  // Closed before anybody was told of it: the bank is looked at again.
  currentDate.closedAt = true;
  return { ...set, firstStatus, rejection, nextPollAt: null, rechecksLeft: RECHECKS_AFTER_CLOSING };
}

function settled(before: Charge, { settlement }: Charge, currentDate: CurrentDate): Set {
  invariant(settlement !== null, 'accepted money does not go away');
  if (before.settlement !== null)
    return { 'settlement.postedAt': settlement.postedAt, awaitingPosting: settlement.postedAt === null };
  currentDate.emittedAt = true;
  const { endToEndId, paidAt, acceptedAt, sequence, traceparent, postedAt } = settlement;
  return { settlement: { endToEndId, paidAt, acceptedAt, sequence, traceparent, postedAt }, awaitingPosting: true };
}

/**
 * An intent is its writer's for a while, by the database's clock; without one there is nothing to be found.
 */
function closing({ closing: intent }: Charge, currentDate: CurrentDate): Set {
  if (intent === null) return { closing: null, closeAt: null };
  currentDate.closeAt = true;
  return { closing: { as: intent.as, at: intent.at } };
}

/**
 * The options, and which of them the charge's own fields tell of. They are due at once, by the database's
 * clock, when the charge comes to want something else of them; in between whoever is at them is left alone.
 */
function paymentOptionsChanged(before: Charge, after: Charge, currentDate: CurrentDate): Set {
  const set: Set = {};
  if (before.paymentOptions !== after.paymentOptions) set.paymentOptions = [...(after.paymentOptions ?? [])];
  if (before.bank.txid !== after.bank.txid) {
    const { txid, body } = after.bank;
    Object.assign(set, { method: methodOf(after), txid, bankBody: body });
  }
  const isDue = untended(after).length > 0;
  if (isDue && (untended(before).length === 0 || mayChoose(before) !== mayChoose(after))) currentDate.optionsAt = true;
  return isDue ? set : { ...set, optionsAt: null };
}

/**
 * The times of a review are the database's: when the money was held, and since when its payer may be asked
 * for again.
 */
function reviewed({ review: before }: Charge, { review }: Charge, currentDate: CurrentDate): Set {
  invariant(review !== null, 'a review is ended, not forgotten');
  const { endToEndId, heldAt, cause, asked, decidedBy, endedAt } = review;
  if (before?.endToEndId === endToEndId)
    return { 'review.decidedBy': decidedBy, 'review.endedAt': endedAt, held: false, reviewAt: null };
  currentDate.heldSince = true;
  // Nobody is asked who paid where that decides nothing.
  if (cause === undefined) currentDate.reviewAt = true;
  return { review: { endToEndId, heldAt, ...(cause && { cause }), asked, decidedBy, endedAt }, held: true };
}
