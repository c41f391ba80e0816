import type { Review } from '@gx/contracts/charge';
import { isoMillis } from '@gx/core';
import { wireIdText } from './operator-id.ts';
import { EXIT, type ExitCode, type Terminal } from './terminal.ts';
import { textTable } from './text-table.ts';
import { withClient } from './with-client.ts';

type ListReviews = { readonly limit: number; readonly json?: true };

/** `ops review list`: charges whose money is held, and why, the longest held first. */
export async function listReviews({ limit, json }: ListReviews, terminal: Terminal): Promise<ExitCode> {
  const { reviews } = await withClient({ service: 'charge', env: terminal.env }, ({ client, call }) =>
    client.listReviews(call, { limit }),
  );
  const rows = reviews.map(reviewRow);
  terminal.out(json ? `${JSON.stringify(rows)}\n` : reviewTable(rows));
  return EXIT.done;
}

/** What an operator may see of a review: no name and no document, of whomever. */
export type ReviewRow = ReturnType<typeof reviewRow>;

export const reviewRow = (review: Review) => ({
  chargeId: wireIdText('charge', review.chargeId),
  accountId: wireIdText('account', review.tenant?.accountId ?? ''),
  mode: review.tenant?.livemode === true ? 'live' : 'test',
  amount: review.amount,
  currency: review.currency,
  endToEndId: review.endToEndId,
  paidAt: isoMillis(new Date(review.paidAtMs)),
  heldAt: isoMillis(new Date(review.heldAtMs)),
  heldFor: review.cause,
  polls: review.polls,
  nextPollAt: review.nextPollAtMs === undefined ? null : isoMillis(new Date(review.nextPollAtMs)),
});

const HEADINGS = ['CHARGE', 'ACCOUNT', 'MODE', 'AMOUNT', 'HELD SINCE', 'HELD FOR', 'POLLS', 'NEXT POLL', 'PIX'];

/** The reviews as an operator reads them; amounts in the smallest unit. */
export function reviewTable(rows: readonly ReviewRow[]): string {
  if (rows.length === 0) return 'Nothing is held for review.\n';
  const cells = rows.map((row) => [
    row.chargeId,
    row.accountId,
    row.mode,
    `${row.amount} ${row.currency}`,
    row.heldAt,
    row.heldFor,
    String(row.polls),
    row.nextPollAt ?? 'not any more',
    row.endToEndId,
  ]);
  return `${textTable(HEADINGS, cells)}\n`;
}
