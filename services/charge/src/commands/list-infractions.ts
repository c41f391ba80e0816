import { addMillis } from '@gx/core';
import type { InfractionElement } from '@gx/providers';
import type { Bank } from '../banks/bank-directory.ts';

const DAY_MS = 86_400_000;
/** Requested at once: banks bound how long one list may be. */
const SLICE_DAYS = 7;
/** A payer may contest a Pix for 80 days, and a bank has some more to answer (decisions, section 9). */
export const REPORTS_OF_DAYS = 91;
/** A bank's clock may run ahead of ours: what it has just told of counts as later than now. */
const AHEAD_MS = 5 * 60_000;

/** Every page of a bank's infraction reports of the last days, the latest first. Throws `ListUnread`. */
export async function* infractionPages(
  { provider }: Pick<Bank, 'provider'>,
  days: number,
  now: Date,
): AsyncGenerator<readonly InfractionElement[], void, undefined> {
  const end = addMillis(now, AHEAD_MS);
  const begin = addMillis(end, -days * DAY_MS);
  for (let to = end; to > begin; to = addMillis(to, -SLICE_DAYS * DAY_MS)) {
    const from = new Date(Math.max(begin.getTime(), addMillis(to, -SLICE_DAYS * DAY_MS).getTime()));
    yield* provider.listInfractions({ from, to });
  }
}
