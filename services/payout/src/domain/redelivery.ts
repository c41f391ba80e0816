import type { PayoutEvent, PlainPayout } from './payout.ts';

/** A posting that the ledger alone makes: its reference, and the event that asks for it. */
export type ExpectedPosting = { readonly reference: string; readonly event: PayoutEvent };

/** The posting of the platform's loss, which only the ledger acknowledges. */
export function expectedPostingOf({ id, status, sequence, lostAt }: PlainPayout): ExpectedPosting | undefined {
  if (lostAt === null) return undefined;
  const event: PayoutEvent = { type: 'payout.lost', sequence, occurredAt: lostAt, previousStatus: status };
  return { reference: `loss:${id}`, event };
}
