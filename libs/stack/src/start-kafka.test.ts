import test from 'ava';
import { newClusterId } from './start-kafka.ts';

test('a cluster id has 22 characters and is never taken for an option', (t) => {
  const ids = Array.from({ length: 2_000 }, newClusterId);
  t.true(ids.every((id) => /^[A-Za-f][\w-]{21}$/.test(id)));
  t.is(new Set(ids).size, ids.length);
});
