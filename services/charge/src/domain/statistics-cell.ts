import type { Tenant } from '@gx/core';
import { type Countable, contribution, type SumName } from './contribution.ts';

/** What the charges of one hour add up to in one method and currency; times to pay are counts by bucket. */
export type CellRow = {
  readonly method: string;
  readonly currency: string;
  readonly sums: Partial<Record<SumName, number>>;
  readonly timeToPay: Record<string, number>;
};
/** Whose statistics cell it is, and of which hour (UTC, `YYYY-MM-DDTHH`). */
export type CellKey = { readonly tenant: Tenant; readonly hour: string };

/** Tenant and mode first and then the hour, so that the hours of a tenant lie together and in order. */
export const cellName = ({ tenant, hour }: CellKey): string => `${cellPrefix(tenant)}${hour}`;
export const cellPrefix = ({ accountId, livemode }: Tenant): string => `${accountId}:${livemode ? 'live' : 'test'}:`;

/** Adds up what charges contribute to one hour. */
export function recount(hour: string) {
  const rows = new Map<string, CellRow>();
  return {
    add(charge: Countable): void {
      for (const part of contribution(charge).filter((one) => one.hour === hour)) {
        const { method, currency } = part;
        const name = `${method} ${currency}`;
        const row = rows.get(name) ?? { method, currency, sums: {}, timeToPay: {} };
        rows.set(name, row);
        for (const [sum, value] of Object.entries(part.sums)) raise(row.sums, sum, value);
        if (part.paidInSlot !== null) raise(row.timeToPay, String(part.paidInSlot), 1);
      }
    },
    rows: (): CellRow[] => [...rows.values()],
  };
}

function raise(counts: Record<string, number>, name: string, by: number): void {
  counts[name] = (counts[name] ?? 0) + by;
}

/** One sum that is not what its charges say. Times to pay are counts too, named by their bucket. */
export type Difference = {
  readonly method: string;
  readonly currency: string;
  readonly sum: string;
  readonly stands: number;
  readonly recounted: number;
};

/** Every sum in which two counts of an hour differ; what one of them does not name is 0. */
export function differences(stands: readonly CellRow[], recounted: readonly CellRow[]): Difference[] {
  const [left, right] = [sumsOf(stands), sumsOf(recounted)];
  return [...new Set([...left.keys(), ...right.keys()])].toSorted().flatMap((name) => {
    const [method = '', currency = '', sum = ''] = name.split(' ');
    const one = { method, currency, sum, stands: left.get(name) ?? 0, recounted: right.get(name) ?? 0 };
    return one.stands === one.recounted ? [] : [one];
  });
}

const sumsOf = (rows: readonly CellRow[]): Map<string, number> =>
  new Map(
    rows.flatMap(({ method, currency, sums, timeToPay }) => [
      ...Object.entries(sums).map(([sum, value]) => [`${method} ${currency} ${sum}`, value] as const),
      ...Object.entries(timeToPay).map(
        ([bucket, count]) => [`${method} ${currency} timeToPay.${bucket}`, count] as const,
      ),
    ]),
  );
