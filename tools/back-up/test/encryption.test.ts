import { copyFile, readFile, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { generateX25519Identity, identityToRecipient } from 'age-encryption';
import test from 'ava';
import { backUp } from '../src/index.ts';
import { PLANTED, smallDeployment } from './small-deployment.ts';

async function ageKey(): Promise<{ readonly key: string; readonly recipient: string }> {
  const key = await generateX25519Identity();
  return { key, recipient: await identityToRecipient(key) };
}

test('an encrypted back-up shows nothing of what it holds, and its key brings back every document and index', async (t) => {
  const own = await smallDeployment(t, ['ana', 'bia']);
  const before = await own.everything();
  const { key, recipient } = await ageKey();
  await backUp(own.deployment, own.folder('plain'), { keysFolder: own.folder('plain-keys') });
  await backUp(own.deployment, own.folder('encrypted'), { recipient });
  const stored = [...(await own.files())];
  const isPlain = (path: string): boolean => path.startsWith(own.folder('plain'));
  for (const text of [...PLANTED, 'wrapped', 'gx_charge']) {
    t.true(
      stored.some(([path, bytes]) => isPlain(path) && bytes.includes(text)),
      text,
    );
    for (const [path, bytes] of stored) t.false(!isPlain(path) && bytes.includes(text), `${text} in ${path}`);
  }
  await own.burn();
  await own.restore('encrypted', { key: `# created: 2026\n# public key: ${recipient}\n${key}\n` });
  t.deepEqual(await own.everything(), before);
});

test('without the key, with another one, or with one where nothing is encrypted a restore is refused and writes nothing', async (t) => {
  const own = await smallDeployment(t, ['ana']);
  const [{ key, recipient }, another] = await Promise.all([ageKey(), ageKey()]);
  await backUp(own.deployment, own.folder('plain'), { keysFolder: own.folder('plain-keys') });
  await backUp(own.deployment, own.folder('encrypted'), { recipient });
  await own.burn();
  await t.throwsAsync(own.restore('encrypted'), { message: /is encrypted: BACK_UP_KEY is required/ });
  await t.throwsAsync(own.restore('encrypted', { key: another.key }), { message: /cannot be opened: another/ });
  await t.throwsAsync(own.restore('plain', { key }), { message: /is not encrypted, BACK_UP_KEY is given/ });
  await t.throwsAsync(own.restore('encrypted', { key, keysFolder: own.folder('plain-keys') }), {
    message: /keys of customers cannot be read: .+ is not encrypted/,
  });
  t.deepEqual(await own.everything(), []);
});

for (const kind of ['plain', 'encrypted'] as const)
  test(`a file of a back-up that is ${kind} is refused when it was changed, cut off, put in another’s place or taken away`, async (t) => {
    const own = await smallDeployment(t, ['ana']);
    const made = await ageKey();
    const [options, { recipient }] = kind === 'plain' ? [{}, {}] : [{ key: made.key }, made];
    await backUp(own.deployment, own.folder('taken'), recipient === undefined ? {} : { recipient });
    await own.burn();
    const ending = kind === 'plain' ? '' : '.age';
    const inOwn = (name: string): string =>
      join(own.folder('taken'), 'databases', `${own.deployment.databasePrefix}${name}.bson${ending}`);
    const keys = [...(await own.files()).keys()].find((path) => path.includes('customer_keys-')) ?? '';
    const charges = inOwn('gx_charge/charges');
    const harms: Readonly<Record<string, (path: string, whole: Buffer) => Promise<unknown>>> = {
      changed: (path, whole) => writeFile(path, whole.with(whole.length - 1, (whole.at(-1) ?? 0) ^ 1)),
      cut: (path, whole) => truncate(path, whole.length - 1),
      emptied: (path) => truncate(path, 0),
      swapped: (path) => copyFile(inOwn('gx_keys/users'), path),
    };
    for (const path of [charges, keys])
      for (const [name, harm] of Object.entries(harms)) {
        const whole = await readFile(path);
        await harm(path, whole);
        await t.throwsAsync(own.restore('taken', options), { message: /is not what was written there/ }, name);
        await writeFile(path, whole);
      }
    t.deepEqual(await own.everything(), []);
    await own.restore('taken', options);
    t.deepEqual(await own.readableCharges(), ['charge-ana']);
  });

test('a manifest of an encrypted back-up that was changed opens nothing', async (t) => {
  const own = await smallDeployment(t, ['ana']);
  const { key, recipient } = await ageKey();
  await backUp(own.deployment, own.folder('taken'), { recipient });
  await own.burn();
  const manifest = join(own.folder('taken'), 'manifest.json.age');
  const whole = await readFile(manifest);
  for (const place of [40, whole.length - 20]) {
    await writeFile(manifest, whole.with(place, (whole.at(place) ?? 0) ^ 1));
    await t.throwsAsync(own.restore('taken', { key }), { message: /cannot be opened/ });
  }
  t.deepEqual(await own.everything(), []);
});
