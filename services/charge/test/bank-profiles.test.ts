import { cents, newAct } from '@gx/core';
import { testDatabase } from '@gx/testkit';
import test from 'ava';
import { bankProfileAct } from '../src/commands/bank-profile-act.ts';
import { type BankProfileInput, bankProfileStore } from '../src/store/bank-profiles.ts';

const database = await testDatabase('profiles');
const store = bankProfileStore(database.connection);
const act = (id: string, livemode: boolean) =>
  bankProfileAct({ id, livemode }, 'bank_profile.set', [], newAct({ kind: 'operator' }, new Date()));
/** Each change is an act of its own. */
const profiles = {
  ...store,
  set: (input: BankProfileInput, place: { readonly keepPlace: boolean }) =>
    store.set(input, { ...place, act: act(input._id, input.livemode) }),
  stand: (id: string, decide: Parameters<typeof store.stand>[1]) =>
    store.stand(id, decide, ({ livemode }) => act(id, livemode)),
};
test.after.always('the database goes', database.drop);

const profile = (id: string, livemode: boolean): BankProfileInput => ({
  _id: id,
  livemode,
  simulator: !livemode,
  baseUrl: livemode ? 'https://bank.example' : 'http://simulator.example',
  basePath: '/v2',
  tokenPath: '/oauth/token',
  clientId: 'client',
  clientSecret: { keyId: 'k', ciphertext: 'encrypted' },
  pixKey: 'key',
  providerFeeFixed: cents(10),
  providerFeeBasisPoints: 0,
  merchantName: 'Loja',
  merchantCity: 'SAO PAULO',
  payerQuery: true,
  pixOutPath: null,
  pixOutFee: cents(0),
  acquirerPath: null,
  receiptPath: null,
  balancePath: null,
  certificate: null,
  certificateKey: null,
  bankAuthority: null,
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
  const acts = (await store.acts.unfiled(100)).filter(({ objectId }) => objectId === 'same');
  t.is(new Set(acts.map(({ _id }) => _id)).size, 3);
});

test('a profile that is set again in its place gets its new secret and no new charges; one that is new gets them', async (t) => {
  const at = (id: string, second: number) => ({
    ...profile(id, true),
    activatedAt: new Date(Date.UTC(2030, 0, 1, 0, 0, second)),
  });
  const order = async () => (await profiles.all()).map(({ _id }) => _id).filter((id) => /^place-/.test(id));
  await profiles.set(at('place-a', 1), SAME);
  await profiles.set(at('place-b', 2), SAME);
  await profiles.set({ ...at('place-a', 3), clientSecret: { keyId: 'k', ciphertext: 'renewed' } }, SAME);
  t.deepEqual(await order(), ['place-b', 'place-a']);
  t.is((await profiles.all()).find(({ _id }) => _id === 'place-a')?.clientSecret.ciphertext, 'renewed');
  await profiles.set(at('place-a', 4), FIRST);
  t.deepEqual(await order(), ['place-a', 'place-b']);
});

test('a retired profile is set again in its place and stays retired; it is not made the first one before that is taken back', async (t) => {
  const retired = { at: new Date(Date.UTC(2030, 1, 1)), by: 'Ana' };
  const stored = async () => (await profiles.all()).find(({ _id }) => _id === 'gone');
  await profiles.set(profile('gone', false), FIRST);
  await profiles.stand('gone', () => ({ retired }));
  const before = await stored();
  t.is(await profiles.set({ ...profile('gone', false), pixKey: 'other' }, FIRST), 'retired');
  t.deepEqual(await stored(), before);
  t.is(await profiles.set({ ...profile('gone', true) }, FIRST), 'other_environment');
  t.is(await profiles.set({ ...profile('gone', false), pixKey: 'other' }, SAME), 'set');
  t.like(await stored(), { retired, pixKey: 'other', version: 2, activatedAt: before?.activatedAt });
  await profiles.stand('gone', () => ({ retired: null }));
  t.is(await profiles.set(profile('gone', false), FIRST), 'set');
});

test('of two who each rely on the other profile, at once, the later one sees what the earlier one did', async (t) => {
  const ids = ['one', 'two'];
  for (const id of ids) await profiles.set(profile(id, true), FIRST);
  for (let round = 0; round < 20; round += 1) {
    for (const id of ids) await profiles.stand(id, () => ({ retired: null }));
    const act = { retired: { at: new Date(), by: 'Ana' } };
    const ends = await Promise.all(
      ids.map((id) =>
        profiles.stand(id, (all) => {
          const other = all.find(({ _id }) => ids.includes(_id) && _id !== id);
          return other?.retired == null ? act : undefined;
        }),
      ),
    );
    t.is(ends.length, 2);
    const left = (await profiles.all()).filter(({ _id, retired }) => ids.includes(_id) && retired == null);
    t.is(left.length, 1, `round ${round}`);
  }
});
