import test from 'ava';
import { type BankUnderTest, newTxid, startBank, text } from './bank-under-test.ts';
import { orderAdapter, orderShop } from './order-shop.ts';
import { paid, typeOf } from './shop.ts';

let bank: BankUnderTest;
const closing: (() => unknown)[] = [];
test.before(async () => {
  bank = await startBank({ teardown: (stop) => void closing.unshift(stop) });
});
test.after.always(async () => {
  for (const stop of closing) await stop();
});
const { outcome, ordered } = orderAdapter(() => bank);

const WATERMARK = 'COMPROVANTE DE TESTE - NENHUM DINHEIRO FOI MOVIMENTADO';
const PAYER = { tax_id: '52998224725', name: 'Maria da Silva' };

const winAnsi = new TextDecoder('windows-1252');
/** The lines that a reader of the PDF is shown. */
const linesOf = (pdf: string): readonly string[] =>
  [...pdf.matchAll(/\(((?:\\.|[^\\)])*)\) Tj/g)].map(([, text = '']) => {
    const bytes = text.replace(/\\(?:(\d{3})|(.))/g, (_, code: string | undefined, plain: string) =>
      code === undefined ? plain : String.fromCharCode(Number.parseInt(code, 8)),
    );
    return winAnsi.decode(Buffer.from(bytes, 'latin1')).replaceAll('\u00a0', ' ');
  });
function isReceipt(pdf: string): boolean {
  const [first] = linesOf(pdf);
  return pdf.startsWith('%PDF-1.4\n') && pdf.endsWith('%%EOF\n') && first === WATERMARK;
}

test('a Pix that arrived has a PDF that says it is a simulation, with what a receipt says and its payer masked', async (t) => {
  const it = await paid(t, bank, { payer: PAYER, paid_at: '2026-11-22T02:59:30Z' });
  const answer = await it.api('GET', `/comprovantes/${it.e2e}`);
  t.deepEqual([answer.status, answer.type], [200, 'application/pdf']);
  const pdf = text(answer.body);
  t.true(isReceipt(pdf), pdf);
  const lines = linesOf(pdf);
  for (const shown of [
    'Comprovante de Pix',
    'R$ 37,00',
    '21 de novembro de 2026 às 23:59:30 (horário de Brasília)',
    'CPF ***.982.247-**',
    it.e2e,
    it.txid,
  ])
    t.true(lines.includes(shown), `${shown}: ${lines.join(' | ')}`);
  for (const personal of Object.values(PAYER)) t.false(pdf.includes(personal), personal);
});

test('404 the receipt of a Pix that is not there, or is another client’s; 403 without pix.read, 401 without a token', async (t) => {
  const it = await paid(t, bank);
  const stranger = await bank.client();
  for (const [client, id] of [
    [it, `E${'0'.repeat(31)}`],
    [stranger, it.e2e],
  ] as const) {
    const answer = await client.api('GET', `/comprovantes/${id}`);
    t.deepEqual([answer.status, typeOf(answer.body)], [404, 'ComprovanteNaoEncontrado']);
  }
  const authorization = `Bearer ${await it.token('cob.read')}`;
  t.is((await bank.send('GET', `/v2/comprovantes/${it.e2e}`, undefined, { authorization })).status, 403);
  t.is((await bank.send('GET', `/v2/comprovantes/${it.e2e}`)).status, 401);
});

const NAMES = { CREDIT_CARD: 'Cartão de crédito', MBWAY: 'MB WAY', MULTIBANCO: 'Multibanco', BOLETO: 'Boleto' };
for (const [method, currency] of [
  ['CREDIT_CARD', 'EUR'],
  ['MBWAY', 'EUR'],
  ['MULTIBANCO', 'EUR'],
  ['BOLETO', 'BRL'],
] as const) {
  test(`${method}: 404 before it is paid, then a PDF that says it is a simulation`, async (t) => {
    const { it, ref } = await ordered({ method, currency });
    const early = await it.ask('GET', `/orders/${ref}/receipt`);
    t.deepEqual([early.status, typeOf(early.body)], [404, 'ReceiptNotFound']);
    await outcome(ref, 'approved');
    const answer = await it.ask('GET', `/orders/${ref}/receipt`);
    t.deepEqual([answer.status, answer.type], [200, 'application/pdf']);
    const pdf = text(answer.body);
    t.true(isReceipt(pdf), pdf);
    for (const shown of [ref, currency === 'EUR' ? '€ 37,00' : 'R$ 37,00', NAMES[method]])
      t.true(linesOf(pdf).includes(shown), shown);
  });
}

test('404 the receipt of coins, which the network shows; of money in another amount, of no order, and of another client’s', async (t) => {
  const coins = await ordered({ method: 'CRYPTO', currency: 'USDT' });
  await outcome(coins.ref, 'approved');
  const { it, ref } = await ordered({ method: 'MULTIBANCO' });
  await outcome(ref, 'approved', { force: true, amount: 3_600 });
  const others = await ordered();
  await outcome(others.ref, 'approved');
  for (const [shop, reference] of [
    [coins.it, coins.ref],
    [it, ref],
    [it, newTxid()],
    [await orderShop(bank), others.ref],
  ] as const)
    t.is(typeOf((await shop.ask('GET', `/orders/${reference}/receipt`)).body), 'ReceiptNotFound');
});

test('a receipt can be ordered to be missing, not to be had now, or a page of HTML', async (t) => {
  const it = await paid(t, bank);
  const scripted = (kind: string) => bank.scenario({ clientId: it.clientId, operation: 'pix_receipt', kind, times: 1 });
  const ask = () => it.api('GET', `/comprovantes/${it.e2e}`);
  await scripted('404');
  t.is(typeOf((await ask()).body), 'ComprovanteNaoEncontrado');
  await scripted('503');
  t.is((await ask()).status, 503);
  await scripted('non_json');
  t.is((await ask()).type, 'text/html');
  t.is((await ask()).type, 'application/pdf');
});
