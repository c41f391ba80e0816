import type { Tenant } from '@gx/core';
import { groupCommit } from '@gx/runtime';
import type { AccountStore } from '../store/velocity-accounts.ts';
import type { PlaceStore } from '../store/velocity-places.ts';

type Deps = { readonly accounts: AccountStore; readonly places: PlaceStore };
/** Wants a place, or gives one back that nothing came of. */
type Item = 'claim' | Date;
/** One account in this process: its claims, folded; the span they were taken in last, and when it was last seen to have plenty. */
type Line = { readonly claim: (item: Item) => Promise<Date | null>; span: Date | null; roomyAt: number };
export type AccountPlaces = ReturnType<typeof accountPlaces>;

/** Claims of one account go out together, this long after the last ones: a write of its own for each would cost more than the insert. */
const SPACING_MS = 10;
const GROUP_MAX = 256;
const ACCOUNTS_MAX = 10_000;
/** Where there was plenty of room so lately, no claim that turns out to be needless can be what somebody else is refused for. */
const ROOMY_FOR_MS = 1_000;

/** The places of accounts: claims of a moment share one write, which grants them in the order in which they came. */
export function accountPlaces({ accounts, places }: Deps) {
  const lines = new Map<string, Line>();
  const lineOf = (tenant: Tenant): Line => {
    const key = `${tenant.accountId}:${tenant.livemode}`;
    const known = lines.get(key);
    if (known !== undefined) return known;
    const oldest = lines.size < ACCOUNTS_MAX ? undefined : lines.keys().next().value;
    if (oldest !== undefined) lines.delete(oldest);
    const line: Line = {
      span: null,
      roomyAt: Number.NEGATIVE_INFINITY,
      claim: groupCommit<Item, Date | null>({
        inFlight: 1,
        maxItems: GROUP_MAX,
        spacingMs: SPACING_MS,
        run: async (items) => {
          const unused = items.filter((item) => item !== 'claim');
          const taken = await accounts.claim(tenant, { claims: items.length - unused.length, unused, span: line.span });
          line.span = taken.span;
          line.roomyAt = taken.roomy ? performance.now() : Number.NEGATIVE_INFINITY;
          let left = taken.granted;
          return items.map((item) => (item === 'claim' && left-- > 0 ? taken.span : null));
        },
      }),
    };
    lines.set(key, line);
    return line;
  };

  return {
    /** Whether one place more or less may matter now, for all that this process knows. */
    isTight: (tenant: Tenant): boolean => performance.now() - lineOf(tenant).roomyAt > ROOMY_FOR_MS,

    /** The span that a place was taken in; null when there is none, not even of charges that are over. */
    async claim(tenant: Tenant): Promise<Date | null> {
      const { claim } = lineOf(tenant);
      const span = await claim('claim');
      if (span !== null) return span;
      // Somebody else may be giving back what there is: what counts is what is left after that.
      await places.giveBack(tenant);
      return claim('claim');
    },

    async takeBack(tenant: Tenant, span: Date): Promise<void> {
      await lineOf(tenant).claim(span);
    },
  };
}
