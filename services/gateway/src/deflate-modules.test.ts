import { randomBytes } from 'node:crypto';
import { inflateSync } from 'node:zlib';
import test from 'ava';
import { deflateModules, MODULE_PX } from './deflate-modules.ts';

/** What the lines of a picture are, said the slow way. */
const linesOf = (rows: readonly (readonly boolean[])[]): Buffer =>
  Buffer.from(
    rows.flatMap((row) => Array.from({ length: MODULE_PX }, () => [0, ...row.map((dark) => (dark ? 0 : 0xff))]).flat()),
  );

test('a picture of every size that a QR code has is what zlib reads back, checksum included', (t) => {
  for (let version = 1; version <= 40; version += 1) {
    const side = 17 + 4 * version + 8;
    const rows = Array.from({ length: side }, () => [...randomBytes(side)].map((byte) => byte % 2 === 0));
    t.deepEqual(inflateSync(deflateModules(rows)), linesOf(rows), `version ${version}`);
  }
});

test('a picture all dark and one all white are read back too', (t) => {
  for (const dark of [true, false]) {
    const rows = Array.from({ length: 61 }, () => Array.from({ length: 61 }, () => dark));
    t.deepEqual(inflateSync(deflateModules(rows)), linesOf(rows));
  }
});
