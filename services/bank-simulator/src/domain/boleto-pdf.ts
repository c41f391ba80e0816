import { dueDay } from './boleto.ts';
import { writeValor } from './money.ts';
import type { Order } from './order.ts';
import { type PdfMark, pdfPage } from './pdf.ts';

/** Narrow and wide of the ten digits (Interleaved 2 of 5, ISO/IEC 16390): 1 is wide. */
const PATTERNS = ['00110', '10001', '01001', '11000', '00101', '10100', '01100', '00011', '10010', '01010'] as const;
const NARROW = 0.9;
const WIDE = NARROW * 3;
const BAR = { x: 40, y: 620, height: 37 } as const;

/**
 * The bars of an even number of digits: of each pair the first is in the bars, the second in the gaps between
 * them.
 */
export function interleavedBars(digits: string): PdfMark[] {
  const pairs = digits.match(/\d\d/g) ?? [];
  const widths = pairs.flatMap(([bars = '0', gaps = '0']) =>
    [...(PATTERNS[Number(bars)] ?? '')].flatMap((bar, i) => [bar, PATTERNS[Number(gaps)]?.[i] ?? '0']),
  );
  const marks: PdfMark[] = [];
  let x: number = BAR.x;
  for (const [i, wide] of [...'0000', ...widths, ...'100'].entries()) {
    const width = wide === '1' ? WIDE : NARROW;
    if (i % 2 === 0) marks.push({ x: points(x), y: BAR.y, width, height: BAR.height });
    x += width;
  }
  return marks;
}

const points = (value: number): number => Math.round(value * 100) / 100;

/** The payer's copy of a boleto; undefined when the order is none. */
export function boletoPdf({ instructions, amount, expiresAt, reference }: Order, name: string): string | undefined {
  if (instructions.method !== 'BOLETO') return undefined;
  const { barcode, line } = instructions;
  const text = (y: number, size: number, words: string): PdfMark => ({ text: words, size, x: BAR.x, y });
  return pdfPage([
    text(790, 16, 'BOLETO DE TESTE - NAO PAGAVEL EM NENHUM BANCO'),
    text(760, 11, `Beneficiario: ${name}`),
    text(742, 11, `Vencimento: ${dueDay(expiresAt)}    Valor: R$ ${writeValor(amount)}`),
    text(724, 11, `Documento: ${reference}`),
    text(690, 12, spaced(line)),
    ...interleavedBars(barcode),
  ]);
}

/** The line as it is printed: `AAABC.CCCCX DDDDD.DDDDDY EEEEE.EEEEEZ K UUUUVVVVVVVVVV`. */
const spaced = (line: string): string =>
  line.replace(/^(\d{5})(\d{5})(\d{5})(\d{6})(\d{5})(\d{6})(\d)(\d{14})$/, '$1.$2 $3.$4 $5.$6 $7 $8');
