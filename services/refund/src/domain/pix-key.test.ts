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
test('a phone of Brazil', key, '+5511987654321', '+5511987654321');
test('an e-mail', key, 'ana.silva@example.com.br', 'ana.silva@example.com.br');
test('a random key', key, '123e4567-e12b-12d1-a456-426655440000', '123e4567-e12b-12d1-a456-426655440000');
test(
  'anything else is none, and nothing is corrected',
  key,
  undefined,
  '',
  'Ana',
  '52998224724',
  '11987654321',
  '+1202555019900000',
  'Ana@example.com',
  'ana@localhost',
  '123E4567-E12B-12D1-A456-426655440000',
  `${'a'.repeat(70)}@example.com`,
);
