import { chargeEventCodec } from '@gx/contracts';
import { isTooLate, type Logger, tellUnheard } from '@gx/runtime';
import type { Books } from '../books/books.ts';
import type { Refunds } from '../refunds/refunds.ts';
import type { UnpostedEvent } from '../store/charge-document.ts';
import { bytesOf } from '../store/encode-event.ts';
import type { Unposted, UnpostedStore } from '../store/unposted-events.ts';

type Deps = {
  readonly unposted: UnpostedStore;
  readonly books: Books;
  readonly refunds: Pick<Refunds, 'statuses'>;
  readonly log: Logger;
  readonly afterMs: number;
};

const PAGE = 200;

/**
 * Asks the ledger whether it has posted what no event answers, held money, disputes and bank returns, and
 * refund whether it has the rows of bank returns; publishes again what they have not: an event may be lost on
 * its way.
 */
export const bookAgain = (deps: Deps) => async (): Promise<void> => {
  const { unposted, log, afterMs } = deps;
  const told = await tellUnheard({
    due: await unposted.due(afterMs, PAGE),
    look: (one) => look(deps, one),
    putOff: (one, err) => {
      log.error({ charge_id: one.id, err }, 'nobody knows whether the ledger has booked money of a charge');
      return unposted.later(one);
    },
  });
  if (told > 0) log.warn({ charges: told }, 'the ledger has not booked money of charges, told again');
};

/** True when something was told again. */
async function look(deps: Deps, one: Unposted): Promise<boolean> {
  const { unposted, books, log } = deps;
  const references = one.events.map(({ reference }) => reference);
  const booked = await books.booked({ requestId: one.id }, one.tenant, references);
  const rows = await rowsOf(deps, one);
  const isBooked = ({ reference, event }: UnpostedEvent): boolean => booked.has(reference) && isTakenOver(rows, event);
  const isOld = ({ event }: UnpostedEvent): boolean => isTooLate(one.since, event.at);
  const settled = one.events.filter((event) => isBooked(event) || isOld(event));
  const givenUp = settled.filter((event) => !isBooked(event)).map(({ reference }) => reference);
  if (givenUp.length > 0)
    log.error(
      { alarm: 'charge_unposted', charge_id: one.id, references: givenUp },
      'the ledger does not book money of a charge, given up',
    );
  if (settled.length === one.events.length) await unposted.settled(one);
  else {
    await unposted.tellAgain(one, settled);
    return true;
  }
  return false;
}

type Rows = ReadonlyMap<string, string>;

/** How far refund has the rows of the bank returns among these events. */
async function rowsOf({ refunds }: Deps, { id, events }: Unposted): Promise<Rows> {
  const ids = events.flatMap(({ event }) => bankReturnIn(event)?.refundId ?? []);
  return ids.length === 0 ? new Map() : refunds.statuses({ requestId: id }, [...new Set(ids)]);
}

const bankReturnIn = ({ type, value }: UnpostedEvent['event']) =>
  type === 'charge.returned_by_bank'
    ? (chargeEventCodec.decode(bytesOf(value)).returnedByBank ?? undefined)
    : undefined;

/** Refund may be further than the event: what it was told of later contains what came before. */
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
