import test from 'ava';
import { goodForMs, rememberedTotals } from './remembered-totals.ts';

/** A clock that the test moves, and a count that says how often it was asked. */
function rig(total: number) {
  const state = { nowMs: 0, total, asked: 0 };
  const totals = rememberedTotals();
  const count = async () => {
    state.asked += 1;
    return { total: state.total, asOfMs: state.nowMs };
  };
  const ask = async (name = 'list'): Promise<number> => {
    const sinceMs = state.nowMs - goodForMs(totals.last(name)?.total ?? 0);
    return (await totals.get(name, sinceMs, count)).total;
  };
  return { state, ask };
}

test('a total of a million is good for 20 seconds, and not a moment longer', async (t) => {
  const { state, ask } = rig(1_000_000);
  await ask();
  state.total = 7;
  state.nowMs = 19_999;
  t.deepEqual([await ask(), state.asked], [1_000_000, 1]);
  state.nowMs = 20_000;
  t.deepEqual([await ask(), state.asked], [7, 2]);
});

test('a list with nothing in it is counted each time', async (t) => {
  const { state, ask } = rig(0);
  t.is(await ask(), 0);
  state.total = 1;
  t.is(await ask(), 1);
});

test('lists are told apart, and those who ask at once share one count', async (t) => {
  const { state, ask } = rig(1_000);
  t.deepEqual(await Promise.all([ask(), ask(), ask('other')]), [1_000, 1_000, 1_000]);
  t.is(state.asked, 2);
});

test('a count that failed is nobody’s total', async (t) => {
  const totals = rememberedTotals();
  await t.throwsAsync(totals.get('list', 0, () => Promise.reject(new Error('away'))));
  t.is(totals.last('list'), undefined);
  t.is((await totals.get('list', 0, async () => ({ total: 3, asOfMs: 0 }))).total, 3);
});

test('what nobody has asked for lately is forgotten first', async (t) => {
  const { state, ask } = rig(1_000_000);
  for (let n = 0; n <= 10_000; n += 1) await ask(`list ${n}`);
  t.is(state.asked, 10_001);
  await ask('list 10000');
  t.is(state.asked, 10_001);
  await ask('list 0');
  t.is(state.asked, 10_002);
});
