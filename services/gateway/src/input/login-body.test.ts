import { Refusal } from '@gx/core';
import test from 'ava';
import { parsed } from './issues.ts';
import { confirmTotpBody, loginBody } from './login-body.ts';

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

test('a code has six digits, of a login and of a confirmation', (t) => {
  t.is(parsed(loginBody, { ...fits, totp: '012345' }).totp, '012345');
  t.is(parsed(loginBody, { ...fits, totp: null }).totp, undefined);
  t.is(parsed(confirmTotpBody, { code: '012345' }).code, '012345');
  for (const code of ['01234', '0123456', '01234a', '٠١٢٣٤٥', 12_345, '']) {
    const login = t.throws(() => parsed(loginBody, { ...fits, totp: code }), { instanceOf: Refusal });
    const confirmation = t.throws(() => parsed(confirmTotpBody, { code }), { instanceOf: Refusal });
    t.deepEqual([login?.more.param, confirmation?.more.param], ['totp', 'code'], String(code));
  }
});
