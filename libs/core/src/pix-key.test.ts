import test from 'ava';
import { parsePixKey } from './pix-key.ts';

const key = test.macro({
  exec: (t, expected: string | undefined, ...raws: readonly string[]) => {
    for (const raw of raws) t.is(parsePixKey(raw), expected, raw);
  },
  title: (title) => title ?? '',
});

test('a document loses its punctuation', key, '52998224725', '52998224725', '529.982.247-25');
test('an alphanumeric CNPJ is a key', key, '12ABC34501DE35', '12ABC34501DE35', '12.abc.345/01de-35');

const NAME_MAX = 'a'.repeat(64);
const LONGEST = `${NAME_MAX}@example.coop`;
const AS_THEY_STAND = {
  'a mobile phone': '+5511987654321',
  'a landline': '+551133334444',
  'an e-mail': 'ana.silva@example.com.br',
  'an e-mail with the longest name, of the longest length': LONGEST,
  'a random key': '123e4567-e12b-12d1-a456-426655440000',
};
for (const [what, raw] of Object.entries(AS_THEY_STAND)) test(`${what} is a key as it stands`, key, raw, raw);

test(
  'anything else is none, and nothing is corrected',
  key,
  undefined,
  '',
  'Ana',
  '52998224724',
  '11987654321',
  '+55113333444',
  '+55119876543210',
  '+1202555019900000',
  'Ana@example.com',
  'ana@localhost',
  '123E4567-E12B-12D1-A456-426655440000',
  `${NAME_MAX}a@example.com`,
  `${LONGEST.slice(2)}.br`,
);
