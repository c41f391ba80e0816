import { type Cents, cents, type EndToEndId, type Id, invariant, type Tenant } from '@gx/core';
import { isDuplicateKey } from '@gx/runtime/mongo';
import { type Connection, type Model, Schema } from 'mongoose';
import { REFUNDS_MAX } from '../domain/refund-request.ts';

/** What one refund takes of a charge. */
export type Share = { readonly refundId: Id<'refund'>; readonly amount: Cents };
/** How much of a charge may go back, and who has a right to what. */
export type RefundableDocument = {
  _id: Id<'charge'>;
  accountId: Id<'account'>;
  livemode: boolean;
  amount: Cents;
  currency: string;
  bankProfileId: string;
  endToEndId: EndToEndId;
  settledAt: Date;
  shares: Share[];
  /** How many of its refunds failed: their shares are free, their places are not. Absent from documents of earlier versions. */
  failed?: number;
};
export type RefundableFacts = Pick<
  RefundableDocument,
  'amount' | 'currency' | 'bankProfileId' | 'endToEndId' | 'settledAt'
>;
export type RefundableStore = ReturnType<typeof refundableStore>;
/** The share that is reserved; or there is no place for another refund; or what is left instead. */
export type Reservation =
  | { readonly kind: 'reserved'; readonly amount: Cents }
  | { readonly kind: 'full' }
  | { readonly kind: 'short'; readonly left: Cents };

const required = (type: unknown) => ({ type, required: true });
const share = new Schema({ refundId: required(String), amount: required(Number) } as never, {
  _id: false,
  strict: 'throw',
});
const schema = new Schema<RefundableDocument>(
  {
    _id: required(String),
    accountId: required(String),
    livemode: required(Boolean),
    amount: required(Number),
    currency: required(String),
    bankProfileId: required(String),
    endToEndId: required(String),
    settledAt: required(Date),
    shares: [share],
    failed: Number,
  } as never,
  { collection: 'refundables', versionKey: false, strict: 'throw', strictQuery: 'throw' },
);

const TAKEN = { $sum: '$shares.amount' };
const LEFT = { $subtract: ['$amount', TAKEN] };
const FAILED = { $ifNull: ['$failed', 0] };
const HAS_PLACE = { $lt: [{ $add: [{ $size: '$shares' }, FAILED] }, REFUNDS_MAX] };

/**
 * The cap: one document per charge, whose shares never sum to more than its amount, and which has no more refunds than a charge may have,
 * whatever happens at the same moment.
 */
export function refundableStore(connection: Connection) {
  const model =
    (connection.models['Refundable'] as Model<RefundableDocument> | undefined) ??
    connection.model<RefundableDocument>('Refundable', schema);
  /**
   * As it stands on the primary, also what no majority has yet: who builds on it writes after it, and a majority that has the later write has
   * the earlier one.
   */
  const find = async ({ accountId, livemode }: Tenant, chargeId: Id<'charge'>): Promise<RefundableDocument> => {
    const query = model.findOne({ _id: chargeId, accountId, livemode }).readConcern('local');
    const document = await query.lean<RefundableDocument>();
    invariant(document !== null, 'a share is asked for of a charge that nobody noted');
    return document;
  };

  return {
    /** Notes a charge once; what is noted stays, since a settled payment does not change. */
    async note({ accountId, livemode }: Tenant, chargeId: Id<'charge'>, facts: RefundableFacts): Promise<void> {
      const { amount, currency, bankProfileId, endToEndId, settledAt } = facts;
      const made = { amount, currency, bankProfileId, endToEndId, settledAt, shares: [], failed: 0 };
      try {
        await model.updateOne({ _id: chargeId, accountId, livemode }, { $setOnInsert: made }, { upsert: true });
      } catch (error) {
        // Somebody noted it at the same moment.
        if (!isDuplicateKey(error)) throw error;
      }
    },

    /** Reserves a share, `null` for all that is left; repeated, it answers the share that stands. */
    async reserve(
      tenant: Tenant,
      chargeId: Id<'charge'>,
      want: { refundId: Id<'refund'>; amount: Cents | null },
    ): Promise<Reservation> {
      const { accountId, livemode } = tenant;
      const amount = want.amount === null ? LEFT : { $literal: want.amount };
      const fits = want.amount === null ? { $gt: [LEFT, 0] } : { $lte: [want.amount, LEFT] };
      const push = { $concatArrays: ['$shares', [{ refundId: { $literal: want.refundId }, amount }]] };
      await model.updateOne(
        {
          _id: chargeId,
          accountId,
          livemode,
          'shares.refundId': { $ne: want.refundId },
          $expr: { $and: [fits, HAS_PLACE] },
        },
        [{ $set: { shares: push } }],
        { updatePipeline: true },
      );
      const { amount: whole, shares, failed = 0 } = await find(tenant, chargeId);
      const mine = shares.find(({ refundId }) => refundId === want.refundId);
      if (mine !== undefined) return { kind: 'reserved', amount: mine.amount };
      if (shares.length + failed >= REFUNDS_MAX) return { kind: 'full' };
      return { kind: 'short', left: cents(shares.reduce((left, taken) => left - taken.amount, whole as number)) };
    },

    /** Who has a share of the charge. */
    holders: async (tenant: Tenant, chargeId: Id<'charge'>): Promise<Id<'refund'>[]> =>
      (await find(tenant, chargeId)).shares.map(({ refundId }) => refundId),

    /** Gives back the shares of refunds that failed. Each keeps its place, once however often this is said. */
    async free(
      { accountId, livemode }: Tenant,
      chargeId: Id<'charge'>,
      refundIds: readonly Id<'refund'>[],
    ): Promise<void> {
      const isTheirs = { $in: ['$$this.refundId', { $literal: refundIds }] };
      const theirs = { $filter: { input: '$shares', cond: isTheirs } };
      const others = { $filter: { input: '$shares', cond: { $not: isTheirs } } };
      await model.updateOne(
        { _id: chargeId, accountId, livemode, 'shares.refundId': { $in: refundIds } },
        [{ $set: { shares: others, failed: { $add: [FAILED, { $size: theirs }] } } }],
        { updatePipeline: true },
      );
    },

    /** Takes back the shares of refunds that never came to be: nothing of them stays. */
    async forget(
      { accountId, livemode }: Tenant,
      chargeId: Id<'charge'>,
      refundIds: readonly Id<'refund'>[],
    ): Promise<void> {
      await model.updateOne(
        { _id: chargeId, accountId, livemode },
        { $pull: { shares: { refundId: { $in: refundIds } } } },
      );
    },
  };
}
