import test from 'ava';
import { dynamicBrCode, fitsBrCode, hasValidCrc, readBrCode } from './br-code.ts';
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

const KEY_BESIDE_LOCATION =
  '00020126420014br.gov.bcb.pix0108a@b.com.2508a.com/qr5204000053039865802BR5901A6001B62070503***63040000';

/** The same text under a CRC that fits it, so that only the change itself can be what is refused. */
const reencrypted = (text: string): string => text.slice(0, -4) + crc16(text.slice(0, -4));

/** As plain data: an amount is a branded number. */
const read = (text: string): object => Object(readBrCode(text));

test('the check value of CRC-16/CCITT-FALSE', (t) => t.is(crc16('123456789'), '29B1'));

test('published codes are read as they were meant', (t) => {
  const key = '123e4567-e12b-12d1-a456-426655440000';
  t.deepEqual(read(STATIC), { kind: 'static', key });
  t.deepEqual(read(DYNAMIC), {
    kind: 'dynamic',
    location: 'pix.example.com/qr/93598be0-1bd0-4997-8318-81776a1d8a99',
  });
  t.deepEqual(read(WITH_AMOUNT), { kind: 'static', key, amount: 100, txid: '9134e2866f71427abf0010000' });
  t.like(read(SANDBOX), { kind: 'dynamic', amount: 1 });
  t.deepEqual(read(PHONE), { kind: 'static', key: '+5511964771430', amount: 98_600 });
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

test(refused, 'an amount that is none', reencrypted(PHONE.replace('986.00', '98,600')), 'malformed_br_code');
test(refused, 'a key beside a location', reencrypted(KEY_BESIDE_LOCATION), 'malformed_br_code');
test('the same with the location alone is read', (t) => {
  const alone = reencrypted(KEY_BESIDE_LOCATION.replace('26420014', '26300014').replace('0108a@b.com.', ''));
  t.deepEqual(read(alone), { kind: 'dynamic', location: 'a.com/qr' });
});
test(refused, 'a text of more than 512 characters', `${'0'.repeat(509)}6304ABCD`, 'malformed_br_code');

test('an amount may leave decimals out', (t) => {
  t.like(read(reencrypted(PHONE.replace('5406986.00', '5403986'))), { amount: 98_600 });
  t.like(read(reencrypted(PHONE.replace('5406986.00', '5405986.5'))), { amount: 98_650 });
});

test('a CRC in lower case is read, though no bank may write it so', (t) => {
  const lower = DYNAMIC.slice(0, -4) + DYNAMIC.slice(-4).toLowerCase();
  t.like(read(lower), { kind: 'dynamic' });
  t.false(hasValidCrc(lower));
});

for (const [i, code] of [STATIC, DYNAMIC, WITH_AMOUNT, SANDBOX, PHONE].entries()) {
  test(`published code ${i + 1} has a valid CRC, and any other character breaks it`, (t) => {
    t.true(hasValidCrc(code));
    t.false(hasValidCrc(`${code.slice(0, 20)}#${code.slice(21)}`));
    t.false(hasValidCrc(`${code.slice(0, -4)}13DF`));
  });
}

test('a built code is, character for character, the one the manual’s format gives', (t) => {
  const location = 'pix.example.com/qr/93598be0-1bd0-4997-8318-81776a1d8a99';
  const merchant = { name: 'EMPRESA', city: 'SAO PAULO' };
  t.is(dynamicBrCode(location, merchant), DYNAMIC);
  t.is(dynamicBrCode(`https://${location}`, merchant), DYNAMIC);
});

test('what is written is read back, whatever the name; accents go, names are cut, the location never is', (t) => {
  const location = `127.0.0.1:8090/qr/v2/${'0'.repeat(32)}`;
  for (const name of ['Loja', 'Padaria São João do Ribeirão Preto Ltda', 'ção', '日本', ' x '.repeat(20)]) {
    const code = dynamicBrCode(location, { name, city: 'São José dos Campos' });
    t.deepEqual(read(code), { kind: 'dynamic', location }, name);
    t.regex(code, /^[\x20-\x7e]+$/);
    t.true(code.includes('6015Sao Jose dos Ca'));
  }
});

test('the longest location fits; a longer one is refused, never cut', (t) => {
  const longest = `${'a'.repeat(60)}.example/12345678`;
  t.is(longest.length, 77);
  t.true(fitsBrCode(longest));
  t.true(hasValidCrc(dynamicBrCode(longest, { name: 'A', city: 'B' })));
  t.false(fitsBrCode(`${longest}9`));
  t.throws(() => dynamicBrCode(`${longest}9`, { name: 'A', city: 'B' }), { message: /fits no BR Code/ });
});
