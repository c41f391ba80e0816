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

const FIRST = { keepPlace: false };
const SAME = { keepPlace: true };

test('a profile set for both environments at once belongs to one of them, whole', async (t) => {
  for (let round = 0; round < 10; round += 1) {
    const id = `both-${round}`;
    const ends = await Promise.all([true, false].map((livemode) => profiles.set(profile(id, livemode), FIRST)));
    t.deepEqual(ends.toSorted(), ['other_environment', 'set']);
    const stored = (await profiles.all()).find(({ _id }) => _id === id);
    t.is(stored?.simulator, !stored?.livemode);
    t.is(stored?.baseUrl, profile(id, stored?.livemode === true).baseUrl);
  }
});

test('a profile set twice at once is set twice', async (t) => {
  const ends = await Promise.all([1, 2, 3].map(() => profiles.set(profile('same', false), FIRST)));
  t.deepEqual(ends, ['set', 'set', 'set']);
  t.is((await profiles.all()).find(({ _id }) => _id === 'same')?.version, 3);
});

test('a profile that is set again in its place gets its new secret and no new charges; one that is new gets them', async (t) => {
  const at = (id: string, second: number) => ({
    ...profile(id, true),
    activatedAt: new Date(Date.UTC(2030, 0, 1, 0, 0, second)),
  });
  const order = async () => (await profiles.all()).map(({ _id }) => _id).filter((id) => /^place-/.test(id));
  await profiles.set(at('place-a', 1), SAME);
  await profiles.set(at('place-b', 2), SAME);
  await profiles.set({ ...at('place-a', 3), clientSecret: { keyId: 'k', box: 'renewed' } }, SAME);
  t.deepEqual(await order(), ['place-b', 'place-a']);
  t.is((await profiles.all()).find(({ _id }) => _id === 'place-a')?.clientSecret.box, 'renewed');
  await profiles.set(at('place-a', 4), FIRST);
  t.deepEqual(await order(), ['place-a', 'place-b']);
});
