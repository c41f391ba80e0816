import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import test from 'ava';
import { BODY_KEPT_BYTES, decoded } from './decoded.ts';

const TEXT = '{"error":"estoque indisponível"}';
const CODINGS = {
  gzip: gzipSync,
  'x-gzip': gzipSync,
  GZIP: gzipSync,
  deflate: deflateSync,
  br: brotliCompressSync,
} as const;

for (const [coding, encode] of Object.entries(CODINGS))
  test(`an answer in ${coding} reads as its text, also where it breaks off`, (t) => {
    const bytes = encode(TEXT);
    t.is(decoded(bytes, coding).toString(), TEXT);
    t.true(decoded(bytes.subarray(0, bytes.length - 1), coding).length <= TEXT.length + 1);
  });

test('deflate without its wrapper reads too', (t) => {
  t.is(decoded(deflateRawSync(TEXT), 'deflate').toString(), TEXT);
});

test('what is no such coding stays as it came', (t) => {
  for (const coding of ['identity', 'zstd', 'gzip', '__proto__', 'toString'])
    t.is(decoded(Buffer.from(TEXT), coding).toString(), TEXT, coding);
});

test('a bomb is cut to what is kept, or stays as it came', (t) => {
  const much = Buffer.alloc(64 * 1_048_576);
  for (const [coding, bytes] of [
    ['gzip', gzipSync(much)],
    ['br', brotliCompressSync(much)],
  ] as const)
    t.true(decoded(bytes.subarray(0, BODY_KEPT_BYTES), coding).length <= BODY_KEPT_BYTES, coding);
});
