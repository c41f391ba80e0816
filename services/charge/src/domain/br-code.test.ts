import { crc16 } from '@gx/core';
import test from 'ava';
import { hasError, isDynamicPix, parsePix } from 'pix-utils';
import { pixCodeOf } from './br-code.ts';

const OWN =
  '00020126580014br.gov.bcb.pix0136123e4567-e12b-12d1-a456-4266554400005204000053039865802BR5913Fulano de Tal6008BRASILIA62070503***63041D3D';
const BUILT =
  '00020101021226770014BR.GOV.BCB.PIX2555pix.example.com/qr/93598be0-1bd0-4997-8318-81776a1d8a995204000053039865802BR5907EMPRESA6009SAO PAULO62070503***6304EEAB';
const merchant = { name: 'EMPRESA', city: 'SAO PAULO' };
const location = 'pix.example.com/qr/93598be0-1bd0-4997-8318-81776a1d8a99';
const expiresAt = new Date('2026-11-21T13:00:00.000Z');

test('the bank’s own code is taken if it can be scanned, else one is built, else there is none', (t) => {
  t.is(pixCodeOf({ brCode: OWN, location, expiresAt }, merchant)?.brCode, OWN);
  t.is(pixCodeOf({ brCode: null, location, expiresAt }, merchant)?.brCode, BUILT);
  t.is(pixCodeOf({ brCode: `${OWN.slice(0, -1)}0`, location, expiresAt }, merchant)?.brCode, BUILT);
  t.is(pixCodeOf({ brCode: null, location: null, expiresAt }, merchant), undefined);
  t.is(pixCodeOf({ brCode: null, location: `${'a'.repeat(70)}.example`, expiresAt }, merchant), undefined);
});

test('another reader understands a built code', (t) => {
  const named = { name: 'Padaria São João & Cia. Limitada', city: 'Florianópolis do Sul' };
  const code = pixCodeOf({ brCode: null, location: 'bank.example/qr/v2/abc', expiresAt }, named)?.brCode ?? '';
  t.is(crc16(code.slice(0, -4)), code.slice(-4));
  const parsed = parsePix(code);
  if (hasError(parsed) || !isDynamicPix(parsed)) return t.fail('not a dynamic code');
  t.is(parsed.url, 'bank.example/qr/v2/abc');
  t.is(parsed.merchantName, 'Padaria Sao Joao & Cia. L');
  return t.is(parsed.merchantCity, 'Florianopolis d');
});
