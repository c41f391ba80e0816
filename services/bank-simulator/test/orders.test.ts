import { until } from '@gx/testkit';
import test, { type ExecutionContext } from 'ava';
import { type Bank, type Fields, newTxid, type Receiver, type Reply, startBank, text } from './bank-under-test.ts';
import { type NoticeSink, noticeSink } from './notice-sink.ts';
import { typeOf } from './shop.ts';

let bank: Bank;
const closing: (() => unknown)[] = [];
test.before(async () => {
  bank = await startBank({ teardown: (stop) => void closing.unshift(stop) });
});
test.after.always(async () => {
  for (const stop of closing) await stop();
});

type Shop = Receiver & { readonly ask: (method: string, path: string, body?: unknown) => Promise<Reply> };

async function shopOf(at: Bank): Promise<Shop> {
  const client = await at.client();
  const authorization = `Bearer ${await client.token()}`;
  const ask: Shop['ask'] = (method, path, body) => at.send(method, `/acquirer/v1${path}`, body, { authorization });
  return { ...client, ask };
}
const TERMS = { amount: 3_700, currency: 'EUR', expires_in: 3_600, phone: '+351912345678' };
const METHODS = [
  ['CREDIT_CARD', 'EUR'],
  ['MBWAY', 'EUR'],
  ['MULTIBANCO', 'EUR'],
  ['BOLETO', 'BRL'],
  ['CRYPTO', 'USDT'],
] as const;
const put = (it: Shop, reference: string, over: object = {}): Promise<Reply> =>
  it.ask('PUT', `/orders/${reference}`, { method: 'CREDIT_CARD', ...TERMS, ...over });
const get = async (it: Shop, reference: string): Promise<Fields> => (await it.ask('GET', `/orders/${reference}`)).body;
const statusOf = async (it: Shop, reference: string): Promise<string> => text((await get(it, reference))['status']);
const outcome = (reference: string, name: string, over: object = {}): Promise<Reply> =>
  bank.send('POST', `/sim/orders/${reference}/outcome`, { outcome: name, ...over });

async function ordered(over: object = {}): Promise<{ it: Shop; ref: string; order: Fields }> {
  const [it, ref] = [await shopOf(bank), newTxid()];
  const made = await put(it, ref, over);
  if (made.status !== 201) throw new Error(JSON.stringify(made.body));
  return { it, ref, order: made.body };
}

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
  const [it, ref] = [await shopOf(bank), newTxid()];
  const answers = await Promise.all(Array.from({ length: 20 }, () => put(it, ref)));
  t.deepEqual(answers.map(({ status }) => status).toSorted(), [...Array<number>(19).fill(200), 201]);
  t.is(new Set(answers.map(({ body }) => JSON.stringify(body['instructions']))).size, 1);
  const other = await put(it, ref, { amount: 3_701 });
  t.deepEqual([other.status, typeOf(other.body)], [409, 'OrderReferenceReused']);
});

const refusedOrders: readonly (readonly [string, object, string])[] = [
  ['a currency that the method does not take', { method: 'BOLETO', currency: 'EUR' }, 'currency'],
  ['MBWAY without a phone', { method: 'MBWAY', phone: undefined }, 'phone'],
  ['a phone that is not E.164', { method: 'MBWAY', phone: '912345678' }, 'phone'],
  ['a Multibanco amount of nine digits', { method: 'MULTIBANCO', amount: 100_000_000 }, 'amount'],
  ['no amount', { amount: 0 }, 'amount'],
  ['an unknown method', { method: 'PAYPAL' }, 'method'],
  ['a return address that is no web page', { return_url: 'javascript:alert(1)' }, 'return_url'],
];
for (const [what, over, property] of refusedOrders) {
  test(`400 ${what}, and nothing is there`, async (t) => {
    const [it, ref] = [await shopOf(bank), newTxid()];
    const answer = await put(it, ref, over);
    t.deepEqual([answer.status, typeOf(answer.body)], [400, 'OrderInvalid']);
    t.is(text(answer.body['violacoes']?.[0]?.['propriedade']), property);
    t.is((await it.ask('GET', `/orders/${ref}`)).status, 404);
  });
}

