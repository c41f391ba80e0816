import test from 'ava';
import { validate, version } from 'uuid';
import { uuidV7 } from './uuid.ts';

const MANY = 20_000;
const rising = (ids: readonly string[]): boolean => ids.every((id, nth) => nth === 0 || id > (ids[nth - 1] ?? ''));

test('each is a UUID of version 7 that begins with the time', (t) => {
  const now = Date.now() + 60_000;
  const id = uuidV7(now);
  t.true(validate(id));
  t.is(version(id), 7);
  t.is(Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16), now);
});

test('many of one millisecond differ in more than their number, and rise', (t) => {
  const now = Date.now() + 120_000;
  const ids = Array.from({ length: MANY }, () => uuidV7(now));
  t.true(rising(ids));
  t.is(new Set(ids.map((id) => id.slice(-10))).size, MANY);
});

test('a clock that is set back makes none that is smaller', (t) => {
  const now = Date.now() + 180_000;
  t.true(rising([now, now - 1, now - 86_400_000, now, now + 1].map((at) => uuidV7(at))));
});
