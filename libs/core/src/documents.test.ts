import test from 'ava';
import { maskedTaxId, parseTaxId, type TaxId } from './documents.ts';

const reads = test.macro({
  exec(t, raw: string, expected: string | undefined) {
    t.is(parseTaxId(raw)?.value as string | undefined, expected);
  },
  title: (rule, raw) => `${rule}: ${raw}`,
});

for (const cpf of ['52998224725', '12345678909', '11144477735', '39053344705']) test('a valid CPF', reads, cpf, cpf);
for (const cnpj of ['11222333000181', '12345678000195', '00000000000191']) test('a valid CNPJ', reads, cnpj, cnpj);
for (const cnpj of ['12ABC34501DE35', 'AAAAAAAA000191', 'A1B2C3D4E5F668', 'ZZZZZZZZZZZZ62'])
  test('a valid CNPJ with letters', reads, cnpj, cnpj);
for (const bad of [
  '11111111111',
  '12345678900',
  '5299822472',
  '11222333000180',
  '00000000000000',
  '12ABC34501DE00',
  '12ABC34501DEAB',
  '',
])
  test('refused', reads, bad, undefined);
test('punctuation is dropped', reads, '529.982.247-25', '52998224725');
test('lower case is raised', reads, '12.abc.345/01de-35', '12ABC34501DE35');

test('a masked document keeps its kind and middle, and neither its beginning nor its check digits', (t) => {
  const masked = (raw: string) => maskedTaxId(parseTaxId(raw)?.value as TaxId);
  t.is(masked('529.982.247-25'), 'CPF ***.982.247-**');
  t.is(masked('11222333000181'), 'CNPJ **.222.333/0001-**');
  t.is(masked('12abc34501de35'), 'CNPJ **.ABC.345/01DE-**');
});
