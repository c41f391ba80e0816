import test from 'ava';
import { rememberedTotals } from './remembered-totals.ts';

/** A clock that the test moves, and a count that says how often it was asked. */
function rig(total: number) {
  const state = { nowMs: 0, total, asked: 0 };
  const totals = rememberedTotals(() => state.nowMs);
  const count = async (): Promise<number> => {
    state.asked += 1;
    return state.total;
  };
  return { state, ask: (name = 'list') => totals(name, count) };
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
  const totals = rememberedTotals(() => 0);
  await t.throwsAsync(totals('list', () => Promise.reject(new Error('away'))));
  t.is(await totals('list', () => Promise.resolve(3)), 3);
});

test('what nobody has asked for lately is forgotten first', async (t) => {
  const { state, ask } = rig(1_000_000);
  for (let n = 0; n <= 1_000; n += 1) await ask(`list ${n}`);
  t.is(state.asked, 1_001);
  await ask('list 1000');
  t.is(state.asked, 1_001);
  await ask('list 0');
  t.is(state.asked, 1_002);
});
