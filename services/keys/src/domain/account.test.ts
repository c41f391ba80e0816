import { cents, Refusal } from '@gx/core';
import test from 'ava';
import { checkNewAccount, type NewAccount, settingsOf } from './account.ts';

const account: NewAccount = {
  name: 'Loja',
  userName: 'Ana',
  email: 'ana@example.com',
  password: 'correct horse',
  settings: {},
};
const defaults = {
  platformFeeBasisPoints: 100,
  platformFeeFixed: cents(0),
  defaultExpiresInSeconds: 3600,
  settlementDelaySeconds: 0,
};

const refuses = test.macro({
  exec(t, change: Partial<NewAccount>, params: readonly string[]) {
    const refusal = t.throws(() => checkNewAccount({ ...account, ...change }), { instanceOf: Refusal });
    t.is(refusal.code, 'invalid_request');
    t.is(refusal.more.param, params[0]);
    t.deepEqual(
      refusal.more.details?.map(({ param }) => param),
      [...params],
    );
  },
  title: (rule) => `a new account is refused: ${rule}`,
});

test('a complete account is accepted', (t) => t.notThrows(() => checkNewAccount(account)));
test('without a name', refuses, { name: ' ' }, ['name']);
test('without an e-mail address', refuses, { email: 'ana' }, ['email']);
test('with a space in the e-mail', refuses, { email: 'a na@example.com' }, ['email']);
test('with a short password', refuses, { password: '1234567' }, ['password']);
test('with a password nobody types', refuses, { password: 'x'.repeat(257) }, ['password']);
test('with a fee above the amount', refuses, { settings: { platformFeeBasisPoints: 10_001 } }, [
  'platform_fee_basis_points',
]);
test('with a negative fee', refuses, { settings: { platformFeeFixed: -1 } }, ['platform_fee_fixed']);
test('with half a centavo', refuses, { settings: { platformFeeFixed: 0.5 } }, ['platform_fee_fixed']);
test('with a window below a minute', refuses, { settings: { defaultExpiresInSeconds: 59 } }, [
  'default_expires_in_seconds',
]);
test('and every problem is named at once', refuses, { name: '', email: '', password: '' }, [
  'name',
  'email',
  'password',
]);

test('no message repeats the password or the address', (t) => {
  const refusal = t.throws(() => checkNewAccount({ ...account, email: 'canary mail', password: 'canary' }));
  t.notRegex(refusal.message, /canary/);
});

test('settings that were not requested are the deployment’s', (t) => {
  t.deepEqual(settingsOf({ platformFeeBasisPoints: 0 }, defaults), { ...defaults, platformFeeBasisPoints: 0 });
});
