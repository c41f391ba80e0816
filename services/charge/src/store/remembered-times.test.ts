import test from 'ava';
import { sumOf } from '../domain/time-to-pay.ts';
import { rememberedTimes } from './remembered-times.ts';

const ENTRY = 32;

test('times are known as the lot left them that they were kept with, and as no other', (t) => {
  const remembered = rememberedTimes();
  t.is(remembered.after('a', 1), undefined);
  remembered.keep('a', 1, { 40: 2, 350: 1 });
  t.deepEqual(
    [...sumOf([remembered.after('a', 1) ?? new Map()])],
    [
      [40, 2],
      [350, 1],
    ],
  );
  t.is(remembered.after('a', 2), undefined);
  t.is(remembered.after('b', 1), undefined);
  remembered.keep('a', 2, { 40: 3 });
  t.deepEqual([...sumOf([remembered.after('a', 2) ?? new Map()])], [[40, 3]]);
  t.is(remembered.after('a', 1), undefined);
});

test('those that were requested longest ago make room, by the slots that they fill', (t) => {
  const remembered = rememberedTimes(3 * (ENTRY + 1));
  for (const name of ['a', 'b', 'c']) remembered.keep(name, 1, { 40: 1 });
  t.truthy(remembered.after('a', 1));
  remembered.keep('d', 1, { 40: 1 });
  t.is(remembered.after('b', 1), undefined);
  for (const name of ['c', 'a', 'd']) t.truthy(remembered.after(name, 1), name);
  // The same entry kept again takes no more room than before.
  remembered.keep('d', 2, { 41: 1 });
  for (const name of ['c', 'a']) t.truthy(remembered.after(name, 1), name);
  remembered.keep('e', 1, Object.fromEntries(Array.from({ length: ENTRY + 2 }, (_, slot) => [slot, 1])));
  const left = [...'acde'].filter((name) => remembered.after(name, name === 'd' ? 2 : 1) !== undefined);
  t.deepEqual(left, ['a', 'e'], 'one of many slots takes the room of two');
});
