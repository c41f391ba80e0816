import { cents } from '@gx/core';
import test from 'ava';
import { buildDevolutionRequest } from './devolution-request.ts';
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
