import { parseTaxId, type TaxDocument } from '@gx/core';
import test from 'ava';
import type { Destination } from './destination.ts';
import { heldOf, payeeBehind, payeeOf } from './payee.ts';

const EVP = '123e4567-e12b-12d1-a456-426655440000';
const STATIC = `00020126580014br.gov.bcb.pix0136${EVP}5204000053039865802BR5913Fulano de Tal6008BRASILIA62070503***63041D3D`;
const DYNAMIC =
  '00020101021226770014BR.GOV.BCB.PIX2555pix.example.com/qr/93598be0-1bd0-4997-8318-81776a1d8a995204000053039865802BR5907EMPRESA6009SAO PAULO62070503***6304EEAB';
const EMAIL = 'maria@example.com';
const CPF = parseTaxId('529.982.247-25') as TaxDocument;
const CNPJ = parseTaxId('11222333000181') as TaxDocument;
const key = (value: string): Destination => ({ kind: 'key', type: 'email', key: value });
const code = (brCode: string): Destination => ({ kind: 'br_code', brCode });
const account: Destination = {
  kind: 'bank_account',
  ispb: '12345678',
  branch: '0001',
  account: '00123456',
  accountType: 'checking',
  holderName: 'Maria da Silva',
  holderDocument: CPF,
};
const nameOf = (destination: Destination, expectedOwner: TaxDocument | null = null) =>
  payeeOf({ destination, expectedOwner });

test('a payee is known by the document in the destination, else by the one that is expected', (t) => {
  t.is(nameOf(key(CPF.value)), CPF.value);
  t.is(nameOf(account), CPF.value);
  t.is(nameOf(key(EMAIL), CPF), CPF.value);
  t.is(nameOf(code(STATIC), CPF), CPF.value);
  t.is(nameOf(key(CPF.value), CNPJ), CPF.value, 'the destination is whose it is');
});

test('without any document the destination names the payee, and so does the key or code that an operator has', (t) => {
  const byKey = nameOf(key(EVP));
  t.deepEqual(nameOf(code(STATIC)), byKey, 'a static code is its key');
  t.deepEqual([payeeBehind(EVP), payeeBehind(STATIC)], [byKey, byKey]);
  t.deepEqual(payeeBehind(EMAIL), nameOf(key(EMAIL)));
  t.deepEqual(payeeBehind(DYNAMIC), nameOf(code(DYNAMIC)));
  t.notDeepEqual(payeeBehind(DYNAMIC), byKey);
  t.is(payeeBehind('529.982.247-25') as string, CPF.value, 'a document is one, as a key too');
  t.is(payeeBehind('no key'), undefined);
  t.is(payeeBehind(STATIC.replace('Fulano', 'Folano')), undefined);
});

test('what is held of a payee has the names of the request; of an erased one there is nothing', (t) => {
  const payout = { description: 'Rent' } as Parameters<typeof heldOf>[0];
  t.deepEqual(heldOf(payout, { destination: account, expectedOwner: null, body: '{}' }), {
    description: 'Rent',
    'destination.bank_account.ispb': '12345678',
    'destination.bank_account.branch': '0001',
    'destination.bank_account.account': '00123456',
    'destination.bank_account.holder_name': 'Maria da Silva',
    'destination.bank_account.holder_document': CPF.value,
  });
  t.deepEqual(heldOf({ ...payout, description: null }, { destination: key(EMAIL), expectedOwner: CPF, body: '{}' }), {
    'destination.pix_key': EMAIL,
    expected_recipient_tax_id: CPF.value,
  });
  t.deepEqual(heldOf({ ...payout, description: null }, null), {});
});
