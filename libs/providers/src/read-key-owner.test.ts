import { parseTaxId } from '@gx/core';
import test from 'ava';
import { keyOwnerAnswered } from './read-key-owner.ts';

const KEY = 'maria@example.com';

test('a directory names one document, and perhaps its name', (t) => {
  const answer = (titular: object) => keyOwnerAnswered({ chave: KEY, titular }, KEY);
  const cpf = parseTaxId('52998224725');
  t.deepEqual(answer({ cpf: '52998224725', nome: 'Maria' }), {
    kind: 'done',
    value: { document: cpf, name: 'Maria' },
  } as never);
  t.deepEqual(answer({ cpf: '529.982.247-25' }), { kind: 'done', value: { document: cpf, name: null } } as never);
  t.like(answer({ cnpj: '12ABC34501DE35', nome: null }), {
    kind: 'done',
    value: { document: { kind: 'cnpj' }, name: null },
  });
});

for (const [rule, raw] of [
  ['masked', { chave: KEY, titular: { cpf: '***.982.247-**' } }],
  ['without a document', { chave: KEY, titular: { nome: 'Maria' } }],
  ['with a wrong check digit', { chave: KEY, titular: { cpf: '52998224720' } }],
  ['with two documents', { chave: KEY, titular: { cpf: '52998224725', cnpj: '11222333000181' } }],
  ['with a CNPJ as its CPF', { chave: KEY, titular: { cpf: '11222333000181' } }],
  ['of another key', { chave: 'joao@example.com', titular: { cpf: '52998224725' } }],
  ['of no key', { titular: { cpf: '52998224725' } }],
  ['of nothing', undefined],
] as const) {
  test(`an owner ${rule} is not known`, (t) => {
    const outcome = keyOwnerAnswered(raw, KEY);
    t.is(outcome.kind, 'unknown');
    t.false(JSON.stringify(outcome).includes('52998224725') || JSON.stringify(outcome).includes('@'));
  });
}
