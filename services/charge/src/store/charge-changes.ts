import { invariant } from '@gx/core';
import type { OutboxRecord } from '@gx/runtime/mongo';
import type { Charge } from '../domain/charge.ts';
import type { IncomingPayment } from '../domain/decide-payment.ts';
import { mayChoose, untended } from '../domain/payment-options.ts';
import { isUnacknowledged } from '../domain/return-money.ts';
import { type ChargeDocument, paymentDocument } from './charge-document.ts';
import { changedFields } from './charge-fields.ts';
import { lastPublic } from './last-event.ts';

type Set = { -readonly [Name in keyof ChargeDocument]?: ChargeDocument[Name] } & {
  'review.decidedBy'?: string | null;
  'review.endedAt'?: Date | null;
};
type Dated = 'emittedAt' | 'returnsPublishedAt' | 'closedAt' | 'closeAt' | 'heldSince' | 'reviewAt' | 'optionsAt';
type CurrentDate = Partial<Record<Dated | 'unpostedSince', true>>;
export type Changes = {
  readonly $set: Set;
  readonly $unset: object;
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
  const { changed, gone } = changedFields(before, after);
  const set: Set = { ...changed, version: before.version + 1 };
  const currentDate: CurrentDate = {};
  if (before.status !== after.status) Object.assign(set, moved(before, after, currentDate));
  // Somebody knows it now. Whether or not its owner has given it back, a job brings it to its end.
  else if (before.firstStatus !== after.firstStatus) Object.assign(set, { listed: true, nextPollAt: null });
  if (after.paymentOptions !== undefined) Object.assign(set, paymentOptionsChanged(before, after, currentDate));
  if (before.creation.owner !== null && after.creation.owner === null) set.lease = null;
  if (before.settlement !== after.settlement) Object.assign(set, settled(before, after, currentDate));
  // An intent is its writer's for a while, by the database's clock; without one there is nothing to be found.
  if (before.closing !== after.closing && after.closing === null) set.closeAt = null;
  else if (before.closing !== after.closing) currentDate.closeAt = true;
  if (before.review !== after.review) reviewed(before, after, set, currentDate);
  if (before.payments !== after.payments) Object.assign(set, returning(after, outbox, currentDate));
  const lastEvent = lastPublic(outbox, {
    hasMoved: before.status !== after.status,
    hasPaymentOptions: after.paymentOptions !== undefined,
  });
  if (lastEvent !== undefined) set.lastEvent = lastEvent;
  const payments = paymentChanges(before, after);
  return {
    $set: { ...set, ...payments.set },
    $unset: gone,
    $push: { ...payments.push, ...(outbox.length === 0 ? {} : { outbox: { $each: [...outbox] } }) },
    $currentDate: currentDate,
  };
}

/**
 * What a change sets where it does no more than set whole fields, beside its events; undefined where it
 * pushes, dates or reaches inside.
 */
export function plainSetOf({ $set, $unset, $push, $currentDate }: Changes): Partial<ChargeDocument> | undefined {
  const isPlain =
    Object.keys($unset).length + Object.keys($currentDate).length === 0 &&
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

function moved(before: Charge, { status, pix, order }: Charge, currentDate: CurrentDate): Set {
  const set: Set = { listed: status !== 'REJECTED' };
  if (before.status !== 'PENDING') return set;
  // Presented, whatever became of it in the same write.
  if (pix !== null || order !== undefined) return { ...set, nextPollAt: null };
  // Closed before anybody was told of it: the bank is looked at again.
  currentDate.closedAt = true;
  return { ...set, nextPollAt: null, rechecksLeft: RECHECKS_AFTER_CLOSING };
}

function settled(before: Charge, { settlement }: Charge, currentDate: CurrentDate): Set {
  invariant(settlement !== null, 'accepted money does not go away');
  if (before.settlement === null) currentDate.emittedAt = true;
  return { awaitingPosting: settlement.postedAt === null };
}

/**
 * The options, and which of them the charge's own fields tell of. They are due at once, by the database's
 * clock, when the charge comes to want something else of them; in between whoever is at them is left alone.
 */
function paymentOptionsChanged(before: Charge, after: Charge, currentDate: CurrentDate): Set {
  const { txid, body } = after.bank;
  const set: Set = before.bank.txid === txid ? {} : { txid, bankBody: body };
  const isDue = untended(after).length > 0;
  if (isDue && (untended(before).length === 0 || mayChoose(before) !== mayChoose(after))) currentDate.optionsAt = true;
  return isDue ? set : { ...set, optionsAt: null };
}

/**
 * The times of a review are the database's: when the money was held, and since when its payer may be asked
 * for again. How often it was asked is counted there too, so that its end leaves the count alone.
 */
function reviewed({ review: before }: Charge, { review }: Charge, set: Set, currentDate: CurrentDate): void {
  invariant(review !== null, 'a review is ended, not forgotten');
  set.held = before?.endToEndId !== review.endToEndId;
  if (set.held) {
    currentDate.heldSince = true;
    // Nobody is asked who paid where that decides nothing.
    if (review.cause === undefined) currentDate.reviewAt = true;
    return;
  }
  delete set.review;
  Object.assign(set, { 'review.decidedBy': review.decidedBy, 'review.endedAt': review.endedAt, reviewAt: null });
}
