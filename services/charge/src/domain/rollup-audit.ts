import { type Countable, contribution, type Part } from './contribution.ts';
import { type Addition, type CellKey, nameOf } from './rollup.ts';

/** A charge as the audit meets it. */
export type Audited = Countable & {
  readonly version: number;
  readonly unrolled: boolean;
  readonly counted: readonly Part[];
};
/** What the lot under way says of a charge: counted as of which version, and with what. */
export type Marked = { readonly version: number; readonly parts: readonly Part[] };

/**
 * What the rollups have to hold of a charge. That is what it contributes, but for one that waits to be
 * counted anew: of it they hold what it contributed then. `lot` is what the lot under way will let it
 * remember, which the rollups are compared with as if it were through.
 */
export function heldOf(charge: Audited, lot: Marked | undefined): readonly Part[] {
  if (lot !== undefined) return lot.version === charge.version ? contribution(charge) : lot.parts;
  return charge.unrolled ? charge.counted : contribution(charge);
}

/** One sum that is not what its charges say. Times to pay are counts too, named by their slot. */
export type Difference = CellKey & { readonly sum: string; readonly stands: number; readonly recounted: number };

/** Every sum in which the rollups and the recount differ; what one of them does not name is 0. */
export function differences(stands: readonly Addition[], recounted: readonly Addition[]): Difference[] {
  const [left, right] = [byName(stands), byName(recounted)];
  return [...new Set([...left.keys(), ...right.keys()])].toSorted().flatMap((name) => {
    const [a, b] = [left.get(name), right.get(name)];
    const place = (a ?? b) as Addition;
    const [mine, theirs] = [sumsOf(a), sumsOf(b)];
    return [...new Set([...mine.keys(), ...theirs.keys()])]
      .map((sum) => ({ sum, stands: mine.get(sum) ?? 0, recounted: theirs.get(sum) ?? 0 }))
      .filter((one) => one.stands !== one.recounted)
      .map((one) => ({ tenant: place.tenant, cell: place.cell, ...one }));
  });
}

const byName = (additions: readonly Addition[]): Map<string, Addition> =>
  new Map(additions.map((addition) => [nameOf(addition), addition]));

function sumsOf(addition: Addition | undefined): Map<string, number> {
  if (addition === undefined) return new Map();
  const timed = [...addition.timeToPay].map(([slot, count]) => [`timeToPay.${slot}`, count] as const);
  return new Map([...(Object.entries(addition.sums) as [string, number][]), ...timed]);
}
