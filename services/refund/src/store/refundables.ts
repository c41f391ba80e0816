import { type Cents, cents, type EndToEndId, type Id, invariant, type Tenant } from '@gx/core';
import { isDuplicateKey } from '@gx/runtime/mongo';
import { type Connection, type Model, Schema } from 'mongoose';
import { REFUNDS_MAX } from '../domain/refund-request.ts';
import type { BankShare } from '../domain/settlement.ts';

/**
 * What one refund takes of a charge; `cost`: what the platform bears of its fee; `sent`: it may have left, so
 * nobody else may have it.
 */
export type Share = {
  readonly refundId: Id<'refund'>;
  readonly amount: Cents;
  readonly cost?: Cents;
  readonly sent?: boolean;
};
/** How much of a charge may go back, and who has a right to what. */
export type RefundableDocument = {
  _id: Id<'charge'>;
  accountId: Id<'account'>;
  livemode: boolean;
  amount: Cents;
  currency: string;
  bankProfileId: string;
  endToEndId: EndToEndId;
  paidAt: Date;
  shares: Share[];
  /** What the bank takes back by itself: it counts with the shares, and may exceed what is left. */
  bankReturns: BankShare[];
  fees: { provider: Cents; platform: Cents };
  /** How many of its refunds failed: their shares are free, their places are not. */
  failed: number;
};
export type RefundableDetails = Pick<
  RefundableDocument,
  'amount' | 'currency' | 'bankProfileId' | 'endToEndId' | 'paidAt' | 'fees'
> & { readonly bankReturns: readonly BankShare[] };
/**
 * Whether a share may leave: now, or it was claimed before and does not fit any more, or the bank has taken
 * what it would take.
 */
export type SendClaim = 'claimed' | 'sent_before' | 'taken_by_bank' | 'unknown';
export type RefundableStore = ReturnType<typeof refundableStore>;
/** The share that is reserved; or there is no place for another refund; or what is left instead. */
export type Reservation =
  | { readonly kind: 'reserved'; readonly amount: Cents; readonly creditMax: Cents }
  | { readonly kind: 'full' }
  /** The platform would bear more fees than it earned with the charge. */
  | { readonly kind: 'margin' }
  | { readonly kind: 'short'; readonly left: Cents };

const required = (type: unknown) => ({ type, required: true });
const nested = (fields: object) => new Schema(fields as never, { _id: false, strict: 'throw' });
const share = nested({ refundId: required(String), amount: required(Number), cost: Number, sent: Boolean });
const bankShare = nested({ devolutionId: required(String), amount: required(Number), status: required(String) });
const schema = new Schema<RefundableDocument>(
  {
    _id: required(String),
    accountId: required(String),
    livemode: required(Boolean),
    amount: required(Number),
    currency: required(String),
    bankProfileId: required(String),
    endToEndId: required(String),
    paidAt: required(Date),
    shares: [share],
    bankReturns: [bankShare],
    fees: nested({ provider: required(Number), platform: required(Number) }),
    failed: required(Number),
  } as never,
  { collection: 'refundables', versionKey: false, strict: 'throw', strictQuery: 'throw' },
);

/** Of what the bank takes back, all but what came to nothing. */
const BY_BANK = {
  $sum: {
    $map: {
      input: { $filter: { input: '$bankReturns', cond: { $ne: ['$$this.status', 'FAILED'] } } },
      in: '$$this.amount',
    },
  },
};
const TAKEN = { $add: [{ $sum: '$shares.amount' }, BY_BANK] };
const LEFT = { $subtract: ['$amount', TAKEN] };
/**
 * What the platform bears of the fees of this charge's refunds so far, and whether a further cost fits: the
 * first is always borne (decisions, section 10).
 */
const COST = { $sum: '$shares.cost' };
const isBorne = (cost: Cents) => ({ $or: [{ $eq: [COST, 0] }, { $lte: [{ $add: [COST, cost] }, '$fees.platform'] }] });
const IS_BELOW_LIMIT = { $lt: [{ $add: [{ $size: '$shares' }, '$failed'] }, REFUNDS_MAX] };

/**
 * The cap: one document per charge, whose shares never sum to more than its amount, and which has no more
 * refunds than a charge may have, whatever happens at the same moment.
 */
