import { until } from '@gx/testkit';
import test from 'ava';
import { type BankUnderTest, newTxid, startBank, text } from './bank-under-test.ts';
import { get, orderAdapter, orderShop, put, statusOf } from './order-shop.ts';
import { typeOf } from './shop.ts';

let bank: BankUnderTest;
const closing: (() => unknown)[] = [];
test.before(async () => {
  bank = await startBank({ teardown: (stop) => void closing.unshift(stop) });
});
test.after.always(async () => {
  for (const stop of closing) await stop();
});
const { outcome, ordered } = orderAdapter(() => bank);

const METHODS = [
  ['CREDIT_CARD', 'EUR'],
  ['MBWAY', 'EUR'],
  ['MULTIBANCO', 'EUR'],
  ['BOLETO', 'BRL'],
  ['CRYPTO', 'USDT'],
] as const;
for (const [method, currency] of METHODS) {
  test(`${method}: what the payer needs is in the answer; paid, it is approved with its payment`, async (t) => {
    const { it, ref, order } = await ordered({ method, currency });
    t.like(order, { reference: ref, method, currency, amount: 3_700, status: 'awaiting_payer', payments: [] });
    t.true(Object.values(order['instructions'] ?? {}).every((value) => text(value).length > 0));
    t.like(await outcome(ref, 'approved'), { status: 202, body: { accepted: true, status: 'approved' } });
    t.like(await get(it, ref), { status: 'approved', payments: { 0: { amount: 3_700 } } });
  });

  test(`${method}: refused says why; cancelled is cancelled again; both stay`, async (t) => {
    const { it, ref } = await ordered({ method, currency });
    await outcome(ref, 'refused', { reason: 'suspected_fraud' });
    t.like(await get(it, ref), { status: 'refused', reason: 'suspected_fraud' });
    t.is(typeOf((await it.ask('PUT', `/orders/${ref}/cancellation`)).body), 'OrderNotCancellable');
    const other = newTxid();
    await put(it, other, { method, currency });
    for (const _ of [1, 2])
      t.like(await it.ask('PUT', `/orders/${other}/cancellation`), { status: 200, body: { status: 'cancelled' } });
    t.like((await outcome(other, 'approved')).body, { accepted: false, rejection: { code: 'not_open' } });
  });

  test(`${method}: expires by itself, at its time`, async (t) => {
    const { it, ref } = await ordered({ method, currency, expires_in: 1 });
    await until('expired', async () => (await statusOf(it, ref)) === 'expired');
    t.like((await outcome(ref, 'approved')).body, { accepted: false });
  });
}

test('the same request of a reference is the same order, another one is 409, also from twenty at once', async (t) => {
  const [it, ref] = [await orderShop(bank), newTxid()];
  const answers = await Promise.all(Array.from({ length: 20 }, () => put(it, ref)));
  t.deepEqual(answers.map(({ status }) => status).toSorted(), [...Array<number>(19).fill(200), 201]);
  t.is(new Set(answers.map(({ body }) => JSON.stringify(body['instructions']))).size, 1);
  const other = await put(it, ref, { amount: 3_701 });
  t.deepEqual([other.status, typeOf(other.body)], [409, 'OrderReferenceReused']);
});

const refusedOrders: readonly (readonly [string, object, string])[] = [
  ['a currency that the method does not accept', { method: 'BOLETO', currency: 'EUR' }, 'currency'],
  ['MBWAY without a phone', { method: 'MBWAY', phone: undefined }, 'phone'],
  ['a phone that is not E.164', { method: 'MBWAY', phone: '912345678' }, 'phone'],
  ['a Multibanco amount of nine digits', { method: 'MULTIBANCO', amount: 100_000_000 }, 'amount'],
  ['no amount', { amount: 0 }, 'amount'],
  ['an unknown method', { method: 'PAYPAL' }, 'method'],
  ['a return address that is no web page', { return_url: 'javascript:alert(1)' }, 'return_url'],
];
for (const [what, over, property] of refusedOrders) {
  test(`400 ${what}, and nothing is there`, async (t) => {
    const [it, ref] = [await orderShop(bank), newTxid()];
    const answer = await put(it, ref, over);
    t.deepEqual([answer.status, typeOf(answer.body)], [400, 'OrderInvalid']);
    t.is(text(answer.body['violacoes']?.[0]?.['propriedade']), property);
    t.is((await it.ask('GET', `/orders/${ref}`)).status, 404);
  });
}

test('another client’s order does not exist; without the scope it is 403, without a token 401', async (t) => {
  const { ref } = await ordered();
  const stranger = await orderShop(bank);
  t.is((await stranger.ask('GET', `/orders/${ref}`)).status, 404);
  t.is((await stranger.ask('PUT', `/orders/${ref}/cancellation`)).status, 404);
  t.is((await put(stranger, ref)).status, 201);
  const authorization = `Bearer ${await stranger.token('cob.read')}`;
  t.is((await bank.send('GET', `/acquirer/v1/orders/${ref}`, undefined, { authorization })).status, 403);
  t.is((await bank.send('GET', `/acquirer/v1/orders/${ref}`)).status, 401);
});

