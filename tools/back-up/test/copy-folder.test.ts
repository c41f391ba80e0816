import { execFileSync } from 'node:child_process';
import { copyFile, mkdtemp, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generateX25519Identity, identityToRecipient } from 'age-encryption';
import test, { type ExecutionContext } from 'ava';
import mongoose from 'mongoose';
import { copyReader, copyWriter } from '../src/copy-folder.ts';
import { decryptionWith, encryptionTo } from '../src/encryption.ts';

const { BSON } = mongoose.mongo;
const PLANTED = 'ana@planted.example';
/** More than one piece of any stream. */
const DOCUMENTS = 5_000;

const documents = Array.from({ length: DOCUMENTS }, (_, number) => ({ number, text: `${PLANTED} ${'x'.repeat(200)}` }));
const KINDS = ['plain', 'encrypted'] as const;

/** A copy of two files, and how it is opened. */
async function written(t: ExecutionContext, kind: (typeof KINDS)[number]) {
  const folder = await mkdtemp(join(tmpdir(), 'gx-copy-'));
  t.teardown(() => rm(folder, { recursive: true }));
  const key = kind === 'plain' ? undefined : await generateX25519Identity();
  const writer = copyWriter(folder, encryptionTo(key === undefined ? undefined : await identityToRecipient(key)));
  for (const name of ['one.bson', 'two.bson']) {
    const file = await writer.open(name);
    for (const document of documents) await file.write(BSON.serialize({ ...document, name }));
    await file.close();
  }
  const sha256 = await writer.finish({ takenAt: 'now' });
  const path = (name: string): string => join(folder, `${name}${key === undefined ? '' : '.age'}`);
  const opened = (given = key) => copyReader<{ readonly takenAt: string }>(folder, decryptionWith(given));
  return { folder, key, sha256, path, opened };
}

for (const kind of KINDS) {
  test(`what was written ${kind} is read as it was, document by document`, async (t) => {
    const { opened, folder, path, sha256 } = await written(t, kind);
    const { manifest, read } = await opened();
    t.is(manifest.takenAt, 'now');
    let count = 0;
    for await (const { number, name } of read('two.bson')) {
      t.deepEqual([Number(number), name], [count, 'two.bson']);
      count += 1;
    }
    t.is(count, DOCUMENTS);
    for (const name of await readdir(folder))
      t.is((await readFile(join(folder, name))).includes(PLANTED), kind === 'plain' && name !== 'manifest.json', name);
    t.true(execFileSync('sha256sum', [path('manifest.json')], { encoding: 'utf8' }).startsWith(sha256));
    await t.throwsAsync(read('three.bson').next(), { message: /names no file three/ });
  });

  test(`a file that was written ${kind} is refused when it was changed, cut off, swapped or taken away`, async (t) => {
    const { opened, path } = await written(t, kind);
    const one = path('one.bson');
    const whole = await readFile(one);
    const harms: Readonly<Record<string, () => Promise<unknown>>> = {
      changed: () => writeFile(one, whole.with(1_000, (whole.at(1_000) ?? 0) ^ 1)),
      'cut off by a byte': () => truncate(one, whole.length - 1),
      'cut off by most of it': () => truncate(one, 70_000),
      swapped: () => copyFile(path('two.bson'), one),
    };
    for (const [name, harm] of Object.entries(harms)) {
      await harm();
      await t.throwsAsync(opened(), { message: /^one\.bson.* is not what was written there/ }, name);
      await writeFile(one, whole);
    }
    await rm(one);
    await t.throwsAsync(opened(), { message: /^one\.bson.* cannot be read/ });
    await writeFile(one, whole);
    await rm(path('manifest.json'));
    await t.throwsAsync(opened(), { message: /holds no whole copy/ });
  });
}

test('an encrypted file that was cut off or changed after its manifest was compared is not read to its end either', async (t) => {
  const { opened, path } = await written(t, 'encrypted');
  const { read } = await opened();
  const whole = await readFile(path('one.bson'));
  const readAll = async () => {
    for await (const _ of read('one.bson'));
  };
  // A piece of age has 64 KiB and 16 bytes: here the last pieces are missing, and nothing of another.
  const header = whole.indexOf('\n', whole.indexOf('\n---')) + 1 + 16;
  await truncate(path('one.bson'), header + 3 * (64 * 1_024 + 16));
  await t.throwsAsync(readAll());
  await writeFile(path('one.bson'), whole.with(100_000, (whole.at(100_000) ?? 0) ^ 1));
  await t.throwsAsync(readAll());
  await writeFile(path('one.bson'), whole);
  await t.notThrowsAsync(readAll());
});

test('an encrypted copy is opened by its key alone, and a key accepts no other copy', async (t) => {
  const [encrypted, plain] = [await written(t, 'encrypted'), await written(t, 'plain')];
  await t.throwsAsync(copyReader(encrypted.folder, decryptionWith(undefined)), { message: /BACK_UP_KEY is required/ });
  await t.throwsAsync(encrypted.opened(await generateX25519Identity()), { message: /cannot be opened: another/ });
  await t.throwsAsync(plain.opened(encrypted.key), { message: /is not encrypted, BACK_UP_KEY is given/ });
  const asFile = `# created: today\n# public key: ${await identityToRecipient(encrypted.key ?? '')}\n${encrypted.key}\n`;
  t.is((await encrypted.opened(asFile)).manifest.takenAt, 'now');
  const manifest = encrypted.path('manifest.json');
  const whole = await readFile(manifest);
  for (const place of [40, whole.length - 20]) {
    await writeFile(manifest, whole.with(place, (whole.at(place) ?? 0) ^ 1));
    await t.throwsAsync(encrypted.opened(), { message: /cannot be opened/ });
  }
});

test('what is no recipient and no key of age is refused', (t) => {
  t.throws(() => encryptionTo('age1nobody'));
  t.throws(() => decryptionWith('AGE-SECRET-KEY-1NOBODY'));
  t.throws(() => decryptionWith('# only a comment'), { message: 'no key' });
});
