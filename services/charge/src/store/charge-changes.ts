import type { OutboxRecord } from '@gx/runtime';
import type { Charge } from '../domain/charge.ts';
import { receiptDocument } from './charge-document.ts';

type Fields = Record<string, unknown>;
/** Looks at the bank after a charge was closed before it was ever presented: one minute later, one hour later. */
export const LOOKS_AFTER_CLOSING = 2;

/** The one update that turns `before` into `after`: only what changed, pushed where it grows, with the events beside it. */
export function changesOf(before: Charge, after: Charge, outbox: readonly OutboxRecord[]): Fields {
  const set: Fields = { version: before.version + 1, sequence: after.sequence };
  const currentDate: Fields = {};
  const changed = (key: keyof Charge): boolean => before[key] !== after[key];
  for (const key of ['status', 'pix', 'firstStatus', 'rejection'] as const) if (changed(key)) set[key] = after[key];
  if (changed('status')) set['listed'] = after.status !== 'REJECTED';
  if (before.creation.owner !== null && after.creation.owner === null) set['lease'] = null;
  if (before.status === 'PENDING' && after.status !== 'PENDING') set['askAt'] = null;
  if (before.status === 'PENDING' && (after.status === 'REJECTED' || after.status === 'CANCELLED')) {
    set['looksLeft'] = LOOKS_AFTER_CLOSING;
    currentDate['closedAt'] = true;
  }
  if (changed('settlement')) settle(before, after, set, currentDate);
  const receipts = after.receipts.slice(before.receipts.length).map(receiptDocument);
  const push: Fields = {
    ...(receipts.length === 0 ? {} : { receipts: { $each: receipts } }),
    ...(outbox.length === 0 ? {} : { outbox: { $each: outbox } }),
  };
  return {
    $set: set,
    ...(Object.keys(push).length === 0 ? {} : { $push: push }),
    ...(Object.keys(currentDate).length === 0 ? {} : { $currentDate: currentDate }),
  };
}

function settle(before: Charge, after: Charge, set: Fields, currentDate: Fields): void {
  if (before.settlement !== null && after.settlement !== null) set['settlement.postedAt'] = after.settlement.postedAt;
  else set['settlement'] = after.settlement;
  set['clearing'] = after.settlement !== null && after.settlement.postedAt === null;
  if (set['clearing'] === true) currentDate['emittedAt'] = true;
}
