import { Refusal } from '@gx/core';
import test from 'ava';
import { parsed } from './issues.ts';
import { loginBody } from './login-body.ts';

const fits = { email: 'ana@example.com', password: 'secret' };

for (const [field, most] of [
  ['email', 254],
  ['password', 1_024],
] as const)
  test(`the ${field} of a login has 1 to ${most} characters`, (t) => {
    const given = (length: number) => parsed(loginBody, { ...fits, [field]: 'a'.repeat(length) });
    for (const length of [1, most]) t.is(given(length)[field].length, length);
    for (const length of [0, most + 1]) {
      const error = t.throws(() => given(length), { instanceOf: Refusal });
      t.deepEqual([error?.code, error?.more.param], ['invalid_request', field]);
    }
  });
