import test from 'ava';
import { isVisible, plainLine, withoutFormatting } from './text.ts';

const codesOf = (text: string): string =>
  `[${[...text].map((one) => `U+${one.codePointAt(0)?.toString(16).padStart(4, '0')}`).join(' ')}]`;

for (const hidden of [
  '',
  ' ',
  '\u00a0',
  '\u200b',
  '\u2060',
  '\u202e',
  '\u00ad',
  '\ufeff',
  '\u2028',
  '\u3164',
  '\u115f',
  '\u2800',
  '\u0000',
  '\u{e0020}',
  ' \u200b\t',
])
  test(`nobody sees ${codesOf(hidden)}`, (t) => {
    t.false(isVisible(hidden));
  });

for (const seen of ['a', '.', '\u200bJosé', '李', '😀', 'नि', '-', '1'])
  test(`somebody sees ${JSON.stringify(seen)}`, (t) => {
    t.true(isVisible(seen));
  });

for (const [raw, line] of [
  ['Pedido 7\u202e00,01', 'Pedido 700,01'],
  ['Ana\u2028 Souza', 'Ana  Souza'],
  ['um\r\n\u2029dois', 'um dois'],
  ['\u2066\u200bAna\u2069', 'Ana'],
  ['a\ud800b', 'a\ufffdb'],
  ['Ação 😀 नि', 'Ação 😀 नि'],
] as const)
  test(`as one line: ${JSON.stringify(raw)}`, (t) => {
    t.is(plainLine(raw), line);
  });

test('line ends of ASCII and blanks of every kind are no formatting', (t) => {
  const text = 'R$\u00a01,00\n\tfim\u202f.';
  t.is(withoutFormatting(text), text);
});