export function refundableStore(connection: Connection) {
  const model =
    (connection.models['Refundable'] as Model<RefundableDocument> | undefined) ??
    connection.model<RefundableDocument>('Refundable', schema);
  /**
   * As it stands on the primary, also what no majority has yet: who builds on it writes after it, and a
   * majority that has the later write has the earlier one.
   */
  const find = async ({ accountId, livemode }: Tenant, chargeId: Id<'charge'>): Promise<RefundableDocument> => {
    const query = model.findOne({ _id: chargeId, accountId, livemode }).readConcern('local');
    const document = await query.lean<RefundableDocument>();
    invariant(document !== null, 'a share is requested of a charge that nobody noted');
    return document;
  };

  /**
   * Notes what the bank takes back of a charge, each in its latest state; of a charge that nobody has noted
   * nothing is kept.
   */
  async function recordBankReturns(
    { accountId, livemode }: Tenant,
    chargeId: Id<'charge'>,
    bankReturns: readonly BankShare[],
  ): Promise<void> {
    for (const { devolutionId, amount, status } of bankReturns) {
      const isIt = { $eq: ['$$this.devolutionId', { $literal: devolutionId }] };
      const known = { $filter: { input: '$bankReturns', cond: isIt } };
      const one = { devolutionId: { $literal: devolutionId }, amount, status: { $literal: status } };
      // What the bank has executed stands, whatever comes late.
      const isFinal = { $in: ['REFUNDED', { $map: { input: known, in: '$$this.status' } }] };
      const others = { $filter: { input: '$bankReturns', cond: { $not: isIt } } };
      await model.updateOne(
        { _id: chargeId, accountId, livemode },
        [{ $set: { bankReturns: { $cond: [isFinal, '$bankReturns', { $concatArrays: [others, [one]] }] } } }],
        { updatePipeline: true },
      );
    }
  }

  return {
    /** Notes a charge once; what is noted stays, since a settled payment does not change. */
    async note({ accountId, livemode }: Tenant, chargeId: Id<'charge'>, details: RefundableDetails): Promise<void> {
      const { amount, currency, bankProfileId, endToEndId, paidAt, fees, bankReturns } = details;
      const settled = { amount, currency, bankProfileId, endToEndId, paidAt, fees };
      const made = { ...settled, shares: [], bankReturns: [], failed: 0 };
      try {
        await model.updateOne({ _id: chargeId, accountId, livemode }, { $setOnInsert: made }, { upsert: true });
      } catch (error) {
        // Somebody noted it at the same moment.
        if (!isDuplicateKey(error)) throw error;
      }
      await recordBankReturns({ accountId, livemode }, chargeId, bankReturns);
    },

    recordBankReturns,

    /**
     * Claims that a share is about to leave. It may, where it fits beside what has left already and what the
     * bank takes back: decided here alone, whatever else changes the charge. Claimed before, it may leave
     * again as far as this says. `unknown`: nobody has such a share any more.
     */
    async claimSend(tenant: Tenant, chargeId: Id<'charge'>, refundId: Id<'refund'>): Promise<SendClaim> {
      const { accountId, livemode } = tenant;
      const mine = { $eq: ['$$this.refundId', { $literal: refundId }] };
      const sent = { $filter: { input: '$shares', cond: { $or: [mine, { $eq: ['$$this.sent', true] }] } } };
      const out = { $add: [{ $sum: { $map: { input: sent, in: '$$this.amount' } } }, BY_BANK] };
      const marked = {
        $map: { input: '$shares', in: { $cond: [mine, { $mergeObjects: ['$$this', { sent: true }] }, '$$this'] } },
      };
      const { matchedCount } = await model.updateOne(
        { _id: chargeId, accountId, livemode, 'shares.refundId': refundId, $expr: { $lte: [out, '$amount'] } },
        [{ $set: { shares: marked } }],
        { updatePipeline: true },
      );
      if (matchedCount > 0) return 'claimed';
      const share = (await find(tenant, chargeId)).shares.find((one) => one.refundId === refundId);
      return share === undefined ? 'unknown' : share.sent === true ? 'sent_before' : 'taken_by_bank';
    },

    /** Reserves a share, `null` for all that is left; repeated, it answers the share that stands. */
    async reserve(
      tenant: Tenant,
      chargeId: Id<'charge'>,
      want: { refundId: Id<'refund'>; amount: Cents | null; cost?: Cents },
    ): Promise<Reservation> {
      const { accountId, livemode } = tenant;
      const amount = want.amount === null ? LEFT : { $literal: want.amount };
      const fits = want.amount === null ? { $gt: [LEFT, 0] } : { $lte: [want.amount, LEFT] };
      const { cost = cents(0) } = want;
      const borne = cost === 0 ? {} : { cost };
      const push = { $concatArrays: ['$shares', [{ refundId: { $literal: want.refundId }, amount, ...borne }]] };
      await model.updateOne(
        {
          _id: chargeId,
          accountId,
          livemode,
          'shares.refundId': { $ne: want.refundId },
          $expr: { $and: [fits, IS_BELOW_LIMIT, ...(cost === 0 ? [] : [isBorne(cost)])] },
        },
        [{ $set: { shares: push } }],
        { updatePipeline: true },
      );
      const { amount: whole, shares, failed, bankReturns, fees } = await find(tenant, chargeId);
      const mine = shares.find(({ refundId }) => refundId === want.refundId);
      const creditMax = cents(fees.provider + fees.platform);
      if (mine !== undefined) return { kind: 'reserved', amount: mine.amount, creditMax };
      if (shares.length + failed >= REFUNDS_MAX) return { kind: 'full' };
      const byBank = bankReturns.filter(({ status }) => status !== 'FAILED');
      const left = [...shares, ...byBank].reduce((rest, bankReturn) => rest - bankReturn.amount, whole as number);
      const isShort = left < 1 || (want.amount ?? 0) > left;
      return isShort ? { kind: 'short', left: cents(Math.max(0, left)) } : { kind: 'margin' };
    },

    /** Who has a share of the charge. */
    holders: async (tenant: Tenant, chargeId: Id<'charge'>): Promise<Id<'refund'>[]> =>
      (await find(tenant, chargeId)).shares.map(({ refundId }) => refundId),

    /**
     * Gives back the shares of refunds that failed. Each keeps its place, once however often this is said.
     */
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
        [{ $set: { shares: others, failed: { $add: ['$failed', { $size: theirs }] } } }],
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
