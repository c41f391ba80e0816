import { type Cents, maskedTaxId, parseTaxId } from '@gx/core';
import type { Client } from './client.ts';
import { ORDER_METHODS, type Order, type SimulatedMethod } from './order.ts';
import { type PdfMark, pdfPage } from './pdf.ts';
import type { Pix } from './pix.ts';

type Receiver = Pick<Client, 'name' | 'taxId'>;
type Row = readonly [label: string, value: string];
type ReceiptContents = {
  readonly heading: string;
  readonly amount: Cents;
  readonly currency: string;
  readonly paidAt: Date;
  readonly zone: Zone;
  /** Who paid whom, and what the payment is known by. */
  readonly rows: readonly Row[];
};

/** The receipt of a Pix that arrived. It is the receiver's, who may show it around: the payer is masked. */
export const pixReceipt = ({ amount, paidAt, endToEndId, txid, payer }: Pix, receiver: Receiver): string =>
  receiptPage({
    heading: 'Comprovante de Pix',
    amount,
    currency: 'BRL',
    paidAt,
    zone: BRAZIL,
    rows: [
      ...receiverRows(receiver),
      ['Pagador', maskedOf(payer.taxId)],
      ['ID da transação (end-to-end)', endToEndId],
      ...(txid === undefined ? [] : [['Identificador da cobrança (txid)', txid] as const]),
    ],
  });

/** The receipt of an order that was paid; undefined before that, and of a method that has none. */
export function orderReceipt(order: Order, receiver: Receiver): string | undefined {
  const { amount, currency, method, reference, status, payments, expiresAt } = order;
  const payment = payments.find((one) => one.amount === amount && one.at <= expiresAt);
  if (status !== 'approved' || payment === undefined || !ORDER_METHODS[method].receipt) return undefined;
  return receiptPage({
    heading: 'Comprovante de pagamento',
    amount,
    currency,
    paidAt: payment.at,
    zone: currency === 'EUR' ? PORTUGAL : BRAZIL,
    rows: [
      ['Forma de pagamento', METHOD_NAMES[method]],
      ...receiverRows(receiver),
      ['Pagamento', payment.id],
      ['Documento', reference],
    ],
  });
}

const METHOD_NAMES: Readonly<Record<SimulatedMethod, string>> = {
  CREDIT_CARD: 'Cartão de crédito',
  MBWAY: 'MB WAY',
  MULTIBANCO: 'Multibanco',
  BOLETO: 'Boleto',
  CRYPTO: 'Criptomoeda',
};

const receiverRows = ({ name, taxId }: Receiver): readonly Row[] => [
  ['Recebedor', name],
  ['Documento do recebedor', maskedOf(taxId)],
];

function maskedOf(taxId: string): string {
  const document = parseTaxId(taxId);
  return document === undefined ? 'não informado' : maskedTaxId(document.value);
}

type Zone = { readonly timeZone: string; readonly name: string };
const BRAZIL: Zone = { timeZone: 'America/Sao_Paulo', name: 'horário de Brasília' };
const PORTUGAL: Zone = { timeZone: 'Europe/Lisbon', name: 'horário de Lisboa' };

function timeText(at: Date, { timeZone, name }: Zone): string {
  const format = new Intl.DateTimeFormat('pt-BR', { dateStyle: 'long', timeStyle: 'medium', timeZone });
  return `${format.format(at)} (${name})`;
}

const moneyText = (amount: Cents, currency: string): string =>
  new Intl.NumberFormat('pt-BR', { style: 'currency', currency }).format(amount / 100);

const LEFT = 56;
const WIDTH = 595 - 2 * LEFT;
const GRAY = 0.4;
/** Characters of a value that fit on a line of the page. */
const LINE_MAX = 54;
const LINE_HEIGHT = 17;
const ROW_HEIGHT = 24;

function receiptPage({ heading, amount, currency, paidAt, zone, rows }: ReceiptContents): string {
  const marks: PdfMark[] = [
    { x: 0, y: 792, width: 595, height: 50, gray: 0.15 },
    { text: 'COMPROVANTE DE TESTE - NENHUM DINHEIRO FOI MOVIMENTADO', size: 13, bold: true, gray: 1, x: LEFT, y: 812 },
    { text: heading, size: 22, bold: true, x: LEFT, y: 736 },
    { text: moneyText(amount, currency), size: 30, bold: true, x: LEFT, y: 684 },
    { text: timeText(paidAt, zone), size: 12, gray: GRAY, x: LEFT, y: 660 },
    { x: LEFT, y: 638, width: WIDTH, height: 1, gray: 0.8 },
  ];
  let y = 612;
  for (const [label, value] of rows) {
    marks.push({ text: label, size: 10, gray: GRAY, x: LEFT, y });
    for (const text of linesOf(value)) {
      y -= LINE_HEIGHT;
      marks.push({ text, size: 13, x: LEFT, y });
    }
    y -= ROW_HEIGHT;
  }
  const footer = 'Emitido por um banco simulado. Não comprova pagamento algum.';
  return pdfPage([
    ...marks,
    { x: LEFT, y: y + 8, width: WIDTH, height: 1, gray: 0.8 },
    { text: footer, size: 10, gray: GRAY, x: LEFT, y: y - 14 },
  ]);
}

/** Broken between words where there are any. */
const linesOf = (value: string): readonly string[] =>
  value.match(new RegExp(`\\S.{0,${LINE_MAX - 1}}(?=\\s|$)|\\S{${LINE_MAX}}`, 'g')) ?? [value];
