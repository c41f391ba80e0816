import { cents } from '@gx/core';
import { testDatabase } from '@gx/testkit';
import test from 'ava';
import { type BankProfileInput, bankProfileStore } from '../src/store/bank-profiles.ts';

const database = await testDatabase('profiles');
const profiles = bankProfileStore(database.connection);
test.after.always('the database goes', database.drop);

const profile = (id: string, livemode: boolean): BankProfileInput => ({
  _id: id,
  livemode,
  simulator: !livemode,
  baseUrl: livemode ? 'https://bank.example' : 'http://simulator.example',
  basePath: '/v2',
  tokenPath: '/oauth/token',
  clientId: 'client',
  clientSecret: { keyId: 'k', box: 'sealed' },
  pixKey: 'key',
  providerFeeFixed: cents(10),
  providerFeeBasisPoints: 0,
  merchantName: 'Loja',
  merchantCity: 'SAO PAULO',
  payerQuery: true,
  pixOutPath: null,
  pixOutFee: cents(0),
  activatedAt: new Date(),
});

test('a profile set for both environments at once belongs to one of them, whole', async (t) => {
  for (let round = 0; round < 10; round += 1) {
    const id = `both-${round}`;
    const ends = await Promise.all([profiles.set(profile(id, true)), profiles.set(profile(id, false))]);
    t.deepEqual(ends.toSorted(), ['other_environment', 'set']);
    const stored = (await profiles.all()).find(({ _id }) => _id === id);
    t.is(stored?.simulator, !stored?.livemode);
    t.is(stored?.baseUrl, profile(id, stored?.livemode === true).baseUrl);
  }
});

test('a profile set twice at once is set twice', async (t) => {
  const ends = await Promise.all([1, 2, 3].map(() => profiles.set(profile('same', false))));
  t.deepEqual(ends, ['set', 'set', 'set']);
  t.is((await profiles.all()).find(({ _id }) => _id === 'same')?.version, 3);
});
