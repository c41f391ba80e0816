import { createHash } from 'node:crypto';
import test from 'ava';
import { pseudonyms } from './pseudonyms.ts';

const [FIRST, SECOND] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)];
const under = (...[ENCRYPTION_KEY, ...DECRYPTION_KEYS]: readonly [Buffer, ...Buffer[]]) =>
  pseudonyms('destination', { ENCRYPTION_KEY, DECRYPTION_KEYS });

test('the same parts, then the same name of 32 hexadecimal digits; other parts, another purpose or key, then another', (t) => {
  const [name] = under(FIRST)('acc', true, 'ana@example.com');
  t.regex(name, /^[0-9a-f]{32}$/);
  t.deepEqual(under(FIRST)('acc', true, 'ana@example.com'), [name]);
  const others = [
    under(FIRST)('acc', false, 'ana@example.com'),
    under(FIRST)('acc', true, 'ana@example.co'),
    under(FIRST)('acct', true, 'ana@example.com'),
    under(SECOND)('acc', true, 'ana@example.com'),
    pseudonyms('payer', { ENCRYPTION_KEY: FIRST })('acc', true, 'ana@example.com'),
  ];
  t.is(new Set([name, ...others.flat()]).size, others.length + 1);
});

test('a key was replaced, then what was named under it is found as long as it is known', (t) => {
  const [before] = under(FIRST)('ana@example.com');
  const [now, ...earlier] = under(SECOND, FIRST)('ana@example.com');
  t.not(now, before);
  t.deepEqual(earlier, [before]);
});

test('a name is no plain hash of what it names', (t) => {
  const text = JSON.stringify(['52998224725']);
  const plain = ['52998224725', text].map((one) => createHash('sha256').update(one).digest('hex').slice(0, 32));
  t.false(plain.includes(under(FIRST)('52998224725')[0]));
});
