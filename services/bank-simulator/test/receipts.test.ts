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

const isReceipt = (pdf: string): boolean =>
  pdf.startsWith('%PDF-1.4\n') && pdf.endsWith('%%EOF\n') && pdf.includes(`(${WATERMARK}) Tj`);

test('a Pix that arrived has a PDF that says it is a simulation, with its ids and amount and nothing of its payer', async (t) => {
  const it = await paid(t, bank, { payer: PAYER });
  const answer = await it.api('GET', `/comprovantes/${it.e2e}`);
  t.deepEqual([answer.status, answer.type], [200, 'application/pdf']);
  const pdf = text(answer.body);
  t.true(isReceipt(pdf), pdf);
  for (const shown of [it.e2e, it.txid, '37.00 BRL']) t.true(pdf.includes(shown), shown);
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
    for (const shown of [ref, `37.00 ${currency}`]) t.true(pdf.includes(shown), shown);
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
