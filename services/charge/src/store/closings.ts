import { addMillis } from '@gx/core';
import { databaseTime } from '@gx/runtime/mongo';
import type { Connection } from 'mongoose';
import type { Charge } from '../domain/charge.ts';
import { type ChargeDocument, chargeOf } from './charge-document.ts';
import type { ChargeModel } from './charge-model.ts';

export type ClosingStore = ReturnType<typeof closingStore>;

/**
 * Whoever writes or takes up an intent is left alone with it for this long: longer than all that one closing
 * asks of a bank.
 */
const LEASE_MS = 20_000;
/** A closing that the bank leaves open is tried again after half of its age, within these bounds. */
const PAUSE_MS = { min: 2_000, max: 600_000 } as const;
const NO_OUTBOX = { outbox: 0 } as const;
/** Later than nothing: the index of closings under way holds only charges that have such a time. */
const EVER = { $gt: new Date(0) } as const;
/** More are not counted: the number says how bad it is, not how bad exactly. */
const COUNTED_MAX = 10_000;

/** Charges whose time is over, and intents to close: found by the database's clock, a bank at a time. */
export function closingStore(connection: Connection, model: ChargeModel) {
  const page = async (filter: Record<string, unknown>, by: string, limit: number): Promise<Charge[]> => {
    const documents = await model
      .find(filter, NO_OUTBOX)
      .sort({ [by]: 1 })
      .limit(limit)
      .lean<ChargeDocument[]>();
    return documents.map(chargeOf);
  };
  const openSince = (bankProfileId: string, time: Date) =>
    ({
      bankProfileId,
      status: 'WAITING_PAYMENT',
      awaitingPosting: false,
      closing: null,
      'pix.expiresAt': { $lte: time },
    }) as const;

  return {
    /**
     * What is to be closed at a bank now: closings that nobody is at, left by a process that died or put off,
     * then charges past their time that nobody has begun to close. The longest waiting first.
     */
    async due(bankProfileId: string, limit: number): Promise<Charge[]> {
      const now = await databaseTime(connection);
      const [left, expired] = await Promise.all([
        page({ bankProfileId, closeAt: { ...EVER, $lte: addMillis(now, -LEASE_MS) } }, 'closeAt', limit),
        page(openSince(bankProfileId, now), 'pix.expiresAt', limit),
      ]);
      return [...left, ...expired];
    },

    /** Takes up a closing that nobody is at; undefined when somebody else came first. */
    async take({ id, tenant: { accountId, livemode } }: Charge): Promise<Charge | undefined> {
      const isLeft = { $lte: ['$closeAt', { $subtract: ['$$NOW', LEASE_MS] }] };
      const document = await model
        .findOneAndUpdate(
          { _id: id, accountId, livemode, closeAt: EVER, $expr: isLeft },
          [{ $set: { closeAt: '$$NOW' } }],
          { returnDocument: 'after', projection: NO_OUTBOX, updatePipeline: true },
        )
        .lean<ChargeDocument>();
      return document === null ? undefined : chargeOf(document);
    },

    /** Gives a closing back for a while: `pauseMs`, or longer the longer it has been waiting. */
    async putOff({ id, tenant: { accountId, livemode } }: Charge, pauseMs?: number): Promise<void> {
      const half = { $divide: [{ $subtract: ['$$NOW', '$closing.at'] }, 2] };
      const growing = { $min: [PAUSE_MS.max, { $max: [PAUSE_MS.min, half] }] };
      const closeAt = { $add: ['$$NOW', pauseMs ?? growing, -LEASE_MS] };
      await model.updateOne({ _id: id, accountId, livemode, closeAt: EVER }, [{ $set: { closeAt } }], {
        updatePipeline: true,
      });
    },

    /**
     * How many charges of a bank should have been closed `ms` ago: past their time, or asked to be cancelled.
     */
    async waiting(bankProfileId: string, ms: number): Promise<number> {
      const time = addMillis(await databaseTime(connection), -ms);
      const [unbegun, begun] = await Promise.all([
        model.countDocuments(openSince(bankProfileId, time)).limit(COUNTED_MAX),
        model
          .countDocuments({
            bankProfileId,
            closeAt: EVER,
            $or: [{ 'closing.at': { $lte: time } }, { 'pix.expiresAt': { $lte: time } }],
          })
          .limit(COUNTED_MAX),
      ]);
      return unbegun + begun;
    },
  };
}
