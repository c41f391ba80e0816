import { addMillis, type Id, parseId, Refusal, type Tenant } from '@gx/core';
import { dayOf, MONEY_SUMS } from './contribution.ts';
import { type Addition, prefixOf } from './rollup.ts';

/**
 * Which sums of its days a slice is about: where the charges created on them stand, or the money paid on
 * them. A charge is in one slice of each side for ever, because both of its days are fixed; and each sum of a
 * rollup is of one side.
 */
export type RollupSide = 'created' | 'paid';
/** Where a slice begins; `from` is its first day, null before all days. */
export type SliceStart = { readonly tenant: Tenant; readonly side: RollupSide; readonly from: string | null };
/** Whole days of one side of a tenant; `before` does not belong to it, null after all days. */
export type Slice = SliceStart & { readonly before: string | null };

/** The sides of an account, in the order in which they are read. */
const ORDER: readonly { readonly livemode: boolean; readonly side: RollupSide }[] = [
  { livemode: false, side: 'created' },
  { livemode: false, side: 'paid' },
  { livemode: true, side: 'created' },
  { livemode: true, side: 'paid' },
];
const DAY_MS = 86_400_000;
const NAME = /^([^:]+):(test|live):(created|paid)(?::(\d{4}-\d{2}-\d{2}))?$/;

/** An account's first slice. */
export const firstSlice = (accountId: Id<'account'>): SliceStart => startOf(accountId, 0) as SliceStart;

/**
 * The slice from here up to `until`, the day of the first charge that it should not have to read: a day is
 * never divided. Null: there is none.
 */
export function sliceOf(start: SliceStart, until: string | null): Slice {
  const { from } = start;
  if (until === null || from === null || until > from) return { ...start, before: until };
  return { ...start, before: dayOf(addMillis(timeOf(from), DAY_MS)) };
}

/** Where the account's next slice begins; undefined when that was the last. */
export function sliceAfter({ tenant, side, before }: Slice): SliceStart | undefined {
  if (before !== null) return { tenant, side, from: before };
  const at = ORDER.findIndex((one) => one.livemode === tenant.livemode && one.side === side);
  return startOf(tenant.accountId, at + 1);
}

/** What additions say of the slice: of its days, and of its side. */
export const within = ({ side, from, before }: Slice, additions: readonly Addition[]): Addition[] =>
  additions
    .filter(({ cell: { day } }) => (from === null || day >= from) && (before === null || day < before))
    .map(({ sums, timeToPay, ...place }) => ({
      ...place,
      sums: Object.fromEntries(Object.entries(sums).filter(([name]) => MONEY_SUMS.has(name) === (side === 'paid'))),
      timeToPay: side === 'paid' ? timeToPay : new Map(),
    }));

/** A start as an operator sees it, and gives it back to go on from there. */
export const nameOfStart = ({ tenant, side, from }: SliceStart): string =>
  `${prefixOf(tenant)}${side}${from === null ? '' : `:${from}`}`;

/** Reads what `nameOfStart` writes. */
export function parseStart(name: string): SliceStart {
  const [, account = '', mode, side, from = null] = NAME.exec(name) ?? [];
  const accountId = parseId('account', account);
  const isDay = from === null || isRealDay(from);
  if (accountId === undefined || !isDay) throw new Refusal('invalid_request', 'No such slice.', { param: 'from' });
  return { tenant: { accountId, livemode: mode === 'live' }, side: side as RollupSide, from };
}

/** When a day begins, in UTC. */
export const timeOf = (day: string): Date => new Date(`${day}T00:00:00.000Z`);

const isRealDay = (day: string): boolean => {
  const time = timeOf(day);
  return !Number.isNaN(time.getTime()) && dayOf(time) === day;
};

function startOf(accountId: Id<'account'>, at: number): SliceStart | undefined {
  const next = ORDER[at];
  if (next === undefined) return undefined;
  return { tenant: { accountId, livemode: next.livemode }, side: next.side, from: null };
}
