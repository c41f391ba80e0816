import { Readable } from 'node:stream';
import test from 'ava';
import { readSecret } from './read-secret.ts';

const input = (...chunks: string[]) => Readable.from(chunks);

test('a secret comes from its variable before standard input', async (t) => {
  t.is(await readSecret('SECRET', { env: { SECRET: 'from env' }, stdin: input('from stdin') }), 'from env');
});

test('a secret from standard input loses one line break at its end and nothing else', async (t) => {
  t.is(await readSecret('SECRET', { env: { SECRET: '' }, stdin: input(' a ', 'b\n', '\r\n') }), ' a b\n');
});

test('no secret is an error that names both ways, at once on a terminal', async (t) => {
  const message = 'A secret is missing: set SECRET, or pass it on standard input.';
  await t.throwsAsync(readSecret('SECRET', { env: {}, stdin: input('\n') }), { message });
  const terminal = Object.assign(new Readable({ read: () => undefined }), { isTTY: true });
  await t.throwsAsync(readSecret('SECRET', { env: {}, stdin: terminal }), { message });
});
