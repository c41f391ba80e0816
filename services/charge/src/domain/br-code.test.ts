import test from 'ava';
import { hasError, isDynamicPix, parsePix } from 'pix-utils';
import { crc16, dynamicBrCode, hasValidCrc, pixCodeOf } from './br-code.ts';

// The BCB manual's own example and codes that banks put into the world.
const VECTORS: readonly [string, string, ...string[]] = [
  '00020126580014br.gov.bcb.pix0136123e4567-e12b-12d1-a456-4266554400005204000053039865802BR5913Fulano de Tal6008BRASILIA62070503***63041D3D',
  '00020101021226770014BR.GOV.BCB.PIX2555pix.example.com/qr/93598be0-1bd0-4997-8318-81776a1d8a995204000053039865802BR5907EMPRESA6009SAO PAULO62070503***6304EEAB',
  '00020126580014br.gov.bcb.pix0136123e4567-e12b-12d1-a456-42665544000052040000530398654041.005802BR5915Call_me_Awesome6009Sao_Paulo622905259134e2866f71427abf001000063047029',
  '00020101021226980014br.gov.bcb.pix2576api.woovi-sandbox.com/api/testaccount/qr/v1/d983a07836cf48ed9a65764d3c18427352040000530398654040.015802BR5921Lucas_Aprigio_Sandbox6009Sao_Paulo62290525d983a07836cf48ed9a65764d363046759',
  '00020126360014BR.GOV.BCB.PIX0114+55119647714305204000053039865406986.005802BR5913Fulano de Tal6008BRASILIA62070503***63047E91',
];
const merchant = { name: 'EMPRESA', city: 'SAO PAULO' };
const location = 'pix.example.com/qr/93598be0-1bd0-4997-8318-81776a1d8a99';
const expiresAt = new Date('2026-11-21T13:00:00.000Z');

test('the CRC has its published check value', (t) => {
  t.is(crc16('123456789'), '29B1');
});

for (const [i, code] of VECTORS.entries()) {
  test(`published code ${i + 1} has a valid CRC, and any other character breaks it`, (t) => {
    t.true(hasValidCrc(code));
    t.false(hasValidCrc(`${code.slice(0, 20)}#${code.slice(21)}`));
  });
}

test('a code whose declared CRC is another one is not valid', (t) => {
  t.false(hasValidCrc(`${VECTORS[0].slice(0, -4)}13DF`));
});

test('a built code is, character for character, the one the manual’s format gives', (t) => {
  t.is(dynamicBrCode(location, merchant), VECTORS[1]);
  t.is(dynamicBrCode(`https://${location}`, merchant), VECTORS[1]);
});

test('another reader understands a built code', (t) => {
  const parsed = parsePix(
    dynamicBrCode('bank.example/qr/v2/abc', { name: 'Padaria São João & Cia. Limitada', city: 'Florianópolis do Sul' }),
  );
  if (hasError(parsed) || !isDynamicPix(parsed)) return t.fail('not a dynamic code');
  t.is(parsed.url, 'bank.example/qr/v2/abc');
  t.is(parsed.merchantName, 'Padaria Sao Joao & Cia. L');
  return t.is(parsed.merchantCity, 'Florianopolis d');
});

test('the longest location fits; a longer one is refused, never cut', (t) => {
  const longest = `${'a'.repeat(60)}.example/12345678`;
  t.is(longest.length, 77);
  t.true(hasValidCrc(dynamicBrCode(longest, merchant)));
  t.throws(() => dynamicBrCode(`${longest}9`, merchant), { message: /fits no BR Code/ });
});

test('the bank’s own code is taken if it can be scanned, else one is built, else there is none', (t) => {
  const [own] = VECTORS;
  t.is(pixCodeOf({ brCode: own, location, expiresAt }, merchant)?.brCode, own);
  t.is(pixCodeOf({ brCode: null, location, expiresAt }, merchant)?.brCode, VECTORS[1]);
  t.is(pixCodeOf({ brCode: `${own.slice(0, -1)}0`, location, expiresAt }, merchant)?.brCode, VECTORS[1]);
  t.is(pixCodeOf({ brCode: null, location: null, expiresAt }, merchant), undefined);
});
