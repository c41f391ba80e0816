import test from 'ava';
import { jsonFault } from './json-fault.ts';

/** Where it is no JSON any more, and what would be. */
// biome-ignore format: one row per fault, read as a table
const FAULTS: readonly (readonly [text: string, line: number, column: number, expected: string])[] = [
  ['',                          1, 1,  'a value'],
  ['{',                         1, 2,  'a name in double quotes or }'],
  ['{"a":1,}',                  1, 8,  'a name in double quotes'],
  ["{'a':1}",                   1, 2,  'a name in double quotes or }'],
  ['{a:1}',                     1, 2,  'a name in double quotes or }'],
  ['{"a" 1}',                   1, 6,  'a colon'],
  ['{"a":}',                    1, 6,  'a value'],
  ['{"a":NaN}',                 1, 6,  'a value'],
  ['{"a":10,00}',               1, 9,  'a name in double quotes'],
  ['{"a":01}',                  1, 7,  'a comma or }'],
  ['{"a":1.}',                  1, 7,  'a comma or }'],
  ['{"a":1\n  "b":2}',          2, 3,  'a comma or }'],
  ['{"a":[1,]}',                1, 9,  'a value'],
  ['{"a":[1 2]}',               1, 9,  'a comma or ]'],
  ['{"a":[}',                   1, 7,  'a value or ]'],
  ['{"a":1}}',                  1, 8,  'the end of the body'],
  ['{"a":1} // a comment',      1, 9,  'the end of the body'],
  ['{"é👍":"x" y}',              1, 11, 'a comma or }'],
  ['amount=1000',               1, 1,  'a value'],
];

for (const [text, line, column, expected] of FAULTS)
  test(`${JSON.stringify(text)} is at fault in line ${line}, column ${column}`, (t) => {
    t.deepEqual(jsonFault(text), { line, column, expected });
  });

test('a text that is not closed, or has a wrong escape or a line break, is at fault where that is', (t) => {
  for (const [text, column] of [
    ['{"a":"b', 8],
    ['{"a":"b\n"}', 8],
    ['{"a":"\\x"}', 7],
    ['{"a":"\\u12"}', 7],
    ['{"a\t":1}', 4],
  ] as const) {
    const fault = jsonFault(text);
    t.deepEqual([fault?.line, fault?.column], [1, column], text);
    t.regex(fault?.expected ?? '', /^the rest of a text/);
  }
});

const GOOD = ['{"a":[1,-0.5e+3,true,false,null,"\\u00e9\\n\\"",{}],"b":{"c":[[]]}}', ' [ ] ', '"a"', '-0', '{"":""}'];

const isJson = (text: string): boolean => {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};

test('whatever is left out, doubled or put in, a text has a fault if the parser refuses it, and none if not', (t) => {
  let refused = 0;
  for (const good of GOOD) {
    t.is(jsonFault(good), undefined, good);
    for (let at = 0; at <= good.length; at += 1) {
      const [before, after] = [good.slice(0, at), good.slice(at)];
      const inserted = [...'{}[],:"\\0e.-t \n\u0001'].map((character) => before + character + after);
      for (const text of [before, before + after.slice(1), before + good.slice(at, at + 1) + after, ...inserted]) {
        t.is(jsonFault(text) === undefined, isJson(text), text);
        if (!isJson(text)) refused += 1;
      }
    }
  }
  t.true(refused > 500);
});

test('a body of the largest size and of any depth is read in a moment', (t) => {
  const [deep, long] = ['['.repeat(65_536), `{"a":"${'b\\n'.repeat(21_000)}`];
  const begun = performance.now();
  t.is(jsonFault(deep)?.column, 65_537);
  t.is(jsonFault(long)?.column, long.length + 1);
  t.true(performance.now() - begun < 500);
});
