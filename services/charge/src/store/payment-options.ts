import type { Charge } from '../domain/charge.ts';
import { type ChargeDocument, chargeOf } from './charge-document.ts';
import type { ChargeModel } from './charge-model.ts';

export type OptionStore = ReturnType<typeof optionStore>;

/**
 * Whoever takes up the options of a charge is left alone with them for this long: longer than all that it
 * asks of a provider.
 */
const LEASE_MS = 30_000;
/**
 * What a provider leaves undone is tried again after half of the time for which it has been wanted, within
 * these bounds.
 */
const PAUSE_MS = { min: 5_000, max: 600_000 } as const;
/** Since when: the payment or the intent that ends the choice, else the charge. */
const WANTED_SINCE = { $ifNull: ['$settlement.acceptedAt', '$closing.at', '$createdAt'] };
const NO_OUTBOX = { outbox: 0 } as const;
/** Later than nothing: the index holds only charges that have such a time. */
const EVER = { $gt: new Date(0) } as const;
const IS_TIME = { $expr: { $lte: ['$optionsAt', '$$NOW'] } } as const;

/** Charges some of whose options are to be opened or closed, by the database's clock, a bank at a time. */
export function optionStore(model: ChargeModel) {
  return {
    /** Those that nobody is at, the longest waiting first. */
    async due(bankProfileId: string, limit: number): Promise<Charge[]> {
      const documents = await model
        .find({ bankProfileId, optionsAt: EVER, ...IS_TIME }, NO_OUTBOX)
        .sort({ optionsAt: 1 })
        .limit(limit)
        .lean<ChargeDocument[]>();
      return documents.map(chargeOf);
    },

    /** Takes up the options of a charge; undefined when somebody else came first. */
    async take({ id, tenant: { accountId, livemode } }: Charge): Promise<Charge | undefined> {
      const document = await model
        .findOneAndUpdate(
          { _id: id, accountId, livemode, optionsAt: EVER, ...IS_TIME },
          [{ $set: { optionsAt: { $add: ['$$NOW', LEASE_MS] } } }],
          { returnDocument: 'after', projection: NO_OUTBOX, updatePipeline: true },
        )
        .lean<ChargeDocument>();
      return document === null ? undefined : chargeOf(document);
    },

    /** Gives them back for a while, which grows. */
    async putOff({ id, tenant: { accountId, livemode } }: Charge): Promise<void> {
      const half = { $divide: [{ $subtract: ['$$NOW', WANTED_SINCE] }, 2] };
      const optionsAt = { $add: ['$$NOW', { $min: [PAUSE_MS.max, { $max: [PAUSE_MS.min, half] }] }] };
      await model.updateOne({ _id: id, accountId, livemode, optionsAt: EVER }, [{ $set: { optionsAt } }], {
        updatePipeline: true,
      });
    },
  };
}
