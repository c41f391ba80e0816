import test from 'ava';
import { canonicalJson } from './canonical.ts';
import { isWrittenNumber, numbersByValue, parseJson, parseJsonAsWritten } from './json.ts';

test('a byte order mark before JSON is no part of it (RFC 8259, 8.1), a second one is no JSON', (t) => {
  t.deepEqual(parseJson('\ufeff{"a":[1]}'), { a: [1] });
  t.deepEqual(parseJsonAsWritten('\ufeff {"a":[1]}'), { a: [1] });
  t.deepEqual(parseJson('{"a":"\ufeff"}'), { a: '\ufeff' });
  for (const text of ['\ufeff\ufeff{}', '\ufeff', '{}\ufeff', '']) {
    t.throws(() => parseJson(text), { instanceOf: SyntaxError }, text);
    t.throws(() => parseJsonAsWritten(text), { instanceOf: SyntaxError }, text);
  }
});

const WRITTEN = [
  '1.10',
  '1.0',
  '-0',
  '1e2',
  '1E+2',
  '12345678901234567890',
  '0.1234567890123456789',
  '-9007199254740993',
];

test('a number that is read as written is written again with its own text, wherever it stands', (t) => {
  for (const number of WRITTEN) {
    for (const text of [number, `{"a":${number}}`, `[7,{"a":[${number},"${number}"]}]`, `{"__proto__":${number}}`])
      t.is(JSON.stringify(parseJsonAsWritten(text)), text);
  }
  t.is(JSON.stringify(parseJsonAsWritten(' { "a" : 1.10 , "a" : 2.0 } ')), '{"a":2.0}');
});

test('only a number that would come back changed is not a plain one', (t) => {
  t.deepEqual(parseJsonAsWritten('{"a":1, "b":[-7, 0.1, 1.5]}'), { a: 1, b: [-7, 0.1, 1.5] });
  t.true(isWrittenNumber(parseJsonAsWritten('1.10')));
  for (const other of [1.1, '1.10', null, { rawJSON: '1.10' }]) t.false(isWrittenNumber(other));
});

const canonical = (text: string): string => canonicalJson(numbersByValue(parseJsonAsWritten(text)));

test('numbers by value: two texts of one number are equal, and as a plain reader has them', (t) => {
  for (const [one, other] of [
    ['1.10', '1.1'],
    ['1.0', '1'],
    ['1e2', '100'],
    ['-0', '0'],
    ['1000000000000000000000', '1e21'],
  ] as const)
    t.is(canonical(`{"a":[${one}]}`), canonicalJson(JSON.parse(`{"a":[${other}]}`)), one);
});

test('numbers by value: integers that a double cannot tell apart are told apart, and from text', (t) => {
  const all = ['12345678901234567890', '12345678901234567891', '"12345678901234567890"'].map((number) =>
    canonical(`{"a":${number}}`),
  );
  t.is(new Set(all).size, all.length);
});
