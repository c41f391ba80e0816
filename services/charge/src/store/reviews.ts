import { databaseTime } from '@gx/runtime/mongo';
import type { Connection } from 'mongoose';
import type { Charge } from '../domain/charge.ts';
import type { IncomingPayment } from '../domain/decide-payment.ts';
import { heldPayment } from '../domain/review.ts';
import { type ChargeDocument, chargeOf } from './charge-document.ts';
import type { ChargeModel } from './charge-model.ts';

export type ReviewStore = ReturnType<typeof reviewStore>;
/** A charge whose money is held, and when the bank is asked again; null: not any more. */
export type OpenReview = { readonly charge: Charge; readonly held: IncomingPayment; readonly nextPollAt: Date | null };
/** A review that this process has taken to ask the bank about. */
export type TakenReview = { readonly charge: Charge; readonly held: IncomingPayment; readonly until: Date };

/**
 * After the money was held, after the first question, … ; the last one again and again until the day is over.
 */
const ASK_AFTER_MS = [5_000, 30_000, 120_000, 600_000, 1_800_000, 3_600_000] as const;
/** From then on only an operator ends it. */
const ASKED_FOR_MS = 24 * 3_600_000;
/**
 * Longer than one question takes: nobody else asks meanwhile, and a dead process' review is taken up after
 * it.
 */
const QUESTION_LEASE_MS = 30_000;
const NO_OUTBOX = { outbox: 0 } as const;

/**
 * Held money, for whoever ends it. The database's clock alone says when the bank is asked again, and how
 * long.
 */
export function reviewStore(connection: Connection, model: ChargeModel) {
  /** `reviewAt` of a review that was never asked about is the moment it began. */
  const dueAt = (now: Date) => [
    { 'review.asked': 0, reviewAt: { $lte: new Date(now.getTime() - ASK_AFTER_MS[0]) } },
    { 'review.asked': { $gt: 0 }, reviewAt: { $lte: now } },
  ];

  return {
    /** Held money, the longest first. */
    async open(limit: number): Promise<OpenReview[]> {
      const documents = await model
        .find({ held: true }, NO_OUTBOX)
        .sort({ heldSince: 1, _id: 1 })
        .limit(limit)
        .lean<ChargeDocument[]>();
      return documents.flatMap((document) => {
        const { charge, held } = heldOf(document);
        const waitMs = charge.review?.asked === 0 ? ASK_AFTER_MS[0] : 0;
        const nextPollAt = document.reviewAt === null ? null : new Date(document.reviewAt.getTime() + waitMs);
        return held === undefined ? [] : [{ charge, held, nextPollAt }];
      });
    },

    /** The banks that may have to be asked now: of a question that was never put `take` knows when. */
    dueBanks: async (): Promise<string[]> =>
      model.distinct('bankProfileId', { held: true, reviewAt: { $lte: await databaseTime(connection) } }),

    /**
     * Takes the review whose question to a bank is due longest; nobody else gets it before the lease is over.
     */
    async take(bankProfileId: string, now: Date): Promise<TakenReview | undefined> {
      const document = await model
        .findOneAndUpdate(
          { held: true, bankProfileId, $or: dueAt(now) },
          [
            {
              $set: {
                reviewAt: { $add: ['$$NOW', QUESTION_LEASE_MS] },
                'review.asked': { $add: ['$review.asked', 1] },
              },
            },
          ],
          { sort: { reviewAt: 1 }, returnDocument: 'after', projection: NO_OUTBOX, updatePipeline: true },
        )
        .lean<ChargeDocument>();
      if (document?.reviewAt == null) return undefined;
      const { charge, held } = heldOf(document);
      return held === undefined ? undefined : { charge, held, until: document.reviewAt };
    },

    /**
     * The bank did not say: it is asked again, or, when the day is over, no more. Whether an operator has to
     * end it now.
     */
    async unanswered({ charge, until }: TakenReview): Promise<boolean> {
      const step = Math.min(charge.review?.asked ?? 1, ASK_AFTER_MS.length - 1);
      const next = { $add: ['$$NOW', ASK_AFTER_MS[step] ?? ASK_AFTER_MS[0]] };
      const end = { $add: ['$heldSince', ASKED_FOR_MS] };
      const document = await model
        .findOneAndUpdate(
          { _id: charge.id, held: true, reviewAt: until },
          [{ $set: { reviewAt: { $cond: [{ $gt: [next, end] }, null, next] } } }],
          { returnDocument: 'after', projection: { reviewAt: 1 }, updatePipeline: true },
        )
        .lean<Pick<ChargeDocument, 'reviewAt'>>();
      return document !== null && document.reviewAt === null;
    },

    /**
     * Whose payer is asked for again later is due at once, held the longest first, at most `max`; how many.
     * Not who is being asked for now.
     */
    async askAtOnce(bankProfileId: string, max: number): Promise<number> {
      const isLater = { $expr: { $gt: ['$reviewAt', { $add: ['$$NOW', QUESTION_LEASE_MS] }] } };
      const waits = { held: true, bankProfileId, reviewAt: { $ne: null }, ...isLater };
      const found = await model
        .find(waits, { _id: 1 })
        .sort({ heldSince: 1 })
        .limit(max)
        .lean<Pick<ChargeDocument, '_id'>[]>();
      if (found.length === 0) return 0;
      const ids = found.map(({ _id }) => _id);
      const { modifiedCount } = await model.updateMany(
        { ...waits, _id: { $in: ids } },
        [{ $set: { reviewAt: '$$NOW' } }],
        { updatePipeline: true },
      );
      return modifiedCount;
    },

    /** How many only an operator ends. */
    waiting: (): Promise<number> => model.countDocuments({ held: true, reviewAt: null }),

    now: () => databaseTime(connection),
  };
}

function heldOf(document: ChargeDocument): { charge: Charge; held: IncomingPayment | undefined } {
  const charge = chargeOf(document);
  return { charge, held: heldPayment(charge) };
}
