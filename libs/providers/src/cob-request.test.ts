import { cents, parseTaxId, type TaxDocument } from '@gx/core';
import test from 'ava';
import { buildCobRequest } from './cob-request.ts';
import type { ChargeTerms } from './provider.ts';

const KEY = '7d9f0335-8dcc-4054-9bf9-0dbd61d36906';
const terms: ChargeTerms = { amount: cents(3700), expiresInSeconds: 3600 };
const built = (more: Partial<ChargeTerms> = {}): unknown => JSON.parse(buildCobRequest({ ...terms, ...more }, KEY));
const document = parseTaxId('52998224725') as TaxDocument;

test('the least that a charge says: lifetime, amount that the payer may not change, key', (t) => {
  t.deepEqual(built(), {
    calendario: { expiracao: 3600 },
    valor: { original: '37.00', modalidadeAlteracao: 0 },
    chave: KEY,
  });
});

test('the same terms give the same bytes, so that a retry is no revision', (t) => {
  const full: ChargeTerms = { ...terms, description: 'Pedido 37', debtor: { document, name: 'Maria' } };
  t.is(buildCobRequest(full, KEY), buildCobRequest(structuredClone(full), KEY));
});

test('a debtor goes by CPF or CNPJ with the name', (t) => {
  t.like(built({ debtor: { document, name: 'Maria' } }), { devedor: { cpf: '52998224725', nome: 'Maria' } });
  const company = parseTaxId('12.ABC.345/01DE-35') as TaxDocument;
  t.like(built({ debtor: { document: company, name: 'ACME' } }), { devedor: { cnpj: '12ABC34501DE35', nome: 'ACME' } });
});

test('a debtor whose name is only space is left out: the bank refuses one without a name', (t) => {
  t.false('devedor' in (built({ debtor: { document, name: ' \n ' } }) as object));
});

test('a description becomes the message to the payer: one line, at most 140, no character cut in half', (t) => {
  t.like(built({ description: ' a\r\nb\tc ' }), { solicitacaoPagador: 'a b c' });
  const { solicitacaoPagador } = built({ description: `${'x'.repeat(139)}😀y` }) as { solicitacaoPagador: string };
  t.is(solicitacaoPagador, 'x'.repeat(139));
  t.false('solicitacaoPagador' in (built({ description: '\u0000' }) as object));
});

test('what leaves for the payer’s bank reads as it is written: no line separators, no direction overrides', (t) => {
  const description = 'Pedido 7\u202e00,01\n\u2029fim 😀';
  const debtor = { document, name: 'Ana\u202egpj\u2028 Souza\u200b' };
  t.like(built({ description, debtor }), {
    solicitacaoPagador: 'Pedido 700,01 fim 😀',
    devedor: { nome: 'Anagpj  Souza' },
  });
});
