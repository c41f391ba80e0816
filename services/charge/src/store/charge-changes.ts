import { invariant } from '@gx/core';
import type { OutboxRecord } from '@gx/runtime';
import type { mongo } from 'mongoose';
import type { Charge } from '../domain/charge.ts';
import { type ChargeDocument, receiptDocument } from './charge-document.ts';

type Update = mongo.UpdateFilter<ChargeDocument>;
type Set = Partial<ChargeDocument> & { 'settlement.postedAt'?: Date | null };
type CurrentDate = { emittedAt?: true; closedAt?: true };
/** Looks at the bank after a charge was closed before it was ever presented: one minute later, one hour later. */
export const LOOKS_AFTER_CLOSING = 2;

/** The one update that turns `before` into `after`: only what changed, pushed where it grows, with the events beside it. */
export function changesOf(before: Charge, after: Charge, outbox: readonly OutboxRecord[]): Update {
  const set: Set = { version: before.version + 1, sequence: after.sequence };
  const currentDate: CurrentDate = {};
  if (before.status !== after.status) Object.assign(set, moved(before, after, currentDate));
  if (before.pix !== after.pix) set.pix = after.pix;
  if (before.creation.owner !== null && after.creation.owner === null) set.lease = null;
  if (before.settlement !== after.settlement) Object.assign(set, settled(before, after, currentDate));
  const receipts = after.receipts.slice(before.receipts.length).map(receiptDocument);
  return {
    $set: set,
    $push: {
      ...(receipts.length === 0 ? {} : { receipts: { $each: receipts } }),
      ...(outbox.length === 0 ? {} : { outbox: { $each: [...outbox] } }),
    },
    $currentDate: currentDate,
  };
}

function moved(before: Charge, { status, firstStatus, rejection }: Charge, currentDate: CurrentDate): Set {
  const set: Set = { status, listed: status !== 'REJECTED' };
  if (before.status !== 'PENDING') return set;
  if (status === 'WAITING_PAYMENT') return { ...set, firstStatus, askAt: null };
  // Closed before anybody was told of it: the bank is looked at again.
  currentDate.closedAt = true;
  return { ...set, firstStatus, rejection, askAt: null, looksLeft: LOOKS_AFTER_CLOSING };
}

function settled(before: Charge, { settlement }: Charge, currentDate: CurrentDate): Set {
  invariant(settlement !== null, 'accepted money does not go away');
  if (before.settlement !== null)
    return { 'settlement.postedAt': settlement.postedAt, clearing: settlement.postedAt === null };
  currentDate.emittedAt = true;
  const { endToEndId, paidAt, acceptedAt, sequence, traceparent, postedAt } = settlement;
  return { settlement: { endToEndId, paidAt, acceptedAt, sequence, traceparent, postedAt }, clearing: true };
}
