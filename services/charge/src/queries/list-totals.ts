import type { Tenant } from '@gx/core';
import type { PaymentFilter, PaymentPages } from '../store/payment-pages.ts';
import { type CountedTotal, goodForMs, rememberedTotals } from './remembered-totals.ts';
import { type Counter, pieces, type Span, sum } from './slices.ts';

type Deps = {
  readonly pages: Pick<PaymentPages, 'count'>;
  /** Steady: how old what is remembered is. */
  readonly clockMs: () => number;
  readonly now: () => Date;
};
type List = { readonly tenant: Tenant; readonly filter: PaymentFilter };
type Memory = ReturnType<typeof rememberedTotals>;

/**
 * So few are counted whenever somebody asks; at most so many keys are read to find out that there are more.
 */
const SHORT = 10_000;
/** The grid begins here, in 2020: no charge is older. One that is all the same is counted. */
const FIRST = 46 * 2 ** 35;

/**
 * How many charges a list holds. A total is remembered for a while, and of a period not by its own two ends
 * alone, which a client may choose anew each time, but by blocks of a grid that all periods share: only what
 * sticks out of them is counted. A charge is in one block for ever, so a sum of blocks is a total no part of
 * which is older than a total may be. A short period is counted each time.
 */
export function listTotals(deps: Deps) {
  const memory = rememberedTotals();
  return async (tenant: Tenant, filter: PaymentFilter): Promise<number> => {
    const list = { tenant, filter };
    const name = nameOf(list, spanOf(filter));
    const isPeriod = filter.createdFrom !== undefined || filter.createdTo !== undefined;
    const sinceMs = deps.clockMs() - goodForMs(memory.last(name)?.total ?? 0);
    const count = isPeriod ? () => ofPeriod(deps, memory, list) : () => ofAll(deps, list);
    return (await memory.get(name, sinceMs, count)).total;
  };
}

async function ofAll({ pages, clockMs }: Deps, { tenant, filter }: List): Promise<CountedTotal> {
  const asOfMs = clockMs();
  return { total: await pages.count(tenant, filter), asOfMs };
}

async function ofPeriod(deps: Deps, memory: Memory, list: List): Promise<CountedTotal> {
  const asOfMs = deps.clockMs();
  const counter = counterOf(deps, list);
  const span = spanOf(list.filter);
  const few = await counter.short(span);
  if (few !== undefined) return { total: few, asOfMs };
  const { inside, outside } = onGrid(span, deps.now());
  const [beyond, found] = await Promise.all([
    Promise.all(outside.map(counter.whole)),
    inside.from < inside.before ? pieces(counter, inside) : { counted: 0, blocks: [] },
  ]);
  const sure = sum(beyond) + found.counted;
  const blocks = found.blocks.map((block) => ({ block, name: nameOf(list, block) }));
  const lastKnown = sum(blocks.map(({ name }) => memory.last(name)?.total ?? 0));
  const sinceMs = asOfMs - goodForMs(sure + lastKnown);
  const counted = async (block: Span): Promise<CountedTotal> => {
    const at = deps.clockMs();
    return { total: await counter.whole(block), asOfMs: at };
  };
  const parts = await Promise.all(blocks.map(({ name, block }) => memory.get(name, sinceMs, () => counted(block))));
  return {
    total: sure + sum(parts.map(({ total }) => total)),
    asOfMs: Math.min(asOfMs, ...parts.map((part) => part.asOfMs)),
  };
}

function counterOf({ pages }: Deps, { tenant, filter }: List): Counter {
  return {
    whole: (span) => pages.count(tenant, within(filter, span)),
    short: async (span) => {
      const counted = await pages.count(tenant, within(filter, span), SHORT);
      return counted < SHORT ? counted : undefined;
    },
  };
}

/** What lies on the grid up to now, and what does not: nothing but what a wrong clock put there. */
function onGrid({ from, before }: Span, now: Date): { inside: Span; outside: readonly Span[] } {
  const end = now.getTime() + 1;
  const outside = [
    { from, before: Math.min(before, FIRST) },
    { from: Math.max(from, end), before },
  ];
  return {
    inside: { from: Math.max(from, FIRST), before: Math.min(before, end) },
    outside: outside.filter((one) => one.from < one.before),
  };
}

/** Times are whole milliseconds: the last that belongs to a period is the one before its end. */
const spanOf = ({ createdFrom, createdTo }: PaymentFilter): Span => ({
  from: createdFrom?.getTime() ?? Number.NEGATIVE_INFINITY,
  before: createdTo === undefined ? Number.POSITIVE_INFINITY : createdTo.getTime() + 1,
});

const within = ({ status }: PaymentFilter, { from, before }: Span): PaymentFilter => ({
  ...(status === undefined ? {} : { status }),
  ...(Number.isFinite(from) ? { createdFrom: new Date(from) } : {}),
  ...(Number.isFinite(before) ? { createdTo: new Date(before - 1) } : {}),
});

const nameOf = ({ tenant, filter }: List, { from, before }: Span): string =>
  [tenant.accountId, tenant.livemode, filter.status ?? '', from, before].join(' ');
