import { newId } from '@gx/core';
import { contextFrom, eachOf, inSpan, type Logger, SpanKind, traceparent } from '@gx/runtime';
import type { Bank, BankDirectory } from '../banks/bank-directory.ts';
import { queryPayer } from '../commands/query-payer.ts';
import { queryReturnedByBank } from '../commands/returned-by-bank.ts';
import type { Charge } from '../domain/charge.ts';
import { endReview, type ReviewEnd } from '../domain/review.ts';
import type { ChargeStore } from '../store/charges.ts';
import type { ClaimedReview, ReviewStore } from '../store/reviews.ts';
import type { WorkAtBank } from './work-on-charges.ts';

type Deps = {
  readonly reviews: ReviewStore;
  readonly charges: ChargeStore;
  readonly banks: BankDirectory;
  readonly log: Logger;
  readonly now: () => Date;
};

/** Questions to one bank. Each takes seconds, and most of them are waiting. */
const AT_ONCE = 8;
const PAGE = 200;

/**
 * Queries a bank again for who paid the money that is held, until it says or a day is over; then it is an
 * operator's.
 */
export const queryPayers =
  (deps: Deps): WorkAtBank =>
  async (bankProfileId, goesOn) =>
    eachOf(await deps.reviews.due(bankProfileId, PAGE), { atOnce: AT_ONCE, goesOn }, (due) => queryOne(deps, due));

/** Claims a review, unless somebody else has, and queries its payer. */
async function queryOne(deps: Deps, due: Charge): Promise<void> {
  const review = await deps.reviews.claim(due);
  if (review === undefined) return;
  await query(deps, review).catch((err: unknown) =>
    deps.log.error({ charge_id: due.id, err }, 'review not ended, rescheduled'),
  );
}

async function query(deps: Deps, review: ClaimedReview): Promise<void> {
  const { charge } = review;
  const options = {
    kind: SpanKind.CONSUMER,
    parent: contextFrom(undefined),
    attributes: { 'gx.charge.id': charge.id, 'gx.bank.profile': charge.bankProfileId },
    links: [charge.traceparent ?? undefined],
  } as const;
  await inSpan('query payer', options, async () => {
    const bank = await deps.banks.byId(charge.bankProfileId);
    const end = bank === undefined ? undefined : await endOf(bank, review);
    if (end !== undefined) {
      const context = { now: deps.now(), traceparent: traceparent() ?? null };
      await deps.charges.update(charge.tenant, charge, (current) => endReview(current, end, context));
    } else await deps.reviews.unanswered(review);
  });
}

/**
 * How the bank's word ends a review; undefined when it does not. The right payer's money has to be there,
 * too.
 */
async function endOf(bank: Bank, { charge, held }: ClaimedReview): Promise<ReviewEnd | undefined> {
  const verdict = await queryPayer(bank, charge, held);
  if (verdict === 'mismatch')
    return { kind: 'return', reason: 'PAYER_MISMATCH', returnId: newId('refund'), decidedBy: null };
  const taken = verdict === 'match' ? await queryReturnedByBank(bank, charge, held.endToEndId) : undefined;
  const isThere = taken !== undefined && !taken.isBeingTakenBack && taken.amount === 0;
  return isThere ? { kind: 'accept', decidedBy: null } : undefined;
}
