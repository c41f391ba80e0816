import { newId } from '@gx/core';
import { newCipher } from '@gx/runtime';
import { type CustomerKeys, customerKeys } from '@gx/runtime/mongo';
import { testDatabase } from '@gx/testkit';
import test from 'ava';

const database = await testDatabase('customer_keys');
test.after.always('the database goes', database.drop);

const options = { cipher: newCipher(Buffer.alloc(32, 7)), rememberedMs: 1_000 };
/** As two replicas have them. */
let replicas: readonly CustomerKeys[] = [];
test.before(async () => {
  replicas = await Promise.all([1, 2].map(() => customerKeys(database.connection, options)));
});

test('replicas that want the key of a new customer at once, time and again, have the same', async (t) => {
  const tenant = { accountId: newId('account'), livemode: true };
  for (let nth = 0; nth < 200; nth += 1) {
    const made = await Promise.all(replicas.map((keys) => keys.keyFor(tenant, `NIF ${nth}`)));
    t.is(new Set(made.map(({ id }) => id)).size, 1);
  }
});

test('a document of punctuation alone names nobody: such customers have a key each', async (t) => {
  const [keys] = replicas;
  const tenant = { accountId: newId('account'), livemode: true };
  const made = await Promise.all(['-', '-', '...'].map((document) => keys?.keyFor(tenant, document)));
  t.is(new Set(made.map((key) => key?.id)).size, 3);
  t.deepEqual(await keys?.named('-'), []);
});

test('a destination names another customer than any document, whatever is written in it', async (t) => {
  const [keys] = replicas;
  const tenant = { accountId: newId('account'), livemode: true };
  const of = async (name: string | { destination: string }) => (await keys?.keyFor(tenant, name))?.id;
  const one = await of({ destination: 'zenobia@gaiola.example' });
  t.is(await of({ destination: 'zenobia@gaiola.example' }), one);
  t.not(await of('destination:zenobia@gaiola.example'), one);
  t.deepEqual(
    (await keys?.named({ destination: 'zenobia@gaiola.example' }))?.map(({ id }) => id),
    [one as string],
  );
});
