import type { Tenant } from '@gx/core';
import type { Cell, Part, SumName, Sums } from './contribution.ts';
import type { Histogram, Times } from './time-to-pay.ts';

/** What all charges of a tenant add to one cell, but for how long they took to be paid. */
export type Summed = { readonly cell: Cell; readonly sums: Sums };
/** What all charges of a tenant add to one cell. */
export type Rollup = Summed & { readonly timeToPay: Times };

/** Whose cell it is. */
export type CellKey = { readonly tenant: Tenant; readonly cell: Cell };
/** What is added to one place; what comes out as nothing is left out. */
export type Addition = CellKey & { readonly sums: Sums; readonly timeToPay: Histogram };

/**
 * A place under one name, tenant and mode first and then the day, so that the days of a tenant lie together
 * and in order.
 */
export const nameOf = ({ tenant: { accountId, livemode }, cell: { day, currency, method } }: CellKey): string =>
  `${prefixOf({ accountId, livemode })}${day}:${currency}:${method}`;
/** What the names of all places of a tenant begin with. */
export const prefixOf = ({ accountId, livemode }: Tenant): string => `${accountId}:${livemode ? 'live' : 'test'}:`;

type Sum = { readonly place: CellKey; readonly sums: Map<SumName, number>; readonly timeToPay: Map<number, number> };

/** Adds contributions up, place by place. */
export class Tally {
  readonly #sums = new Map<string, Sum>();

  add(tenant: Tenant, parts: readonly Part[], times: 1 | -1 = 1): void {
    for (const { cell, sums, paidInSlot } of parts) {
      const sum = this.#at({ tenant, cell });
      for (const [name, value] of Object.entries(sums) as [SumName, number][]) raise(sum.sums, name, value * times);
      if (paidInSlot !== null) raise(sum.timeToPay, paidInSlot, times);
    }
  }

  raise({ tenant, cell, sums, timeToPay }: Addition): void {
    const sum = this.#at({ tenant, cell });
    for (const [name, by] of Object.entries(sums) as [SumName, number][]) raise(sum.sums, name, by);
    for (const [slot, by] of timeToPay) raise(sum.timeToPay, slot, by);
  }

  /** Every place where something is left, in the order in which they came. */
  additions(): Addition[] {
    return [...this.#sums.values()]
      .map(({ place, sums, timeToPay }) => ({
        ...place,
        sums: Object.fromEntries(something(sums)),
        timeToPay: new Map(something(timeToPay)),
      }))
      .filter(({ sums, timeToPay }) => Object.keys(sums).length > 0 || timeToPay.size > 0);
  }

  #at(place: CellKey): Sum {
    const name = nameOf(place);
    const known = this.#sums.get(name);
    if (known !== undefined) return known;
    const made = { place, sums: new Map(), timeToPay: new Map() };
    this.#sums.set(name, made);
    return made;
  }
}

const raise = <K>(map: Map<K, number>, key: K, by: number): void => void map.set(key, (map.get(key) ?? 0) + by);
const something = <K>(map: ReadonlyMap<K, number>): [K, number][] => [...map].filter(([, value]) => value !== 0);

/** A charge that has changed since it was counted last: what it added then, and what it adds now. */
export type Recount = { readonly tenant: Tenant; readonly counted: readonly Part[]; readonly now: readonly Part[] };

/** What the rollups have to be raised by so that they say what these charges add now. */
export function additionsOf(recounts: readonly Recount[]): Addition[] {
  const tally = new Tally();
  for (const { tenant, counted, now } of recounts) {
    tally.add(tenant, counted, -1);
    tally.add(tenant, now);
  }
  return tally.additions();
}
