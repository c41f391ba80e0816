import { Refusal } from '@gx/core';
import test from 'ava';
import { call, fileScope, merchant, testKeys } from './harness.ts';

const file = fileScope();
const shared = testKeys(file);
test.after.always(file.close);

test('a new account takes the deployment’s settings where none are requested', async (t) => {
  const { client } = await testKeys(t, { DEFAULT_PLATFORM_FEE_FIXED: '7' });
  const { accountId } = await merchant(client, { platformFeeBasisPoints: 250, settlementDelaySeconds: 86_400 });
  t.like(await client.getAccountSettings(call, { accountId }), {
    name: 'Loja Teste',
    platformFeeBasisPoints: 250,
    platformFeeFixed: 7,
    defaultExpiresInSeconds: 3_600,
    settlementDelaySeconds: 86_400,
  });
});

test('without configuration a deployment takes 1 %, gives an hour and settles at once', async (t) => {
  const { client } = await shared;
  const { accountId } = await merchant(client);
  t.like(await client.getAccountSettings(call, { accountId: `acc_${accountId}` }), {
    platformFeeBasisPoints: 100,
    platformFeeFixed: 0,
    defaultExpiresInSeconds: 3_600,
    settlementDelaySeconds: 0,
  });
});

test('settings of an unknown account are not found', async (t) => {
  const { client } = await shared;
  for (const accountId of ['', 'acc_1', '01939b6e-7f4b-7000-8000-000000000000']) {
    const refusal = await t.throwsAsync(client.getAccountSettings(call, { accountId }), { instanceOf: Refusal });
    t.is(refusal.code, 'not_found');
  }
});

test('an e-mail makes one user whatever its case, also when two ask at once', async (t) => {
  const { client, database } = await shared;
  const signUp = { name: 'Loja', userName: 'Ana', password: 'correct horse' };
  const spellings = ['ana@example.com', 'ANA@example.com', 'Ana@Example.Com', ' ana@example.com '];
  const results = await Promise.allSettled(spellings.map((email) => client.createAccount(call, { ...signUp, email })));
  t.is(results.filter(({ status }) => status === 'fulfilled').length, 1);
  for (const result of results) {
    if (result.status !== 'rejected') continue;
    t.like(result.reason, { code: 'invalid_request', more: { param: 'email' } });
    t.notRegex(String(result.reason), /example/i);
  }
  t.is(await database.connection.collection('users').countDocuments({ emailKey: 'ana@example.com' }), 1);
});

test('every problem of a new account is named at once', async (t) => {
  const { client } = await shared;
  const refusal = await t.throwsAsync(
    client.createAccount(call, { password: 'short', platformFeeBasisPoints: 10_001 }),
    {
      instanceOf: Refusal,
    },
  );
  t.deepEqual(
    refusal.more.details?.map(({ param }) => param),
    ['name', 'user_name', 'email', 'password', 'platform_fee_basis_points'],
  );
});

test('a password is kept as argon2id and nothing else', async (t) => {
  const { client, database } = await shared;
  const { password, userId } = await merchant(client);
  const user = await database.connection
    .collection<{ _id: string; passwordHash: string }>('users')
    .findOne({ _id: userId });
  t.regex(String(user?.passwordHash), /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  t.false(JSON.stringify(user).includes(password));
});
