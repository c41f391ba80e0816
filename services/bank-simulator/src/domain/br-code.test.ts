import test from 'ava';
import { dynamicBrCode, readBrCode } from './br-code.ts';
import { crc16 } from './emv.ts';

const STATIC =
  '00020126580014br.gov.bcb.pix0136123e4567-e12b-12d1-a456-4266554400005204000053039865802BR5913Fulano de Tal6008BRASILIA62070503***63041D3D';
const DYNAMIC =
  '00020101021226770014BR.GOV.BCB.PIX2555pix.example.com/qr/93598be0-1bd0-4997-8318-81776a1d8a995204000053039865802BR5907EMPRESA6009SAO PAULO62070503***6304EEAB';
const WITH_AMOUNT =
  '00020126580014br.gov.bcb.pix0136123e4567-e12b-12d1-a456-42665544000052040000530398654041.005802BR5915Call_me_Awesome6009Sao_Paulo622905259134e2866f71427abf001000063047029';
const SANDBOX =
  '00020101021226980014br.gov.bcb.pix2576api.woovi-sandbox.com/api/testaccount/qr/v1/d983a07836cf48ed9a65764d3c18427352040000530398654040.015802BR5921Lucas_Aprigio_Sandbox6009Sao_Paulo62290525d983a07836cf48ed9a65764d363046759';
const PHONE =
  '00020126360014BR.GOV.BCB.PIX0114+55119647714305204000053039865406986.005802BR5913Fulano de Tal6008BRASILIA62070503***63047E91';

/** The same text under a CRC that fits it, so that only the change itself can be what is refused. */
const reencrypted = (text: string): string => text.slice(0, -4) + crc16(text.slice(0, -4));

test('the check value of CRC-16/CCITT-FALSE', (t) => t.is(crc16('123456789'), '29B1'));

test('published codes are read as they were meant', (t) => {
  const key = '123e4567-e12b-12d1-a456-426655440000';
  t.deepEqual(readBrCode(STATIC), { kind: 'static', key });
  t.deepEqual(readBrCode(DYNAMIC), {
    kind: 'dynamic',
    location: 'pix.example.com/qr/93598be0-1bd0-4997-8318-81776a1d8a99',
  });
  t.deepEqual(readBrCode(WITH_AMOUNT), { kind: 'static', key, amount: '1.00', txid: '9134e2866f71427abf0010000' });
  t.is((readBrCode(SANDBOX) as { kind: string }).kind, 'dynamic');
  t.deepEqual(readBrCode(PHONE), { kind: 'static', key: '+5511964771430', amount: '986.00' });
});

const refused = test.macro({
  exec(t, _rule: string, text: string, fault: string) {
    t.is(readBrCode(text), fault as never);
  },
  title: (_, rule) => `refused: ${rule}`,
});

test(refused, 'the empty text', '', 'malformed_br_code');
test(refused, 'a text without CRC', DYNAMIC.slice(0, -8), 'malformed_br_code');
test(refused, 'one changed character', DYNAMIC.replace('EMPRESA', 'EMPRESO'), 'bad_crc');
test(refused, 'a wrong CRC', `${DYNAMIC.slice(0, -4)}0000`, 'bad_crc');
test(refused, 'a length that points past the end', reencrypted(DYNAMIC.replace('5907', '5999')), 'malformed_br_code');
test(refused, 'a length that is short by one', reencrypted(DYNAMIC.replace('5907', '5906')), 'malformed_br_code');
test(refused, 'an inner length that is wrong', reencrypted(DYNAMIC.replace('2555pix', '2554pix')), 'malformed_br_code');
test(refused, 'a foreign GUI', reencrypted(DYNAMIC.replace('BR.GOV.BCB.PIX', 'BR.GOV.BCB.PIY')), 'malformed_br_code');
test(refused, 'another currency', reencrypted(DYNAMIC.replace('5303986', '5303840')), 'malformed_br_code');
test(refused, 'another country', reencrypted(DYNAMIC.replace('5802BR', '5802PT')), 'malformed_br_code');
test(refused, 'a missing city', reencrypted(DYNAMIC.replace('6009SAO PAULO', '')), 'malformed_br_code');
test(
  refused,
  'a name of more than 25 characters',
  reencrypted(DYNAMIC.replace('5907EMPRESA', `5926${'N'.repeat(26)}`)),
  'malformed_br_code',
);
test(
  refused,
  'objects out of order',
  reencrypted(DYNAMIC.replace('520400005303986', '530398652040000')),
  'malformed_br_code',
);

test('what is written is read back, whatever the name; accents go, names are cut, the location never is', (t) => {
  const location = `127.0.0.1:8090/qr/v2/${'0'.repeat(32)}`;
  for (const name of ['Loja', 'Padaria São João do Ribeirão Preto Ltda', 'ção', '日本', ' x '.repeat(20)]) {
    const code = dynamicBrCode({ name, city: 'São José dos Campos', location });
    t.deepEqual(readBrCode(code), { kind: 'dynamic', location }, name);
    t.regex(code, /^[\x20-\x7e]+$/);
    t.true(code.includes('6015Sao Jose dos Ca'));
  }
  t.throws(() => dynamicBrCode({ name: 'A', city: 'B', location: 'x'.repeat(78) }));
});
