import { chargeEventCodec } from '@gx/contracts';
import { isTooLate, type Logger, redeliver } from '@gx/runtime';
import type { Postings } from '../peers/postings.ts';
import type { Refunds } from '../peers/refunds.ts';
import type { UnpostedEvent } from '../store/charge-document.ts';
import { bytesOf } from '../store/encode-event.ts';
import type { UnpostedCharge, UnpostedStore } from '../store/unposted-events.ts';

type Deps = {
  readonly unposted: UnpostedStore;
  readonly postings: Postings;
  readonly refunds: Pick<Refunds, 'statuses'>;
  readonly log: Logger;
  readonly afterMs: number;
};

const PAGE = 200;

/**
 * Checks that the ledger has posted payments under review, disputes and bank returns, and that refund has the
 * rows of bank returns; publishes again what they have not: an event may be lost.
 */
export const redeliverUnposted = (deps: Deps) => async (): Promise<void> => {
  const { unposted, log, afterMs } = deps;
  const redelivered = await redeliver({
    due: await unposted.due(afterMs, PAGE),
    check: (one) => check(deps, one),
    reschedule: (one, err) => {
      log.error({ charge_id: one.id, err }, 'posting of events of a charge not confirmed, rescheduled');
      return unposted.later(one);
    },
  });
  if (redelivered > 0) log.warn({ charges: redelivered }, 'unposted charge events redelivered');
};

/** True when events were published again. */
async function check(deps: Deps, one: UnpostedCharge): Promise<boolean> {
  const { unposted, postings, log } = deps;
  const references = one.events.map(({ reference }) => reference);
  const posted = await postings.posted({ requestId: one.id }, one.tenant, references);
  const rows = await rowsOf(deps, one);
  const isPosted = ({ reference, event }: UnpostedEvent): boolean => posted.has(reference) && isTakenOver(rows, event);
  const isOld = ({ event }: UnpostedEvent): boolean => isTooLate(one.since, event.at);
  const done = one.events.filter((event) => isPosted(event) || isOld(event));
  const givenUp = done.filter((event) => !isPosted(event)).map(({ reference }) => reference);
  if (givenUp.length > 0)
    log.error(
      { alarm: 'charge_unposted', charge_id: one.id, references: givenUp },
      'charge events not posted by the ledger, redelivery stopped after a day',
    );
  if (done.length === one.events.length) await unposted.stopChecking(one);
  else {
    await unposted.redeliver(one, done);
    return true;
  }
  return false;
}

type Rows = ReadonlyMap<string, string>;

/** How far refund has the rows of the bank returns among these events. */
async function rowsOf({ refunds }: Deps, { id, events }: UnpostedCharge): Promise<Rows> {
  const ids = events.flatMap(({ event }) => bankReturnIn(event)?.refundId ?? []);
  return ids.length === 0 ? new Map() : refunds.statuses({ requestId: id }, [...new Set(ids)]);
}

const bankReturnIn = ({ type, value }: UnpostedEvent['event']) =>
  type === 'charge.returned_by_bank'
    ? (chargeEventCodec.decode(bytesOf(value)).returnedByBank ?? undefined)
    : undefined;

/** Refund may be further than the event: a later event contains the earlier ones. */
const AFTER: Readonly<Record<string, readonly string[]>> = {
  IN_PROGRESS: ['IN_PROGRESS', 'FAILED', 'REFUNDED'],
  FAILED: ['FAILED', 'REFUNDED'],
  REFUNDED: ['REFUNDED'],
};

function isTakenOver(rows: Rows, event: UnpostedEvent['event']): boolean {
  const bankReturn = bankReturnIn(event);
  if (bankReturn === undefined) return true;
  const status = rows.get(bankReturn.refundId);
  return status !== undefined && (AFTER[bankReturn.status] ?? []).includes(status);
}
