import type { Cents, EndToEndId, Id } from '@gx/core';
import {
  DUE_INDEX,
  type DueTimes,
  databaseTime,
  isDuplicateKey,
  OUTBOX_INDEX,
  type OutboxRecord,
  type OutboxRelay,
  redeliveryQueue,
} from '@gx/runtime/mongo';
import { type Connection, type Model, Schema, type Types } from 'mongoose';
import type { ReceivedPix } from '../domain/decide-payment.ts';
import { DUE_PATHS } from './due.ts';
import { encodeUnmatchedPayment } from './encode-event.ts';

/** Money that belongs to no charge of ours: owned by the platform, never credited, returned. */
export type UnmatchedPaymentDocument = {
  _id: Types.ObjectId;
  bankProfileId: string;
  livemode: boolean;
  endToEndId: EndToEndId;
  txid: string | null;
  amount: Cents;
  paidAt: Date;
  reason: 'UNKNOWN_CHARGE';
  storedAt: Date;
  returnId: Id<'refund'>;
  returnedAt: Date | null;
  /** What the bank had taken back of it by itself when it was stored, where that was a part. */
  returnedByBank?: Cents;
  /** Under `returns`, until refund acknowledges the order: when it was last published. */
  due?: DueTimes;
  /**
   * Seen and not ordered yet, since the bank does not say whose it is: a charge may come for it. Absent from
   * every other.
   */
  noted?: boolean;
  outbox: OutboxRecord[];
};
export type UnmatchedPaymentStore = ReturnType<typeof unmatchedPaymentStore>;
export type UnmatchedPayment = ReceivedPix & {
  readonly bankProfileId: string;
  readonly livemode: boolean;
  readonly txid: string | null;
  readonly storedAt: Date;
  readonly returnId: Id<'refund'>;
  /** When the bank showed it as given back before we could order that; null: it is ordered. */
  readonly returnedAt: Date | null;
  readonly returnedByBank?: Cents;
};

/** Where a Pix stands that may be an unmatched payment; undefined: nobody has seen it. */
export type UnmatchedPaymentStanding = 'noted' | 'ordered' | undefined;

const COLLECTION = 'unmatched_payments';
/**
 * How long one is only noted. The process that records a payment looks for unmatched payments right before
 * the write, which takes milliseconds.
 */
const NOTED_MS = 1_500;
const schema = new Schema<UnmatchedPaymentDocument>({}, { collection: COLLECTION, strict: false, strictQuery: false });
export type UnmatchedPaymentModel = Model<UnmatchedPaymentDocument>;

/** Makes the indexes that are missing. */
export async function makeUnmatchedPaymentIndexes(connection: Connection): Promise<void> {
  await connection.collection(COLLECTION).createIndexes([
    { key: { bankProfileId: 1, endToEndId: 1 }, name: 'payment', unique: true },
    // Several profiles may speak for one account, and each hears of the same money: it is one unmatched
    // payment all the same.
    {
      key: { livemode: 1, endToEndId: 1 },
      name: 'pix',
      unique: true,
      partialFilterExpression: { livemode: { $exists: true } },
    },
    { key: { returnId: 1 }, name: 'return' },
    { key: DUE_INDEX.keys, ...DUE_INDEX.options },
    { key: OUTBOX_INDEX.keys, ...OUTBOX_INDEX.options },
  ]);
}

/** The model on a connection, with its indexes made. */
export async function unmatchedPaymentModel(connection: Connection): Promise<UnmatchedPaymentModel> {
  const model =
    (connection.models['UnmatchedPayment'] as UnmatchedPaymentModel | undefined) ??
    connection.model<UnmatchedPaymentDocument>('UnmatchedPayment', schema);
  await makeUnmatchedPaymentIndexes(connection);
  return model;
}

