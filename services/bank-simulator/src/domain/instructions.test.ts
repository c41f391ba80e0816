import { createHash } from 'node:crypto';
import { cents } from '@gx/core';
import test from 'ava';
import { boletoBarcode, digitableLine, dueDay, dueFactor, modulo11 } from './boleto.ts';
import { interleavedBars } from './boleto-pdf.ts';
import { coinAmount, instructionsFor, multibancoReference, tronAddress } from './instructions.ts';
import { pdfPage } from './pdf.ts';

// Banco do Brasil's published example, in every boleto library's tests.
const BARCODE = '00193373700000001000500940144816060680935031';
const LINE = '00190500954014481606906809350314337370000000100';
const SEED = new Uint8Array(32).fill(7);
const DUE = new Date('2026-11-30T12:00:00Z');

test('boleto: the check digit and the typed line of a published example', (t) => {
  t.is(modulo11(`${BARCODE.slice(0, 4)}${BARCODE.slice(5)}`), Number(BARCODE[4]));
  t.is(digitableLine(BARCODE), LINE);
});

test('boleto: 44 digits that carry bank, real, check, due day and amount, and the line is 47 of the same', (t) => {
  const barcode = boletoBarcode({ amount: cents(123_456), dueAt: DUE, free: '1'.repeat(25) });
  t.regex(barcode, /^9999\d{5}0000123456(1{25})$/);
  t.is(modulo11(`${barcode.slice(0, 4)}${barcode.slice(5)}`), Number(barcode[4]));
  const line = digitableLine(barcode);
  t.is(line.length, 47);
  t.is(line.slice(32), `${barcode[4]}${barcode.slice(5, 19)}`);
});

test('boleto: the due factor went back to 1000 on 2025-02-22, and the day is Brazil’s', (t) => {
  for (const [at, factor] of [
    ['1997-10-07T12:00:00Z', '0000'],
    ['2000-07-03T12:00:00Z', '1000'],
    ['2025-02-21T12:00:00Z', '9999'],
    ['2025-02-22T12:00:00Z', '1000'],
    ['2025-02-22T02:59:59Z', '9999'],
    ['2025-02-22T03:00:00Z', '1000'],
  ] as const)
    t.is(dueFactor(new Date(at)), factor, at);
  t.deepEqual(
    ['2025-02-22T02:59:59Z', '2025-02-22T03:00:00Z'].map((at) => dueDay(new Date(at))),
    ['2025-02-21', '2025-02-22'],
  );
});

test('multibanco: entity, reference and amount together pass ISO 7064 MOD 97-10, and only with that amount', (t) => {
  const reference = multibancoReference('11202', '1234567', cents(2_590));
  const passes = (amount: number): boolean =>
    BigInt(`11202${reference.slice(0, 7)}${String(amount).padStart(8, '0')}${reference.slice(7)}`) % 97n === 1n;
  t.regex(reference, /^1234567\d\d$/);
  t.true(passes(2_590));
  t.false(passes(2_591));
});

test('crypto: an address of TRON with its checksum, and the amount with six decimals', (t) => {
  const alphabet = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
  const address = tronAddress(SEED.subarray(0, 20));
  t.regex(address, /^T[1-9A-HJ-NP-Za-km-z]{33}$/);
  const value = [...address].reduce((sum, letter) => sum * 58n + BigInt(alphabet.indexOf(letter)), 0n);
  const bytes = Buffer.from(value.toString(16), 'hex');
  const hash = (input: Uint8Array): Buffer => createHash('sha256').update(input).digest();
  t.deepEqual(bytes.subarray(21), hash(hash(bytes.subarray(0, 21))).subarray(0, 4));
  t.is(coinAmount(cents(3_700), 'USDT'), '37.000000');
  t.is(coinAmount(cents(1), 'BRL'), '0.002000');
  t.is(coinAmount(cents(999_999_999_999), 'EUR'), '10999999999.989000');
});

test('every method gives its payer what he needs, and another seed gives other numbers', (t) => {
  const terms = { amount: cents(3_700), currency: 'EUR', expiresAt: DUE, phone: '+351912345678' } as const;
  t.deepEqual(instructionsFor({ ...terms, method: 'MBWAY' }, SEED), { method: 'MBWAY', phone: '+351912345678' });
  t.deepEqual(instructionsFor({ ...terms, method: 'CREDIT_CARD' }, SEED), { method: 'CREDIT_CARD' });
  for (const method of ['MULTIBANCO', 'BOLETO', 'CRYPTO'] as const)
    t.notDeepEqual(
      instructionsFor({ ...terms, method }, SEED),
      instructionsFor({ ...terms, method }, new Uint8Array(32).fill(9)),
    );
});

test('pdf: the table of contents points at each object, and what would end a text is escaped', (t) => {
  const pdf = pdfPage([{ text: 'Vencimento (hoje) \\ ação', size: 10, x: 1, y: 1 }]);
  t.true(pdf.startsWith('%PDF-1.4\n') && pdf.endsWith('%%EOF\n'));
  t.true(pdf.includes('(Vencimento \\(hoje\\) \\\\ a\\347\\343o) Tj'));
  const start = Number(/startxref\n(\d+)\n/.exec(pdf)?.[1]);
  const rows = pdf.slice(start).match(/^\d{10} 00000 n $/gm) ?? [];
  t.is(rows.length, 6);
  for (const [i, row] of rows.entries()) t.true(pdf.slice(Number(row.slice(0, 10))).startsWith(`${i + 1} 0 obj\n`));
});

test('pdf: 44 digits are 22 pairs of five bars, with start and stop', (t) => {
  const bars = interleavedBars(BARCODE);
  t.is(bars.length, 2 + 22 * 5 + 2);
  const wide = bars.filter((bar) => 'width' in bar && bar.width > 1);
  t.is(wide.length, 22 * 2 + 1, 'two of five bars are wide, and one of the stop');
});
