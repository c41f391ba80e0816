import { invariant, type ServiceAct } from '@gx/core';
import { type DuePath, duePath, type OutboxRecord, storedAct } from '@gx/runtime/mongo';
import type { Charge } from '../domain/charge.ts';
import type { IncomingPayment } from '../domain/decide-payment.ts';
import { type ChargeDocument, paymentDocument } from './charge-document.ts';
import { changedFields } from './charge-fields.ts';
import { DUE } from './due.ts';
import { dueChanges } from './due-changes.ts';
import { lastPublic } from './last-event.ts';

type Set = { -readonly [Name in keyof ChargeDocument]?: ChargeDocument[Name] } & {
  'review.decidedBy'?: string | null;
  'review.proposedBy'?: string;
  'review.endedAt'?: Date | null;
} & { [entry: DuePath]: Date };
export type Changes = {
  readonly $set: Set;
  readonly $unset: Readonly<Record<string, ''>>;
  readonly $push: Partial<
    Record<'payments' | 'outbox' | 'unposted' | 'unfiled', { readonly $each: readonly object[] }>
  >;
  readonly $currentDate: Readonly<Record<string, true>>;
};
/**
 * The one update that turns `before` into `after`: only what changed, pushed where it grows, with the events
 * beside it.
 */
export function changesOf(
  before: Charge,
  after: Charge,
  { outbox, act }: { readonly outbox: readonly OutboxRecord[]; readonly act?: ServiceAct | undefined },
): Changes {
  const { changed, gone } = changedFields(before, after);
  const set: Set = { ...changed, version: before.version + 1 };
  if (before.status !== after.status) set.listed = after.status !== 'REJECTED';
  // Somebody knows it now. Whether or not its owner has given it back, a job brings it to its end.
  else if (before.firstStatus !== after.firstStatus) set.listed = true;
  if (before.creation.owner !== null && after.creation.owner === null) set.lease = null;
  if (before.review !== after.review) reviewed(before, after, set);
  const lastEvent = lastPublic(outbox, {
    hasMoved: before.status !== after.status,
    hasChoice: after.paymentOptions.length > 1,
  });
  if (lastEvent !== undefined) set.lastEvent = lastEvent;
  const payments = paymentChanges(before, after);
  const due = dueChanges(before, after, outbox);
  return {
    $set: { ...set, ...payments.set, ...due.set },
    $unset: { ...gone, ...due.unset },
    $push: {
      ...payments.push,
      ...(outbox.length === 0 ? {} : { outbox: { $each: [...outbox] } }),
      ...(act === undefined ? {} : { unfiled: { $each: [storedAct(act)] } }),
    },
    $currentDate: due.currentDate,
  };
}

/**
 * The first change of a charge that ends its creation, as the fields that it sets: nobody has written since
 * the insert, so nothing is due of it afterwards but what the change makes due. Undefined where it pushes,
 * dates or reaches inside.
 */
export function firstSetOf({ $set, $unset, $push, $currentDate }: Changes): Partial<ChargeDocument> | undefined {
  const entries = Object.entries($set);
  const isEntry = ([path]: readonly [string, unknown]): boolean => path.startsWith('due.');
  const isPlain =
    Object.keys($unset).every((path) => path.startsWith('due.')) &&
    Object.keys($unset).some((path) => path.startsWith(duePath(DUE.creation.kind))) &&
    Object.keys($currentDate).length === 0 &&
    Object.keys($push).every((field) => field === 'outbox') &&
    entries.every((entry) => isEntry(entry) || !entry[0].includes('.'));
  if (!isPlain) return undefined;
  const due = Object.fromEntries(entries.filter(isEntry).map(([path, at]) => [path.slice('due.'.length), at as Date]));
  return { ...Object.fromEntries(entries.filter((entry) => !isEntry(entry))), due };
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

/**
 * How often the bank was queried who paid is counted in the review, so that its end leaves the count alone.
 */
function reviewed({ review: before }: Charge, { review }: Charge, set: Set): void {
  invariant(review !== null, 'a review is ended, not forgotten');
  if (before?.endToEndId !== review.endToEndId) return;
  delete set.review;
  const { decidedBy, proposedBy, endedAt } = review;
  Object.assign(set, { 'review.decidedBy': decidedBy, 'review.endedAt': endedAt });
  if (proposedBy !== undefined) set['review.proposedBy'] = proposedBy;
}
