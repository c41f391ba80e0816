import type { Tenant } from '@gx/core';
import { random } from '@gx/testkit/faults';
import test from 'ava';
import type { PaymentFilter } from '../store/payment-pages.ts';
import { listTotals } from './list-totals.ts';
import { cut, pieces, type Span } from './slices.ts';

const DAY = 86_400_000;
const NOW = Date.parse('2026-11-20T12:00:00.000Z');
const TENANT = { accountId: 'a', livemode: true } as unknown as Tenant;

/** Charges at these moments, and how many keys were read to count them. */
function rig(times: readonly number[]) {
  const state = { nowMs: 0, times: [...times].sort((a, b) => a - b), keys: 0, asked: 0 };
  const count = async (_tenant: Tenant, { createdFrom, createdTo }: PaymentFilter, most = Number.POSITIVE_INFINITY) => {
    const [from, to] = [createdFrom?.getTime() ?? -Infinity, createdTo?.getTime() ?? Infinity];
    const found = Math.min(state.times.filter((at) => at >= from && at <= to).length, most);
    state.keys += found;
    state.asked += 1;
    return found;
  };
  const totalOf = listTotals({ pages: { count }, clockMs: () => state.nowMs, now: () => new Date(NOW) });
  return {
    state,
    ask: (from?: number, to?: number): Promise<number> =>
      totalOf(TENANT, {
        ...(from === undefined ? {} : { createdFrom: new Date(from) }),
        ...(to === undefined ? {} : { createdTo: new Date(to) }),
      }),
    between: (from: number, to: number): number => state.times.filter((at) => at >= from && at <= to).length,
  };
}

/** A charge each few seconds of the last weeks. */
const even = (count: number, overMs: number): number[] =>
  Array.from({ length: count }, (_, nth) => NOW - Math.floor((nth * overMs) / count));

test('a period that moves by a moment counts what sticks out of the grid, not the whole again', async (t) => {
  const { state, ask, between } = rig(even(200_000, 90 * DAY));
  const from = NOW - 80 * DAY;
  t.is(await ask(from), between(from, NOW));
  const first = state.keys;
  t.true(first >= between(from, NOW));
  for (const moved of [1, 2, 1_000, 3_600_000, 5 * DAY]) {
    state.keys = 0;
    t.is(await ask(from + moved), between(from + moved, NOW), `by ${moved} ms`);
    t.true(state.keys <= 60_000, `by ${moved} ms: ${state.keys} keys of ${first}`);
  }
  state.keys = 0;
  t.is(await ask(from + 7, NOW - DAY), between(from + 7, NOW - DAY));
  t.true(state.keys <= 60_000, `both ends: ${state.keys} keys of ${first}`);
});

test('however dense the charges are, an edge is cut finer until it is short', async (t) => {
  const { state, ask, between } = rig(even(120_000, 600_000));
  const from = NOW - 590_000;
  await ask(from);
  state.keys = 0;
  t.is(await ask(from + 1), between(from + 1, NOW));
  t.true(state.keys < 60_000, `${state.keys} keys`);
});

test('no total is older than a total may be, and then it is counted anew', async (t) => {
  const { state, ask } = rig(even(50_000, 90 * DAY));
  const from = NOW - 100 * DAY;
  t.is(await ask(from), 50_000);
  state.times.push(NOW - 40 * DAY);
  // 50,000 charges are good for a second, from when the oldest part was counted.
  state.nowMs = 600;
  t.is(await ask(from + 1), 50_000);
  state.nowMs = 999;
  t.is(await ask(from + 1), 50_000);
  state.nowMs = 1_001;
  t.is(await ask(from + 1), 50_001, 'a total made of remembered parts is no younger than they');
  t.is(await ask(from + 2), 50_001);
});

test('what is short is counted whenever somebody asks', async (t) => {
  const { state, ask } = rig(even(400, 90 * DAY));
  const from = NOW - 100 * DAY;
  t.is(await ask(from), 400);
  state.times.push(NOW - DAY);
  state.nowMs = 9;
  t.is(await ask(from + 1), 401);
});

test('charges of a wrong clock are counted too: before the grid and after now', async (t) => {
  const { ask } = rig([...even(20_000, DAY), Date.parse('1999-01-01T00:00:00.000Z'), NOW + 5_000]);
  t.is(await ask(Date.parse('0001-01-01T00:00:00.000Z')), 20_002);
  t.is(await ask(undefined, Date.parse('9999-01-01T00:00:00.000Z')), 20_002);
  t.is(await ask(NOW - DAY - 1), 20_001);
});

test('blocks and edges of any span lie side by side and are all of it', async (t) => {
  const own = random('spans');
  for (let n = 0; n < 500; n += 1) {
    const width = 2 ** (1 + own.below(40));
    const from = 46 * 2 ** 35 + own.below(2 ** 36);
    const span = { from, before: from + 1 + own.below(width) };
    const seen: Span[] = [];
    const counter = {
      whole: async (one: Span) => seen.push(one),
      short: async () => undefined,
    };
    const { blocks } = await pieces(counter, span);
    const all = [...blocks, ...seen].toSorted((a, b) => a.from - b.from);
    t.deepEqual([all[0]?.from, all.at(-1)?.before], [span.from, span.before]);
    t.true(all.every((one, nth) => nth === 0 || one.from === all[nth - 1]?.before));
    t.true(all.every((one) => one.from < one.before));
  }
  t.deepEqual(cut({ from: 0, before: 2 ** 35 }, 0), { whole: [{ from: 0, before: 2 ** 35 }], edges: [] });
});
