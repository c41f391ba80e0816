import test from 'ava';
import { readReceipt } from './read-receipt.ts';

const PDF = Buffer.from('%PDF-1.7\n\xff', 'latin1');

test('a PDF is passed on as it came, whatever its type says besides', (t) => {
  for (const type of ['application/pdf', 'Application/PDF; name=recibo.pdf']) {
    const receipt = readReceipt({ type, bytes: PDF });
    t.deepEqual(receipt, { kind: 'done', value: { contentType: 'application/pdf', content: PDF } });
  }
});

// biome-ignore format: one row per file, read as a table
const NO_PDF = [
  ['a page under another type',          { type: 'text/html', bytes: Buffer.from('<html>') },           'not application/pdf'],
  ['a PDF under another type',           { type: 'application/octet-stream', bytes: PDF },              'not application/pdf'],
  ['a PDF without a type',               { type: '', bytes: PDF },                                      'not application/pdf'],
  ['a page that says that it is a PDF',  { type: 'application/pdf', bytes: Buffer.from('<html>') },     'no PDF in application/pdf'],
  ['a PDF that begins with a blank',     { type: 'application/pdf', bytes: Buffer.from(' %PDF-1.7') },  'no PDF in application/pdf'],
  ['nothing that says that it is a PDF', { type: 'application/pdf', bytes: Buffer.alloc(0) },           'no PDF in application/pdf'],
  ['no file at all',                     undefined,                                                     'not application/pdf'],
] as const;
for (const [what, file, detail] of NO_PDF)
  test(`${what} is no receipt`, (t) =>
    t.deepEqual(readReceipt(file), { kind: 'unknown', cause: { reason: 'unreadable_answer', detail } }));
