import { newId } from '@gx/core';
import {
  contextFrom,
  inSpan,
  type KeyedWorkers,
  keyedWorkers,
  type Lifecycle,
  type Logger,
  oneEach,
  SpanKind,
  traceparent,
} from '@gx/runtime';
import type { Bank, BankDirectory } from '../banks/bank-directory.ts';
import { queryPayer } from '../commands/query-payer.ts';
import { queryReturnedByBank } from '../commands/returned-by-bank.ts';
import { endReview, type ReviewEnd } from '../domain/review.ts';
import type { ChargeStore } from '../store/charges.ts';
import type { ReviewStore, TakenReview } from '../store/reviews.ts';

type Deps = {
  readonly reviews: ReviewStore;
  readonly charges: ChargeStore;
  readonly banks: BankDirectory;
  readonly log: Logger;
  readonly now: () => Date;
  readonly life: Lifecycle;
};

/** Questions to one bank. Each takes seconds, and most of them are waiting. */
const AT_ONCE = 8;

/**
 * Asks the banks again who paid the money that is held, until they say or a day is over; then it is an
 * operator's. Each bank has a line of its own.
 */
export const queryPayers = (deps: Deps): KeyedWorkers =>
  keyedWorkers({
    ...deps,
    due: async () => oneEach(await deps.reviews.dueBanks()),
    work: async (bankProfileId, goesOn) => {
      const now = await deps.reviews.now();
      const take = async (): Promise<TakenReview | undefined> =>
        goesOn() ? deps.reviews.take(bankProfileId, now) : undefined;
      const lane = async (first?: TakenReview): Promise<void> => {
        for (let review = first ?? (await take()); review !== undefined; review = await take())
          await ask(deps, review).catch((err: unknown) =>
            deps.log.error({ charge_id: review.charge.id, err }, 'review not ended, rescheduled'),
          );
      };
      const first = await take();
      if (first !== undefined) await Promise.all([lane(first), ...Array.from({ length: AT_ONCE - 1 }, () => lane())]);
    },
  });

/** Money that only an operator can let go: told again and again, until somebody does. */
export const warnOfReviews =
  ({ reviews, log }: Pick<Deps, 'reviews' | 'log'>) =>
  async (): Promise<void> => {
    const waiting = await reviews.waiting();
    if (waiting > 0) log.error({ alarm: 'review_waits', reviews: waiting }, 'held money waits for an operator');
  };

async function ask(deps: Deps, review: TakenReview): Promise<void> {
  const { charge } = review;
  const options = {
    kind: SpanKind.CONSUMER,
    parent: contextFrom(undefined),
    attributes: { 'gx.charge.id': charge.id, 'gx.bank.profile': charge.bank.profileId },
    links: [charge.traceparent ?? undefined],
  } as const;
  await inSpan('query payer', options, async () => {
    const bank = await deps.banks.byId(charge.bank.profileId);
    const end = bank === undefined ? undefined : await endOf(bank, review);
    if (end !== undefined) {
      const settling = { now: deps.now(), traceparent: traceparent() ?? null };
      await deps.charges.update(charge.tenant, charge, (current) => endReview(current, end, settling));
    } else if (await deps.reviews.unanswered(review))
      deps.log.error({ alarm: 'review_waits', charge_id: charge.id }, 'held money waits for an operator');
  });
}

/**
 * How the bank's word ends a review; undefined when it does not. The right payer's money has to be there,
 * too.
 */
async function endOf(bank: Bank, { charge, held }: TakenReview): Promise<ReviewEnd | undefined> {
  const verdict = await queryPayer(bank, charge, held);
  if (verdict === 'mismatch')
    return { kind: 'return', reason: 'PAYER_MISMATCH', returnId: newId('refund'), decidedBy: null };
  const taken = verdict === 'match' ? await queryReturnedByBank(bank, held.endToEndId) : undefined;
  const isThere = taken !== undefined && !taken.isMoving && taken.amount === 0;
  return isThere ? { kind: 'accept', decidedBy: null } : undefined;
}