test('card: opening the issuer’s page begins the authentication; approving pays and sends the payer back', async (t) => {
  const { it, ref, order } = await ordered({ return_url: 'https://loja.example/fim?x=1' });
  const url = text(order['instructions']?.['redirect_url']).replace('http://bank.test', bank.url);
  const page = await fetch(url);
  t.is(page.headers.get('content-type'), 'text/html; charset=utf-8');
  t.regex(await page.text(), /<form method="post">/);
  t.is(await statusOf(it, ref), 'authenticating');
  const decided = await fetch(url, {
    method: 'POST',
    body: new URLSearchParams({ outcome: 'approved' }),
    redirect: 'manual',
  });
  t.deepEqual([decided.status, decided.headers.get('location')], [303, 'https://loja.example/fim?x=1']);
  t.is(await statusOf(it, ref), 'approved');
  t.notRegex(await (await fetch(url)).text(), /<form/);
  t.is((await fetch(url.replace(/.$/, 'x'))).status, 404);
});

test('card: an authentication that is not finished in time is refused', async (t) => {
  // Long enough for the payer to begin, however busy the machine is.
  const { it, ref } = await ordered({ expires_in: 5 });
  t.like((await outcome(ref, 'authenticating')).body, { accepted: true });
  await until('refused', async () => (await statusOf(it, ref)) === 'refused');
  t.like(await get(it, ref), { reason: 'authentication_timeout' });
});

test('boleto: its address gives a PDF that shows the line that is typed', async (t) => {
  const { order } = await ordered({ method: 'BOLETO', currency: 'BRL' });
  const field = (name: string): string => text(order['instructions']?.[name]);
  t.regex(field('line'), /^\d{47}$/);
  t.regex(field('barcode'), /^\d{44}$/);
  const answer = await fetch(field('pdf_url').replace('http://bank.test', bank.url));
  t.is(answer.headers.get('content-type'), 'application/pdf');
  const pdf = await answer.text();
  t.true(pdf.startsWith('%PDF-1.4') && pdf.endsWith('%%EOF\n'));
  const shown = (/\((\d{5}\.\d{5} [\d. ]+)\) Tj/.exec(pdf)?.[1] ?? '').replace(/\D/g, '');
  t.is(shown, field('line'));
});

test('money that arrives by force: twice, too late, or of another amount is all in the books', async (t) => {
  const { it, ref } = await ordered({ method: 'MULTIBANCO' });
  await outcome(ref, 'approved', { force: true, amount: 3_600 });
  t.is(await statusOf(it, ref), 'awaiting_payer');
  await outcome(ref, 'approved');
  await outcome(ref, 'approved', { force: true });
  t.like(await get(it, ref), { status: 'approved', payments: { length: 3 } });
});

test('card: a dispute and a chargeback, won and lost', async (t) => {
  const { it, ref } = await ordered();
  t.like((await outcome(ref, 'dispute')).body, { accepted: false, rejection: { code: 'not_approved' } });
  await outcome(ref, 'approved');
  await outcome(ref, 'dispute');
  t.like(await get(it, ref), { status: 'approved', disputes: { 0: { kind: 'dispute', status: 'open' } } });
  await outcome(ref, 'dispute_won');
  await outcome(ref, 'chargeback');
  await outcome(ref, 'dispute_lost');
  t.like(await get(it, ref), {
    disputes: { 0: { status: 'won' }, 1: { kind: 'chargeback', status: 'lost' } },
  });
});

const refundPath = (ref: string, id: string): string => `/orders/${ref}/refunds/${id}`;

test('card: a refund is under way, then done; its id with another amount is 409; more than is left is 400', async (t) => {
  const { it, ref } = await ordered();
  await outcome(ref, 'approved');
  const first = await it.ask('PUT', refundPath(ref, 'a1'), { amount: 3_000 });
  t.like(first, { status: 201, body: { id: 'a1', status: 'processing' } });
  await until('done', async () => text((await it.ask('GET', refundPath(ref, 'a1'))).body['status']) === 'done');
  t.like(await it.ask('PUT', refundPath(ref, 'a1'), { amount: 3_000 }), { status: 200, body: { status: 'done' } });
  t.is(typeOf((await it.ask('PUT', refundPath(ref, 'a1'), { amount: 1 })).body), 'RefundIdReused');
  t.is(typeOf((await it.ask('PUT', refundPath(ref, 'a2'), { amount: 701 })).body), 'RefundInvalid');
  t.is((await it.ask('GET', refundPath(ref, 'a2'))).status, 404);
});

test('card: a refund can be slow, fail, or be stuck until the tester ends it', async (t) => {
  const { it, ref } = await ordered();
  await outcome(ref, 'approved');
  const scripted = (scenario: object) =>
    bank.scenario({ clientId: it.clientId, operation: 'order_refund_put', times: 1, ...scenario });
  const status = async (id: string): Promise<string> => text((await it.ask('GET', refundPath(ref, id))).body['status']);
  await scripted({ kind: 'fails', motivo: 'card_closed' });
  await it.ask('PUT', refundPath(ref, 'f'), { amount: 3_700 });
  await until('failed', async () => (await status('f')) === 'failed');
  await scripted({ kind: 'stuck' });
  await it.ask('PUT', refundPath(ref, 's'), { amount: 3_700 });
  t.is(await status('s'), 'processing');
  t.is((await bank.send('POST', `/sim/orders/${ref}/refunds/s`, { status: 'done' })).status, 200);
  t.is(await status('s'), 'done');
  t.is((await bank.send('POST', `/sim/orders/${ref}/refunds/s`, { status: 'failed' })).status, 400);
});

test('422 a refund of what cannot go back', async (t) => {
  const { it, ref } = await ordered({ method: 'MBWAY' });
  await outcome(ref, 'approved');
  const answer = await it.ask('PUT', refundPath(ref, 'a'), { amount: 1 });
  t.deepEqual([answer.status, typeOf(answer.body)], [422, 'RefundNotSupported']);
});
