import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import test from 'ava';
import { backUp } from '../src/index.ts';
import { smallDeployment } from './small-deployment.ts';

test('a customer who was erased since a back-up stays erased after its restore, and the others are readable', async (t) => {
  const own = await smallDeployment(t, ['ana', 'bia']);
  await backUp(own.deployment, own.folder('monday'));
  t.deepEqual(await own.readableCharges(), ['charge-ana', 'charge-bia']);
  await own.erase('ana');
  await backUp(own.deployment, own.folder('tuesday'));
  await own.burn();
  await own.restore('monday');
  t.deepEqual(await own.readableCharges(), ['charge-bia']);
});

test('a payee who was erased since a back-up stays erased after its restore; keys without those of payees are refused', async (t) => {
  const own = await smallDeployment(t, ['ana', 'bia']);
  await backUp(own.deployment, own.folder('monday'));
  await own.erase('ana', 'payout');
  await backUp(own.deployment, own.folder('tuesday'));
  const keysFolder = own.folder('keys-of-charge-alone');
  await own.withoutPayees(() => backUp(own.deployment, own.folder('wednesday'), { keysFolder }));
  await own.burn();
  await t.throwsAsync(own.restore('monday', { keysFolder }), { message: /are of another deployment than the back-up/ });
  await own.restore('monday');
  t.deepEqual(
    [await own.readableCharges(), await own.readablePayouts()],
    [['charge-ana', 'charge-bia'], ['payout-bia']],
  );
});

test('a back-up holds no key: they lie in one place, which each take replaces whole', async (t) => {
  const own = await smallDeployment(t, ['ana']);
  await backUp(own.deployment, own.folder('monday'));
  const keyFiles = async () => (await readdir(own.keysFolder)).filter((name) => name.startsWith('customer_keys'));
  const first = await keyFiles();
  t.is(first.length, 2, 'of customers and of payees');
  for (const name of first) t.true((await readFile(join(own.keysFolder, name))).includes('wrapped'));
  await own.erase('ana');
  await own.erase('ana', 'payout');
  await writeFile(join(own.keysFolder, 'customer_keys-broken.bson'), 'what a take that broke off left behind');
  await backUp(own.deployment, own.folder('tuesday'));
  const after = await keyFiles();
  t.is(after.length, 2);
  t.deepEqual(
    after.filter((name) => first.includes(name)),
    [],
  );
  for (const [path, bytes] of await own.files()) {
    t.false(bytes.includes('wrapped'), path);
    t.false(path.includes('customer_keys') && !path.startsWith(own.keysFolder), path);
  }
});

test('keys that are missing, older than the back-up or of another deployment are refused before anything is written', async (t) => {
  const own = await smallDeployment(t, ['ana']);
  const other = await smallDeployment(t, ['caio']);
  await backUp(own.deployment, own.folder('monday'));
  await backUp(other.deployment, other.folder('monday'));
  const keysFolder = own.folder('former-keys');
  await backUp(own.deployment, own.folder('tuesday'), { keysFolder });
  await own.burn();
  await t.throwsAsync(own.restore('tuesday'), { message: /keys of .+ are of .+, before the back-up/ });
  await t.throwsAsync(own.restore('monday', { keysFolder: own.folder('none') }), {
    message: /^the keys of customers cannot be read: .+none holds no whole copy/,
  });
  await t.throwsAsync(own.restore('monday', { keysFolder: other.keysFolder }), {
    message: /are of another deployment than the back-up/,
  });
  t.deepEqual(await own.everything(), []);
  await own.restore('tuesday', { keysFolder });
  t.deepEqual(await own.readableCharges(), ['charge-ana']);
});

test('a take that breaks off leaves the former keys, whether before they are copied or as they are replaced', async (t) => {
  const own = await smallDeployment(t, ['ana']);
  await backUp(own.deployment, own.folder('monday'));
  const stored = async () => [...(await own.files())].filter(([path]) => path.startsWith(own.keysFolder));
  const former = await stored();
  const onDatabases = () => Promise.reject(new Error('the machine went down'));
  await t.throwsAsync(backUp(own.deployment, own.folder('tuesday'), { onDatabases }), { message: /went down/ });
  t.deepEqual(await stored(), former);
  const inTheWay = join(own.keysFolder, 'manifest.json.new');
  await mkdir(inTheWay);
  await t.throwsAsync(backUp(own.deployment, own.folder('wednesday')), { code: 'EISDIR' });
  await own.burn();
  await own.restore('monday');
  t.deepEqual(await own.readableCharges(), ['charge-ana']);
  await rm(inTheWay, { recursive: true });
  await backUp(own.deployment, own.folder('thursday'));
  t.is((await readdir(own.keysFolder)).length, former.length, 'what it left behind is gone');
});

test('a deployment whose back-ups have the parent of another’s is refused before it copies anything', async (t) => {
  const own = await smallDeployment(t, ['ana']);
  const other = await smallDeployment(t, ['caio']);
  await backUp(own.deployment, own.folder('own'));
  await t.throwsAsync(backUp(other.deployment, own.folder('other')), {
    message: /holds keys of another deployment: CUSTOMER_KEYS_FOLDER has to name another/,
  });
  t.deepEqual(await readdir(own.folder('other')), []);
  await backUp(other.deployment, own.folder('other'), { keysFolder: own.folder('keys-of-other') });
  await own.burn();
  await own.restore('own');
  t.deepEqual(await own.readableCharges(), ['charge-ana']);
});
