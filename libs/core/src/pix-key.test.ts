import test from 'ava';
import { PIX_KEY_TYPES, type PixKeyType, parsePixKey, readPixKey } from './pix-key.ts';

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

const written = test.macro({
  exec(t, raw: string, expected: string | undefined, named?: PixKeyType) {
    const read = readPixKey(raw, named);
    t.is(typeof read === 'object' ? `${read.type} ${read.key}` : read, expected);
  },
  title: (_, raw: string, expected: string | undefined, named?: PixKeyType) =>
    `${raw}${named === undefined ? '' : `, named ${named},`} is ${expected ?? 'no key'}`,
});
const BOTH = '11987654374';
test(written, '529.982.247-25', 'cpf 52998224725');
test(written, '52998224725', 'cpf 52998224725', 'cpf');
test(written, '11.222.333/0001-81', 'cnpj 11222333000181');
test(written, '12abc34501de35', 'cnpj 12ABC34501DE35');
test(written, '+5511987654321', 'phone +5511987654321');
test(written, '11987654321', 'phone +5511987654321');
test(written, '1133334444', 'phone +551133334444', 'phone');
test(written, 'ana@example.com', 'email ana@example.com');
test(written, 'Fail-AC03@Example.com', 'email fail-ac03@example.com');
test(written, '123E4567-E12B-12D1-A456-426655440000', 'evp 123e4567-e12b-12d1-a456-426655440000');
// A CPF whose digits are a mobile of São Paulo.
test(written, BOTH, 'ambiguous');
test(written, BOTH, 'cpf 11987654374', 'cpf');
test(written, BOTH, 'phone +5511987654374', 'phone');
test(written, '119.876.543-74', 'cpf 11987654374');
// No area has the number 52, no mobile begins with another digit than 9.
test(written, '52998224725', 'cpf 52998224725');
test(written, '11187654321', undefined);
test(written, BOTH, undefined, 'email');
test(written, '11987654321', undefined, 'cpf');
test(written, 'ana@example.com', undefined, 'evp');
test(written, 'an\u212a@example.com', undefined);
test(written, '5511987654321', undefined);
test(written, '', undefined);

test('what the directory writes is read as it stands, of its own type alone', (t) => {
  for (const raw of Object.values(AS_THEY_STAND)) {
    const read = readPixKey(raw);
    t.true(typeof read === 'object' && read.key === raw, raw);
    const types = PIX_KEY_TYPES.filter((type) => readPixKey(raw, type) !== undefined);
    t.deepEqual(types, [(read as { type: PixKeyType }).type], raw);
  }
});
