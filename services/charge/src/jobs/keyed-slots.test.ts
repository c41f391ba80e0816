import test from 'ava';
import { keyedSlots } from './keyed-slots.ts';

const settled = () => new Promise((resolve) => setImmediate(resolve));

test('a slot is freed, the one of the same key that waits longest has it', async (t) => {
  const slots = keyedSlots(2);
  const begun: string[] = [];
  const take = async (key: string, name: string) => {
    const free = await slots.take(key);
    begun.push(name);
    return free;
  };
  const [first] = await Promise.all([take('a', 'a1'), take('a', 'a2')]);
  const [third] = [take('a', 'a3'), take('a', 'a4'), take('b', 'b1')];
  await settled();
  t.deepEqual([begun, slots.waiting('a'), slots.waiting('b')], [['a1', 'a2', 'b1'], 2, 0]);
  first();
  (await third)?.();
  await settled();
  t.deepEqual([begun, slots.waiting('a')], [['a1', 'a2', 'b1', 'a3', 'a4'], 0]);
});
