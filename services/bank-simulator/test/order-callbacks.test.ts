import { until } from '@gx/testkit';
import test from 'ava';
import { type BankUnderTest, type Fields, newTxid, type Reply, startBank, text } from './bank-under-test.ts';
import type { CallbackSink } from './callback-sink.ts';
import { listening, orderAdapter, orderShop, put, statusOf } from './order-shop.ts';
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

const received = (sink: CallbackSink): string[] =>
  sink.callbacks.flatMap(({ body }) =>
    (JSON.parse(body) as { orders: { reference?: string }[] }).orders.map((one) => text(one.reference)),
  );

test('each change is called back at the registered address: which order, nothing about it', async (t) => {
  const { it, ref } = await ordered();
  t.is(typeOf((await it.ask('GET', '/callback-address')).body), 'CallbackAddressNotFound');
  const sink = await listening(t, it);
  t.like(await it.ask('GET', '/callback-address'), { body: { url: sink.url } });
  await outcome(ref, 'approved');
  await until('the callback', () => sink.callbacks.length === 1);
  t.is(sink.callbacks[0]?.path, '/bank/perfil/senha');
  t.deepEqual(Object.keys(JSON.parse(sink.callbacks[0]?.body ?? '{}')), ['id', 'sent_at', 'orders']);
  t.deepEqual(received(sink), [ref]);
});

test('a callback may be lost, doubled, mixed with strangers, and comes again until it is accepted', async (t) => {
  const { it, ref } = await ordered();
  const sink = await listening(t, it);
  const scripted = (scenario: object) =>
    bank.scenario({ clientId: it.clientId, operation: 'callback_order', times: 1, ...scenario });
  await scripted({ kind: 'never' });
  await outcome(ref, 'authenticating');
  await scripted({ kind: 'copies', copies: 3 });
  await outcome(ref, 'approved');
  await until('three', () => sink.callbacks.length === 3);
  await scripted({ kind: 'strangers' });
  sink.reply = (n) => (n === 3 ? 500 : 200);
  await outcome(ref, 'dispute');
  await until('again', () => sink.callbacks.length === 5);
  t.is(received(sink).filter((reference) => reference === ref).length, 5);
  t.is(received(sink).length, 5 + 2 * 2);
});

test('faults of a create: refused, no answer, an answer lost after it was accepted; a query shows it', async (t) => {
  const it = await orderShop(bank);
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
  const [it, ref] = [await orderShop(bank), newTxid()];
  await bank.scenario({ clientId: it.clientId, operation: 'order_put', kind: 'delay', ms: 1_500, times: 1 });
  const creating = put(it, ref);
  await until('paid', async () => (await outcome(ref, 'approved')).status === 202);
  t.like(await creating, { status: 201, body: { status: 'awaiting_payer' } });
  t.is(await statusOf(it, ref), 'approved');
});

test('the list shows what changed in a window, oldest change first, by pages', async (t) => {
  const it = await orderShop(bank);
  const refs = [newTxid(), newTxid(), newTxid()];
  for (const ref of refs) await put(it, ref);
  await outcome(refs[0] ?? '', 'approved');
  const window = 'inicio=2020-01-01T00:00:00Z&fim=2099-01-01T00:00:00Z&paginacao.itensPorPagina=2';
  const first = await it.ask('GET', `/orders?${window}`);
  const rest = await it.ask('GET', `/orders?${window}&depois=${text(first.body['next'])}`);
  const pages: readonly Reply[] = [first, rest];
  t.deepEqual(
    pages.flatMap(({ body }) => [...(body['orders'] ?? [])].map((order) => text(order['reference']))),
    [refs[1], refs[2], refs[0]].map(text),
  );
  t.is(rest.body['next'] as unknown, null);
  for (const query of ['', `?${window}&depois=x`]) t.is((await it.ask('GET', `/orders${query}`)).status, 400);
});

test('what is due goes on after a restart', async (t) => {
  const before = await startBank(t);
  const [it, ref] = [await orderShop(before), newTxid()];
  await put(it, ref, { expires_in: 1 });
  await before.host.stop();
  const after = await startBank(t, { MONGO_DB: before.db });
  const books = async (): Promise<Fields> => (await after.send('GET', `/sim/orders/${ref}`)).body;
  await until('expired', async () => text((await books())['status']) === 'expired');
  t.like(await books(), { reference: ref, payments: [] });
});