test('another client’s order does not exist; without the scope it is 403, without a token 401', async (t) => {
  const { ref } = await ordered();
  const stranger = await shopOf(bank);
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
  const { it, ref } = await ordered({ expires_in: 1 });
  await outcome(ref, 'authenticating');
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

test('card: a refund can be slow, fail, or be stuck until it is told', async (t) => {
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

async function listening(t: ExecutionContext, it: Shop): Promise<NoticeSink> {
  const sink = await noticeSink();
  t.teardown(sink.stop);
  await it.ask('PUT', '/notice-address', { url: sink.url });
  return sink;
}
const told = (sink: NoticeSink): string[] =>
  sink.notices.flatMap(({ body }) =>
    (JSON.parse(body) as { orders: { reference?: string }[] }).orders.map((one) => text(one.reference)),
  );

test('each change is told to the registered address: which order, nothing about it', async (t) => {
  const { it, ref } = await ordered();
  t.is(typeOf((await it.ask('GET', '/notice-address')).body), 'NoticeAddressNotFound');
  const sink = await listening(t, it);
  t.like(await it.ask('GET', '/notice-address'), { body: { url: sink.url } });
  await outcome(ref, 'approved');
  await until('told', () => sink.notices.length === 1);
  t.is(sink.notices[0]?.path, '/bank/perfil/senha');
  t.deepEqual(Object.keys(JSON.parse(sink.notices[0]?.body ?? '{}')), ['id', 'sent_at', 'orders']);
  t.deepEqual(told(sink), [ref]);
});

test('a notice may be lost, doubled, mixed with strangers, and comes again until it is taken', async (t) => {
  const { it, ref } = await ordered();
  const sink = await listening(t, it);
  const scripted = (scenario: object) =>
    bank.scenario({ clientId: it.clientId, operation: 'callback_order', times: 1, ...scenario });
  await scripted({ kind: 'never' });
  await outcome(ref, 'authenticating');
  await scripted({ kind: 'copies', copies: 3 });
  await outcome(ref, 'approved');
  await until('three', () => sink.notices.length === 3);
  await scripted({ kind: 'strangers' });
  sink.reply = (n) => (n === 3 ? 500 : 200);
  await outcome(ref, 'dispute');
  await until('again', () => sink.notices.length === 5);
  t.is(told(sink).filter((reference) => reference === ref).length, 5);
  t.is(told(sink).length, 5 + 2 * 2);
});

test('faults of a create: refused, no answer, an answer lost after it was taken; asking tells', async (t) => {
  const it = await shopOf(bank);
  const misbehave = (kind: string, over: object = {}) =>
    bank.scenario({ clientId: it.clientId, operation: 'order_put', kind, times: 1, ...over });
  const [refusedRef, lostRef, downRef] = [newTxid(), newTxid(), newTxid()];
  await misbehave('400');
  t.is(typeOf((await put(it, refusedRef)).body), 'OrderInvalid');
  await misbehave('reset_after_accept');
  await t.throwsAsync(put(it, lostRef));
  await misbehave('503');
  t.is((await put(it, downRef)).status, 503);
  t.deepEqual(
    await Promise.all(
      [refusedRef, lostRef, downRef].map(async (ref) => (await it.ask('GET', `/orders/${ref}`)).status),
    ),
    [404, 200, 404],
  );
  const seen = (await bank.send('GET', `/sim/requests/${lostRef}`)).body;
  t.like(seen, { counts: { order_put: 1, order_get: 1 } });
});

test('a slow create can be paid before it is answered', async (t) => {
  const [it, ref] = [await shopOf(bank), newTxid()];
  await bank.scenario({ clientId: it.clientId, operation: 'order_put', kind: 'delay', ms: 1_500, times: 1 });
  const creating = put(it, ref);
  await until('paid', async () => (await outcome(ref, 'approved')).status === 202);
  t.like(await creating, { status: 201, body: { status: 'awaiting_payer' } });
  t.is(await statusOf(it, ref), 'approved');
});

test('the list shows what changed in a window, oldest change first, by pages', async (t) => {
  const it = await shopOf(bank);
  const refs = [newTxid(), newTxid(), newTxid()];
  for (const ref of refs) await put(it, ref);
  await outcome(refs[0] ?? '', 'approved');
  const window = 'inicio=2020-01-01T00:00:00Z&fim=2099-01-01T00:00:00Z&paginacao.itensPorPagina=2';
  const page = (index: number): Promise<Reply> => it.ask('GET', `/orders?${window}&paginacao.paginaAtual=${index}`);
  const pages = await Promise.all([page(0), page(1)]);
  t.deepEqual(
    pages.flatMap(({ body }) => [...(body['orders'] ?? [])].map((order) => text(order['reference']))),
    [refs[1], refs[2], refs[0]].map(text),
  );
  t.like(pages[0]?.body, { total: 3, pages: 2 });
  t.is((await it.ask('GET', '/orders')).status, 400);
});

test('what is due goes on after a restart', async (t) => {
  const before = await startBank(t);
  const [it, ref] = [await shopOf(before), newTxid()];
  await put(it, ref, { expires_in: 1 });
  await before.host.stop();
  const after = await startBank(t, { MONGO_DB: before.db });
  const books = async (): Promise<Fields> => (await after.send('GET', `/sim/orders/${ref}`)).body;
  await until('expired', async () => text((await books())['status']) === 'expired');
  t.like(await books(), { reference: ref, payments: [] });
});
