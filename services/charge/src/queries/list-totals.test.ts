import type { Tenant } from '@gx/core';
import test from 'ava';
import type { PaymentFilter } from '../store/payment-pages.ts';
import { listTotals } from './list-totals.ts';

const TENANT = { accountId: 'a', livemode: true } as unknown as Tenant;

/** A clock that the test moves, and a count that says how often it was made. */
function rig(total: number) {
  const state = { nowMs: 0, total, counts: 0, isAway: false };
  const count = async () => {
    state.counts += 1;
    if (state.isAway) throw new Error('away');
    return state.total;
  };
  const totalOf = listTotals({ pages: { count }, clockMs: () => state.nowMs });
  return { state, ask: (filter: PaymentFilter = {}, tenant = TENANT) => totalOf(tenant, filter) };
}
const since = (ms: number): PaymentFilter => ({ createdFrom: new Date(ms) });

test('a total of a million is good for 20 seconds, and not a moment longer', async (t) => {
  const { state, ask } = rig(1_000_000);
  await ask();
  state.total = 7;
  state.nowMs = 19_999;
  t.deepEqual([await ask(), state.counts], [1_000_000, 1]);
  state.nowMs = 20_000;
  t.deepEqual([await ask(), state.counts], [7, 2]);
});

test('a list with nothing in it is counted each time', async (t) => {
  const { state, ask } = rig(0);
  t.is(await ask(), 0);
  state.total = 1;
  t.is(await ask(), 1);
});

test('lists are told apart, and those who ask at once share one count', async (t) => {
  const { state, ask } = rig(1_000);
  await Promise.all([ask(), ask(), ask(since(1)), ask(since(2)), ask({ createdTo: new Date(1) })]);
  await Promise.all([ask({ status: 'PAID' }), ask({}, { ...TENANT, livemode: false })]);
  t.is(state.counts, 6);
});

test('a count that failed is nobody’s total', async (t) => {
  const { state, ask } = rig(1_000);
  state.isAway = true;
  await t.throwsAsync(ask());
  state.isAway = false;
  t.is(await ask(), 1_000);
});

test('what was counted longest ago is forgotten first', async (t) => {
  const { state, ask } = rig(1_000_000);
  for (let n = 0; n <= 10_000; n += 1) await ask(since(n));
  t.is(state.counts, 10_001);
  await ask(since(10_000));
  t.is(state.counts, 10_001);
  await ask(since(0));
  t.is(state.counts, 10_002);
});
