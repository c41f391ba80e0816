import { newId, parseTaxId, type TaxDocument } from '@gx/core';
import test from 'ava';
import { type Destination, destinationIdentity, directoryKeyOf, shownDestination } from './destination.ts';

const SECRET = Buffer.alloc(32, 1);
const tenant = { accountId: newId('account'), livemode: true };
const EVP = '123e4567-e12b-12d1-a456-426655440000';
const STATIC = `00020126580014br.gov.bcb.pix0136${EVP}5204000053039865802BR5913Fulano de Tal6008BRASILIA62070503***63041D3D`;
const DYNAMIC =
  '00020101021226770014BR.GOV.BCB.PIX2555pix.example.com/qr/93598be0-1bd0-4997-8318-81776a1d8a995204000053039865802BR5907EMPRESA6009SAO PAULO62070503***6304EEAB';
const account = (change: object = {}): Destination => ({
  kind: 'bank_account',
  ispb: '12345678',
  branch: '0001',
  account: '00123456',
  accountType: 'checking',
  holderName: 'Maria da Silva',
  holderDocument: parseTaxId('529.982.247-25') as TaxDocument,
  ...change,
});
const code = (brCode: string): Destination => ({ kind: 'br_code', brCode });

const shows = test.macro({
  exec: (t, destination: Destination, type: string, masked: string) =>
    t.deepEqual(shownDestination(destination), { type, masked } as never),
  title: (_, _destination, type) => `a destination of type ${type} shows nothing that names a person`,
});
test(shows, { kind: 'key', type: 'cpf', key: '52998224725' }, 'cpf', '***.982.247-**');
test(shows, { kind: 'key', type: 'cnpj', key: '11222333000181' }, 'cnpj', '**.222.333/0001-**');
test(shows, { kind: 'key', type: 'email', key: 'maria@example.com' }, 'email', '****@example.com');
test(shows, { kind: 'key', type: 'phone', key: '+5561912345678' }, 'phone', '****5678');
test(shows, { kind: 'key', type: 'evp', key: EVP }, 'evp', '****0000');
test(shows, account(), 'bank_account', '****3456');
test(shows, code(STATIC), 'br_code', '****0000');

const identityOf = (destination: Destination, change: object = {}): string =>
  destinationIdentity(SECRET, { ...tenant, ...change }, destination);

test('the same destination has one identity however it is written, and tells nothing of itself', (t) => {
  const key: Destination = { kind: 'key', type: 'evp', key: EVP };
  t.regex(identityOf(key), /^[0-9a-f]{32}$/);
  t.is(identityOf(code(STATIC)), identityOf(key), 'a static code is its key');
  t.is(
    identityOf(account({ branch: '1', account: '123456' })),
    identityOf(account()),
    'zeros that lead are none of it',
  );
  t.is(identityOf(account({ holderName: 'M. da Silva' })), identityOf(account()), 'nor how its holder is written');
});

test('another account, key, code, tenant, mode or secret is another identity', (t) => {
  const all = [
    identityOf(account()),
    identityOf(account({ ispb: '87654321' })),
    identityOf(account({ account: '1234560' })),
    identityOf(account({ accountType: 'savings' })),
    identityOf(code(STATIC)),
    identityOf(code(DYNAMIC)),
    identityOf(account(), { livemode: false }),
    identityOf(account(), { accountId: newId('account') }),
    destinationIdentity(Buffer.alloc(32, 2), tenant, account()),
  ];
  t.is(new Set(all).size, all.length);
});

test('the directory can be asked about a key, also of a static code, and about nothing else', (t) => {
  t.is(directoryKeyOf({ kind: 'key', type: 'evp', key: EVP }), EVP);
  t.is(directoryKeyOf(code(STATIC)), EVP);
  t.is(directoryKeyOf(code(DYNAMIC)), undefined);
  t.is(directoryKeyOf(account()), undefined);
});
