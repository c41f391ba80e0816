import { EVIDENCE_LIMITS, Refusal } from '@gx/core';
import test from 'ava';
import { evidenceType, evidenceTypes } from './evidence.ts';

const PDF = Buffer.from('%PDF-1.7\n%…');
const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0]);
const JPEG = Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 0]);
const file = (content: Buffer, name = 'proof.pdf') => ({ name, content });

test('a file is what its content says, whatever it is called', (t) => {
  t.is(evidenceType(PDF), 'application/pdf');
  t.is(evidenceType(PNG), 'image/png');
  t.is(evidenceType(JPEG), 'image/jpeg');
  for (const content of ['', '%PDF', 'GIF89a', '<html>', 'PK\u0003\u0004', ' %PDF-1.7', 'MZ'])
    t.is(evidenceType(Buffer.from(content)), undefined, content);
  t.deepEqual(evidenceTypes({ files: [file(JPEG, 'proof.pdf'), file(PDF, 'photo.png')] }), [
    'image/jpeg',
    'application/pdf',
  ]);
});

const refused = test.macro({
  exec: (t, request: Parameters<typeof evidenceTypes>[0], param: string) => {
    const refusal = evidenceTypes(request);
    t.true(refusal instanceof Refusal);
    if (refusal instanceof Refusal) t.deepEqual([refusal.code, refusal.more.param], ['invalid_request', param]);
  },
  title: (what) => `refused: ${what}`,
});
test('neither a text nor a file', refused, { files: [] }, 'text');
test('a text of nothing', refused, { text: ' \n', files: [] }, 'text');
test('a text that is too long', refused, { text: 'x'.repeat(EVIDENCE_LIMITS.textMax + 1), files: [] }, 'text');
test('a sixth file', refused, { files: Array.from({ length: 6 }, () => file(PDF)) }, 'files');
test('a file without a name', refused, { files: [file(PDF), file(PDF, ' ')] }, 'files.1.name');
test('a file of nothing', refused, { files: [file(Buffer.alloc(0))] }, 'files.0.content');
test(
  'a file that is too large',
  refused,
  { files: [file(Buffer.concat([PDF, Buffer.alloc(EVIDENCE_LIMITS.fileBytesMax)]))] },
  'files.0.content',
);
test(
  'a file of another kind',
  refused,
  { text: 'x', files: [file(PDF), file(Buffer.from('GIF89a'))] },
  'files.1.content',
);

test('taken: the longest text, in characters as people count them, and five files of the largest size', (t) => {
  t.deepEqual(evidenceTypes({ text: '😀'.repeat(EVIDENCE_LIMITS.textMax), files: [] }), []);
  const largest = Buffer.concat([PNG, Buffer.alloc(EVIDENCE_LIMITS.fileBytesMax - PNG.length)]);
  t.is((evidenceTypes({ files: Array.from({ length: 5 }, () => file(largest)) }) as readonly string[]).length, 5);
});
