import test from 'ava';
import { bankReaders } from './bank-readers.ts';

const { readPix } = bankReaders();
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

const GN = (pagador: unknown) => ({ gnExtras: { pagador } });
for (const [rule, extra, expected] of [
  ['named in gnExtras', GN({ cpf: '52998224725' }), '52998224725'],
  ['under both names the same', { pagador: { cpf: '52998224725' }, ...GN({ cpf: '529.982.247-25' }) }, '52998224725'],
  ['masked under one name', { pagador: { cpf: '***' }, ...GN({ cpf: '52998224725' }) }, '52998224725'],
  ['another under each name', { pagador: { cpf: '39053344705' }, ...GN({ cpf: '52998224725' }) }, undefined],
  ['gnExtras without one', { gnExtras: { tarifa: '0.01' } }, undefined],
  ['gnExtras of another kind', { gnExtras: 7 }, undefined],
] as const)
  test(`a Pix’s payer, ${rule}`, (t) => {
    const element = readPix({ ...pix, ...extra });
    t.is(element.kind, 'payment');
    if (element.kind === 'payment') t.is(element.payment.payer?.value as string | undefined, expected);
  });

for (const txid of [undefined, null, ''])
  test(`a Pix with the txid ${JSON.stringify(txid)} has none`, (t) => {
    const element = readPix({ ...pix, txid });
    t.is(element.kind === 'payment' ? element.payment.txid : element.kind, null);
  });

test('a Pix of a bank by whose clock local time is marked as UTC: the instant is the true one', (t) => {
  const { readPix: read, parseCallback } = bankReaders({ timeZone: 'America/Sao_Paulo', covers: 'all' });
  const late = { ...pix, horario: '2023-10-18T00:56:07Z', valor: '37,0' };
  const [called] = parseCallback(JSON.stringify([late]));
  for (const element of [read(late), called])
    t.deepEqual(element?.kind === 'payment' && element.payment.paidAt, new Date('2023-10-18T03:56:07Z'));
});

for (const horario of ['0001-01-01T00:00:00Z', '1970-01-01T00:00:00.000Z', '2019-12-31T23:59:59Z'])
  test(`a Pix of ${horario} cannot be read: there was none then`, (t) => {
    const element = readPix({ ...pix, horario });
    t.is(element.kind, 'unreadable');
    if (element.kind === 'unreadable') t.regex(element.problems.join(), /horario/);
  });
