import { execFileSync } from 'node:child_process';
import test from 'ava';
import { csvField } from './csv-form.ts';

test('what a spreadsheet would take for a formula is a text, a number stays one', (t) => {
  for (const text of ['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', ' =1', '\n+1'])
    t.regex(csvField(text), /^"?'/, text);
  t.is(csvField('a=1'), 'a=1');
  t.is(csvField(-5), '-5');
});

test('whatever text it is, a reader of CSV gets it back', (t) => {
  const texts = ['', 'plain', 'a,b', 'say "hi"', '"', ',', 'two\r\nlines', 'ç ã 🙂', "o'clock", ' spaces '];
  const text = `${texts.map(csvField).join(',')}\r\n`;
  const program = 'import csv,json,sys;print(json.dumps(list(csv.reader(sys.stdin,strict=True))))';
  const read = execFileSync('python3', ['-X', 'utf8', '-c', program], { input: text, encoding: 'utf8' });
  t.deepEqual(JSON.parse(read), [texts]);
});
