import test from 'ava';
import { envelope } from './envelope.ts';
import { Refusal } from './errors.ts';

test('an error with more than 20 fields that failed, then the first 20 are in the envelope', (t) => {
  for (const [failed, expected] of [
    [20, 20],
    [21, 20],
  ] as const) {
    const details = Array.from({ length: failed }, (_, nth) => ({ param: `p${nth}`, message: 'is wrong' }));
    const { error } = envelope(new Refusal('invalid_request', 'x', { details }), 'id');
    t.deepEqual(error.details, details.slice(0, expected));
  }
});
