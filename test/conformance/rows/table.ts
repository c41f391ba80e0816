import type { ExecutionContext } from 'ava';
import type { Context } from '../../stories/cases/one-product.ts';

export type T = ExecutionContext<Context>;
/** What a row says, and whether what was seen of the product says it too. */
export type CaseRow<Seen> = readonly [rule: string, holds: (t: T, seen: Seen) => unknown];
/** A table of the interface, written anew: each row is a test whose title names it. */
export type RowTable = {
  readonly name: string;
  /** What they speak of is brought about by something that others would notice. */
  readonly isAlone?: true;
  readonly rows: readonly { readonly name: string; readonly title: string; readonly holds: (t: T) => Promise<void> }[];
};

/** `prepare` brings about what the rows speak of: once, for all of them. */
export function table<Seen>(
  name: string,
  prepare: (context: Context) => Promise<Seen>,
  rows: Readonly<Record<string, CaseRow<Seen>>>,
): RowTable {
  return {
    name,
    rows: Object.entries(rows).map(([row, [rule, holds]]) => ({
      name: row,
      title: `${name}, ${row}: ${rule}`,
      holds: async (t) => {
        await holds(t, await prepare(t.context));
      },
    })),
  };
}

/** The same for every row that asks. */
export function once<Seen>(make: (context: Context) => Promise<Seen>): (context: Context) => Promise<Seen> {
  let made: Promise<Seen> | undefined;
  return (context) => {
    made ??= make(context);
    return made;
  };
}
