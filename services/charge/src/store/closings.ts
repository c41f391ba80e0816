import { databaseTime, EVER } from '@gx/runtime/mongo';
import type { Charge } from '../domain/charge.ts';
import { chargeQueue } from './charge-queue.ts';
import { DUE } from './due.ts';
import type { ChargeCollection } from './stored-charges.ts';

export type ClosingStore = ReturnType<typeof closingStore>;

/** More are not counted: the number says how bad it is, not how bad exactly. */
const COUNTED_MAX = 10_000;

/** Charges whose time is over, and intents to close: found by the database's clock, a bank at a time. */
export function closingStore(charges: ChargeCollection) {
  const { connection, model } = charges;
  // An intent to expire is written without a claim: no charge may be found before its time.
  const now = () => databaseTime(connection);
  const expiries = chargeQueue(charges, { ...DUE.expiry, now });
  const closings = chargeQueue(charges, DUE.closing);

  return {
    /**
     * What is to be closed at a bank now: closings that nobody is at, left by a process that died or
     * rescheduled, then charges past their time that nobody has begun to close. The longest waiting first.
     */
    async due(bankProfileId: string, limit: number): Promise<Charge[]> {
      const found = await Promise.all([closings.due(bankProfileId, limit), expiries.due(bankProfileId, limit)]);
      return found.flat();
    },

    claim: closings.claim,
    reschedule: closings.reschedule,

    /**
     * How many charges of a bank should have been closed `ms` ago: past their time, or to be cancelled by
     * request.
     */
    async waiting(bankProfileId: string, ms: number): Promise<number> {
      const time = new Date((await closings.now()).getTime() - ms);
      const [unbegun, begun] = await Promise.all([
        expiries.countOlder(bankProfileId, ms, COUNTED_MAX),
        model
          .countDocuments({
            [closings.path(bankProfileId)]: EVER,
            $or: [{ 'closing.at': { $lte: time } }, { 'paymentOptions.pix.expiresAt': { $lte: time } }],
          } as never)
          .limit(COUNTED_MAX),
      ]);
      return unbegun + begun;
    },
  };
}
