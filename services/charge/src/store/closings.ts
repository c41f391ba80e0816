import { databaseTime, EVER, workQueue } from '@gx/runtime/mongo';
import type { Connection } from 'mongoose';
import type { Charge } from '../domain/charge.ts';
import { RETRY_POLICIES } from '../domain/retry-policies.ts';
import { type ChargeDocument, chargeOf, identityOf } from './charge-document.ts';
import type { ChargeModel } from './charge-model.ts';
import { DUE } from './due.ts';

export type ClosingStore = ReturnType<typeof closingStore>;

const PAUSE = { since: '$closing.at', ...RETRY_POLICIES.closing } as const;
/** More are not counted: the number says how bad it is, not how bad exactly. */
const COUNTED_MAX = 10_000;

/** Charges whose time is over, and intents to close: found by the database's clock, a bank at a time. */
export function closingStore(connection: Connection, model: ChargeModel) {
  // An intent to expire is written without a claim: no charge may be found before its time.
  const now = () => databaseTime(connection);
  const expiries = workQueue<ChargeDocument>(model, { connection, ...DUE.expiry, now });
  const closings = workQueue<ChargeDocument>(model, { connection, ...DUE.closing });

  return {
    /**
     * What is to be closed at a bank now: closings that nobody is at, left by a process that died or
     * rescheduled, then charges past their time that nobody has begun to close. The longest waiting first.
     */
    async due(bankProfileId: string, limit: number): Promise<Charge[]> {
      const found = await Promise.all([closings.due(bankProfileId, limit), expiries.due(bankProfileId, limit)]);
      return found.flat().map(chargeOf);
    },

    /** Claims a closing that nobody is at; undefined when somebody else came first. */
    async claim(charge: Charge): Promise<Charge | undefined> {
      const document = await closings.claim(identityOf(charge), charge.bankProfileId);
      return document === null ? undefined : chargeOf(document);
    },

    /** Gives a closing back for a while: `pauseMs`, or longer the longer it has been waiting. */
    reschedule: (charge: Charge, pauseMs?: number): Promise<void> =>
      closings.reschedule(identityOf(charge), charge.bankProfileId, pauseMs ?? PAUSE),

    /**
     * How many charges of a bank should have been closed `ms` ago: past their time, or asked to be cancelled.
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
