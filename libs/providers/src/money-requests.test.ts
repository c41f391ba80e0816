import { cents, parseTaxId, type TaxDocument } from '@gx/core';
import test from 'ava';
import { buildDevolutionRequest } from './devolution-request.ts';
import type { PixOutDestination } from './pix-out.ts';
import { buildPixOutRequest } from './pix-out-request.ts';

test('a return says the amount, and a text if there is one', (t) => {
  t.is(buildDevolutionRequest({ amount: cents(789) }), '{"valor":"7.89"}');
  t.is(buildDevolutionRequest({ amount: cents(5), text: 'Troca' }), '{"valor":"0.05","descricao":"Troca"}');
  t.is(buildDevolutionRequest({ amount: cents(5), text: ' \n ' }), '{"valor":"0.05"}');
});

test('a Pix out goes from our key to theirs', (t) => {
  const terms = { amount: cents(1234), destination: { kind: 'key', key: '+5531999998888' } } as const;
  const body = { valor: '12.34', pagador: { chave: 'k' }, favorecido: { chave: '+5531999998888' } };
  t.deepEqual(JSON.parse(buildPixOutRequest(terms, 'k')), body);
  t.deepEqual(JSON.parse(buildPixOutRequest({ ...terms, text: 'Reembolso' }, 'k')), {
    ...body,
    pagador: { chave: 'k', infoPagador: 'Reembolso' },
  });
});

test('the same terms are the same bytes, and no text is too long', (t) => {
  const text = `${'x'.repeat(139)}💸`;
  t.is(JSON.parse(buildDevolutionRequest({ amount: cents(1), text })).descricao, 'x'.repeat(139));
  const terms = { amount: cents(1), destination: { kind: 'key', key: 'k' }, text } as const;
  t.is(JSON.parse(buildPixOutRequest(terms, 'k')).pagador.infoPagador.length, 139);
  t.is(buildPixOutRequest(terms, 'k'), buildPixOutRequest(terms, 'k'));
});

test('a Pix out to a key of a certain owner, to an account, and by a code, in the words of the bank', (t) => {
  const amount = cents(1234);
  const bodyOf = (destination: PixOutDestination) => JSON.parse(buildPixOutRequest({ amount, destination }, 'k'));
  const head = { valor: '12.34', pagador: { chave: 'k' } };
  const cnpj = parseTaxId('12ABC34501DE35') as TaxDocument;
  const cpf = parseTaxId('52998224725') as TaxDocument;
  t.deepEqual(bodyOf({ kind: 'key', key: 'maria@example.com', owner: cpf }), {
    ...head,
    favorecido: { chave: 'maria@example.com', cpf: '52998224725' },
  });
  const account: Extract<PixOutDestination, { readonly kind: 'bank_account' }> = {
    ...{ kind: 'bank_account', ispb: '09089356', branch: '1', account: '123453' },
    ...{ accountType: 'checking', holderName: 'José Carvalho', holderDocument: cnpj },
  };
  const words = { nome: 'José Carvalho', cnpj: cnpj.value, codigoBanco: '09089356', agencia: '1', conta: '123453' };
  t.deepEqual(bodyOf(account), { ...head, favorecido: { contaBanco: { ...words, tipoConta: 'cacc' } } });
  for (const [accountType, tipoConta] of [
    ['savings', 'svgs'],
    ['payment', 'tran'],
  ] as const)
    t.is(bodyOf({ ...account, accountType }).favorecido.contaBanco.tipoConta, tipoConta);
  t.deepEqual(bodyOf({ kind: 'br_code', brCode: '000201…' }), { ...head, pixCopiaECola: '000201…' });
});
