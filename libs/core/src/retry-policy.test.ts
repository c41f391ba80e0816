import test from 'ava';
import { waitAfter } from './retry-policy.ts';

test('each attempt has its wait, and the last one comes again and again', (t) => {
  const policy = { waitsMs: [5, 30, 120] } as const;
  t.deepEqual(
    [0, 1, 2, 3, 4, 99].map((attempts) => waitAfter(policy, attempts)),
    [5, 5, 30, 120, 120, 120],
  );
});
