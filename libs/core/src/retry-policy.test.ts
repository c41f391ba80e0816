import test from 'ava';
import { waitAfter } from './retry-policy.ts';

const waitsMs = [5, 30, 120] as const;

test('the last wait is repeated: each attempt has its wait, and the last one comes again and again', (t) => {
  const policy = { waitsMs, isLastRepeated: true } as const;
  t.deepEqual(
    [0, 1, 2, 3, 4, 99].map((attempts) => waitAfter(policy, attempts)),
    [5, 5, 30, 120, 120, 120],
  );
});

test('the last wait is not repeated: there is no attempt after it', (t) => {
  const policy = { waitsMs, isLastRepeated: false } as const;
  t.deepEqual(
    [1, 2, 3, 4].map((attempts) => waitAfter(policy, attempts)),
    [5, 30, 120, undefined],
  );
});