/** Unmatched payments, each with the order to return it beside it. */
export function unmatchedPaymentStore(model: UnmatchedPaymentModel, relay: Pick<OutboxRelay, 'publish'>) {
  const queue = redeliveryQueue(model, { connection: model.db, relay, path: DUE_PATHS.returns });
  const dueNow = async () => ({ returns: await databaseTime(model.db) });
  const insert = async (document: Omit<UnmatchedPaymentDocument, '_id'>) =>
    (await model.collection.insertOne(document as UnmatchedPaymentDocument)).insertedId;
  return {
    /**
     * Stores an unmatched payment once for its environment, with the order to return it; whether it was new.
     */
    async add(unmatchedPayment: UnmatchedPayment): Promise<boolean> {
      const { returnedAt } = unmatchedPayment;
      const outbox = returnedAt === null ? [encodeUnmatchedPayment(unmatchedPayment, unmatchedPayment.storedAt)] : [];
      const order = outbox.length === 0 ? { outbox } : { outbox, due: await dueNow() };
      try {
        const id = await insert({ ...unmatchedPayment, reason: 'UNKNOWN_CHARGE', ...order });
        if (outbox.length > 0) relay.publish({ id, outbox });
        return true;
      } catch (error) {
        if (isDuplicateKey(error)) return false;
        throw error;
      }
    },

    /**
     * Notes a Pix that nobody has named, once for its environment. It is ordered when it was looked for among
     * the payments once more.
     */
    async note(unmatchedPayment: UnmatchedPayment): Promise<void> {
      // Due already: should the process that noted it never come again, it is published like an order that
      // was lost.
      const order = { noted: true, due: await dueNow(), outbox: [] };
      await insert({ ...unmatchedPayment, reason: 'UNKNOWN_CHARGE', ...order }).catch(unlessThere);
    },

    /** Orders what was noted long enough ago; whether it did. */
    async orderNoted(livemode: boolean, endToEndId: EndToEndId): Promise<boolean> {
      const noted = { livemode, endToEndId, noted: true };
      const isDue = { $expr: { $lte: [`$${DUE_PATHS.returns}`, { $subtract: ['$$NOW', NOTED_MS] }] } };
      const unmatchedPayment = await model
        .findOne({ ...noted, ...isDue }, { outbox: 0 })
        .lean<UnmatchedPaymentDocument>();
      if (unmatchedPayment === null) return false;
      const { _id: id, storedAt } = unmatchedPayment;
      const outbox = [encodeUnmatchedPayment(unmatchedPayment, storedAt)];
      const { matchedCount } = await model.updateOne(
        { _id: id, noted: true },
        { $unset: { noted: true }, $push: { outbox: { $each: outbox } }, $currentDate: { [DUE_PATHS.returns]: true } },
      );
      if (matchedCount > 0) relay.publish({ id, outbox });
      return matchedCount > 0;
    },

    /** What became of a Pix so far, whatever profile of its environment it came through. */
    async standing(bankProfileIds: readonly string[], endToEndId: EndToEndId): Promise<UnmatchedPaymentStanding> {
      const unmatchedPayment = { bankProfileId: { $in: bankProfileIds }, endToEndId };
      const found = await model.findOne(unmatchedPayment, { noted: 1 }).lean<UnmatchedPaymentDocument>();
      return found === null ? undefined : found.noted === true ? 'noted' : 'ordered';
    },

    /**
     * For a charge that has come for these Pix: what was only noted is forgotten. Answers those that are on
     * their way back.
     */
    async forgetNoted(livemode: boolean, endToEndIds: readonly EndToEndId[]): Promise<ReadonlySet<EndToEndId>> {
      const found = await model
        .find({ livemode, endToEndId: { $in: endToEndIds } }, { endToEndId: 1, noted: 1 })
        .lean<UnmatchedPaymentDocument[]>();
      const ordered = new Set<EndToEndId>();
      for (const { _id, endToEndId, noted } of found) {
        const isForgotten = noted === true && (await model.deleteOne({ _id, noted: true })).deletedCount > 0;
        if (!isForgotten) ordered.add(endToEndId);
      }
      return ordered;
    },

    /**
     * Which of these Pix are unmatched payments already, whatever profile of their environment they came
     * through.
     */
    async known(bankProfileIds: readonly string[], endToEndIds: readonly EndToEndId[]): Promise<Set<string>> {
      const found = await model
        .find({ bankProfileId: { $in: bankProfileIds }, endToEndId: { $in: endToEndIds } }, { endToEndId: 1 })
        .lean<UnmatchedPaymentDocument[]>();
      return new Set(found.map(({ endToEndId }) => endToEndId));
    },

    /**
     * Notes that the return of an unmatched payment was taken up, and when it is back at its payer; false
     * when there is no unmatched payment with this return.
     */
    async acknowledge(livemode: boolean, returnId: Id<'refund'>, returnedAt: Date | null): Promise<boolean> {
      const back = returnedAt === null ? [] : [{ $set: { returnedAt: { $ifNull: ['$returnedAt', returnedAt] } } }];
      const { matchedCount } = await model.updateOne({ returnId, livemode }, [{ $unset: DUE_PATHS.returns }, ...back], {
        updatePipeline: true,
      });
      return matchedCount > 0;
    },

    /** Those whose return refund has not acknowledged `afterMs` after the order was last published. */
    unacknowledged: queue.due,

    /** Publishes the order once more, unless another process has. */
    redeliver: (unmatchedPayment: UnmatchedPaymentDocument): Promise<boolean> =>
      queue.republish(unmatchedPayment, [encodeUnmatchedPayment(unmatchedPayment, unmatchedPayment.storedAt)], {
        $unset: { noted: true },
      }),
  };
}

/** Somebody else was first. */
function unlessThere(error: unknown): void {
  if (!isDuplicateKey(error)) throw error;
}
