import test from 'ava';
import { readPix } from './read-pix.ts';

const pix = { endToEndId: 'E1234567820200909122120200808008', valor: '37.00', horario: '2026-11-21T10:15:00Z' };

const names = test.macro({
  exec(t, pagador: unknown, expected: { readonly kind: string; readonly value: string } | null) {
    const element = readPix({ ...pix, ...(pagador === undefined ? {} : { pagador }) });
    t.is(element.kind, 'payment');
    if (element.kind === 'payment') t.deepEqual(element.payment.payer, expected as never);
  },
  title: (rule) => `a Pix’s payer: ${rule}`,
});
test('nobody, as the standard has it', names, undefined, null);
test('a person', names, { cpf: '52998224725', nome: 'X' }, { kind: 'cpf', value: '52998224725' });
test('a person with punctuation', names, { cpf: '529.982.247-25' }, { kind: 'cpf', value: '52998224725' });
test('a company', names, { cnpj: '11222333000181', cpf: null }, { kind: 'cnpj', value: '11222333000181' });
test(
  'a company with letters, in small ones',
  names,
  { cnpj: '12abc34501de35' },
  { kind: 'cnpj', value: '12ABC34501DE35' },
);
test('masked is nobody', names, { cpf: '***.982.247-**' }, null);
test('wrong digits are nobody', names, { cpf: '52998224724' }, null);
test('a company under a person’s name is nobody', names, { cpf: '11222333000181' }, null);
test('two documents are nobody', names, { cpf: '52998224725', cnpj: '11222333000181' }, null);
test('a text is nobody', names, '52998224725', null);
test('a number is nobody', names, { cpf: 52998224725 }, null);

for (const horario of ['0001-01-01T00:00:00Z', '1970-01-01T00:00:00.000Z', '2019-12-31T23:59:59Z'])
  test(`a Pix of ${horario} cannot be read: there was none then`, (t) => {
    const element = readPix({ ...pix, horario });
    t.is(element.kind, 'unreadable');
    if (element.kind === 'unreadable') t.regex(element.problems.join(), /horario/);
  });
