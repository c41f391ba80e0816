import { waitAfter } from '@gx/core';
import { duePath, dueTime, EVER, workQueue } from '@gx/runtime/mongo';
import type { Charge } from '../domain/charge.ts';
import type { IncomingPayment } from '../domain/decide-payment.ts';
import { RETRY_POLICIES } from '../domain/retry-policies.ts';
import { heldPayment } from '../domain/review.ts';
import { type ChargeDocument, identityOf } from './charge-document.ts';
import { chargeQueue } from './charge-queue.ts';
import { DUE, DUE_PATHS } from './due.ts';
import type { ChargeCollection } from './stored-charges.ts';
import { updateFirst } from './update-first.ts';

export type ReviewStore = ReturnType<typeof reviewStore>;
/** A charge whose money is held, and when the bank is queried again; null: not any more. */
export type OpenReview = { readonly charge: Charge; readonly held: IncomingPayment; readonly nextPollAt: Date | null };
/** A review whose question to the bank this process has claimed. */
export type ClaimedReview = { readonly charge: Charge; readonly held: IncomingPayment; readonly until: Date };

/** From then on only an operator ends it. */
const QUERIED_FOR_MS = 24 * 3_600_000;
const NO_OUTBOX = { outbox: 0 } as const;

/**
 * Held money, for the job and the operator that end it. The database's clock alone says when the bank is
 * queried again, and how long.
 */
export function reviewStore(charges: ChargeCollection) {
  const { connection, model, stored } = charges;
  const queue = workQueue<ChargeDocument>(model, { connection, ...DUE.payer });
  const warnings = chargeQueue(charges, DUE.operator);

  return {
    /** Held money, the longest first. */
    async open(limit: number): Promise<OpenReview[]> {
      const documents = await model
        .find({ [DUE_PATHS.held]: EVER } as never, NO_OUTBOX)
        .sort({ [DUE_PATHS.held]: 1 })
        .limit(limit)
        .lean<ChargeDocument[]>();
      const opened = await stored.eachOpened(documents);
      return documents.flatMap((document, at) => {
        const { charge, held, queriedAt } = heldOf(document, opened[at] as Charge);
        const nextPollAt = queriedAt === undefined ? null : new Date(queriedAt.getTime() + DUE.payer.afterMs);
        return held === undefined ? [] : [{ charge, held, nextPollAt }];
      });
    },

    /** Reviews whose question to a bank is due, the longest waiting first. */
    due: async (bankProfileId: string, limit: number): Promise<Charge[]> =>
      stored.eachOpened(await queue.due(bankProfileId, limit)),

    /** Claims the query of a review, and counts it; nobody else queries before the lease is over. */
    async claim(charge: Charge): Promise<ClaimedReview | undefined> {
      const counted = { 'review.polls': { $add: ['$review.polls', 1] } };
      const document = await queue.claim(identityOf(charge), charge.bankProfileId, counted);
      if (document === null) return undefined;
      const { held, queriedAt: until, charge: claimed } = heldOf(document, await stored.opened(document));
      return held === undefined || until === undefined ? undefined : { charge: claimed, held, until };
    },

    /** The bank did not say: it is queried again, or, when the day is over, an operator has to end it. */
    async unanswered({ charge, until }: ClaimedReview): Promise<void> {
      const path = queue.path(charge.bankProfileId);
      const next = { $add: ['$$NOW', waitAfter(RETRY_POLICIES.payer, charge.review?.polls ?? 1)] };
      const isOver = { $gt: [next, { $add: [`$${DUE_PATHS.held}`, QUERIED_FOR_MS] }] };
      await model.updateOne(
        { ...identityOf(charge), [path]: until } as never,
        [
          {
            $set: {
              [warnings.path(charge.bankProfileId)]: { $cond: [isOver, '$$NOW', '$$REMOVE'] },
              [path]: { $cond: [isOver, '$$REMOVE', { $subtract: [next, DUE.payer.afterMs] }] },
            },
          },
        ],
        { updatePipeline: true },
      );
    },

    /**
     * Whose payer is queried again later is due at once, held the longest first, at most `max`; how many.
     * Not whose is being queried now.
     */
    askAtOnce(bankProfileId: string, max: number): Promise<number> {
      const path = queue.path(bankProfileId);
      const waits = {
        [path]: EVER,
        $expr: { $gt: [`$${path}`, { $add: ['$$NOW', DUE.payer.leaseMs - DUE.payer.afterMs] }] },
      };
      const set = { [path]: { $subtract: ['$$NOW', DUE.payer.afterMs] } };
      return updateFirst(model.collection, waits, { sort: { [DUE_PATHS.held]: 1 }, max, set });
    },

    /** Held money that only an operator lets go, and that an alarm is due of. */
    unwarned: warnings.due,

    /** Claims the alarm of a review; false when somebody else has, or when the review has ended. */
    claimWarning: async (charge: Charge): Promise<boolean> => (await warnings.claim(charge)) !== undefined,
  };
}

function heldOf(document: ChargeDocument, charge: Charge) {
  const queriedAt = dueTime(document, duePath(DUE.payer.kind, charge.bankProfileId));
  return { charge, held: heldPayment(charge), queriedAt };
}
