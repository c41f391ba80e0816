import type { Status } from '../domain/transitions.ts';
import type { ChargeDocument } from './charge-document.ts';
import { type ChargeModel, CODES_IN_TEST_MODE } from './charge-model.ts';
import { withShownCharge } from './event-charges.ts';
import type { LastEvent } from './last-event.ts';

export type EndedCodes = ReturnType<typeof endedCodes>;

/** Whose payer may still need the code. */
const OPEN: readonly Status[] = ['PENDING', 'WAITING_PAYMENT', 'PROCESSING'];
const READ = { version: 1, lastEvent: 1 } as const;
type Read = Pick<ChargeDocument, '_id' | 'version' | 'lastEvent'>;

/** What payers of test charges needed, once nobody can pay them any more (ADR 129). */
export const endedCodes = (model: ChargeModel) => ({
  /**
   * Takes the codes out of test charges that have ended and were created before `before`, at most `limit` of
   * each kind; whether there may be more. A charge that somebody else writes to meanwhile is left for the
   * next time.
   */
  async end(before: Date, limit: number): Promise<boolean> {
    let isMore = false;
    // One kind after the other: a charge may have both, and loses both at once.
    for (const { name, path } of CODES_IN_TEST_MODE) {
      const ended = { livemode: false, [path]: { $exists: true }, createdAt: { $lt: before } };
      const found = await model
        .find({ ...ended, status: { $nin: OPEN } } as never, READ)
        .hint(name)
        .limit(limit)
        .lean<Read[]>();
      const removed = await removeCodes(model, found);
      isMore ||= found.length === limit && removed > 0;
    }
    return isMore;
  },
});

async function removeCodes(model: ChargeModel, found: readonly Read[]): Promise<number> {
  if (found.length === 0) return 0;
  const $unset = Object.fromEntries(CODES_IN_TEST_MODE.map(({ inEach }) => [inEach, '']));
  const writes = found.map(({ _id, version, lastEvent }) => {
    const $set = lastEvent?.value == null ? {} : { 'lastEvent.value': withoutCodes(lastEvent.value) };
    return { updateOne: { filter: { _id, version }, update: { $set, $unset, $inc: { version: 1 } } } };
  });
  return (await model.collection.bulkWrite(writes as never[], { ordered: false })).modifiedCount;
}

/** An event as it is sent again: of the charge without its codes. */
const withoutCodes = (value: NonNullable<LastEvent['value']>): Buffer =>
  withShownCharge(value, ({ pix: _, order: __, ...charge }) => ({ ...charge, otherOrders: [] }));
