import type { Tenant } from '@gx/core';
import type { PaymentFilter, PaymentPages } from '../store/payment-pages.ts';

type Deps = {
  readonly pages: Pick<PaymentPages, 'count'>;
  /** Steady: how old what is remembered is. */
  readonly clockMs: () => number;
};

/** How long a total is good, for each charge in it: a million lasts 20 s, a thousand 20 ms. */
const GOOD_FOR_US_PER_CHARGE = 20;
const REMEMBERED_MAX = 10_000;

/**
 * How many charges a list holds. Counting costs time in proportion to what is counted, so a total is kept in
 * that proportion: a list that is asked for again and again costs a few hundredths of a processor at most,
 * and the lists of all but the largest merchants are always counted. Those who ask at once share one count.
 */
export function listTotals({ pages, clockMs }: Deps) {
  const totals = new Map<string, { readonly total: number; readonly untilMs: number }>();
  const counting = new Map<string, Promise<number>>();

  const count = async (name: string, tenant: Tenant, filter: PaymentFilter): Promise<number> => {
    const beganMs = clockMs();
    const total = await pages.count(tenant, filter);
    totals.delete(name);
    totals.set(name, { total, untilMs: beganMs + (total * GOOD_FOR_US_PER_CHARGE) / 1_000 });
    const [oldest = name] = totals.keys();
    if (totals.size > REMEMBERED_MAX) totals.delete(oldest);
    return total;
  };

  return (tenant: Tenant, filter: PaymentFilter): Promise<number> => {
    const name = JSON.stringify([tenant, filter.status, filter.createdFrom, filter.createdTo]);
    const known = totals.get(name);
    if (known !== undefined && clockMs() < known.untilMs) return Promise.resolve(known.total);
    const run = counting.get(name) ?? count(name, tenant, filter).finally(() => counting.delete(name));
    counting.set(name, run);
    return run;
  };
}
