import { randomUUID } from 'node:crypto';
import { until } from '@gx/testkit';
import { merchant, PATIENTLY } from '../merchant.ts';
import { operator } from '../operator.ts';
import { createOrder, METHODS, type Method, playOutcome } from '../order.ts';
import { becomes, chargeOf, PAID, read } from '../payment.ts';
import { netOf, openShop } from '../shop.ts';
import { test } from './one-product.ts';

const OWN_FIELDS = /^(card|mb|boleto|crypto|pix)[A-Z]/;

for (const method of Object.keys(METHODS) as Method[]) {
  const { currency, shows, paid } = METHODS[method];
  test.serial(
    `${method} in test mode: shown to its payer within 3 s, paid, in the wallet of ${currency}, announced in both families`,
    async (t) => {
      const shop = await openShop(t.context.stack, t.context.sink);
      const begun = performance.now();
      const { id, ...created } = await createOrder(t, shop, method);
      t.like(created, { status: 'WAITING_PAYMENT', currency, paymentMethods: [method] });
      const open = await read(shop, id);
      t.true(performance.now() - begun < 3_000);
      const own = Object.keys(open).filter((field) => OWN_FIELDS.test(field) && open[field] !== null);
      t.deepEqual(own.toSorted(), [...shows]);
      t.like(open, { paidWith: null, paidAt: null, netAmount: 10_000 });

      await playOutcome(t, shop, id, 'approved');
      const done = await becomes(shop, id, paid);
      const net = netOf(10_000);
      t.like(done, { paidWith: method, providerFee: 10, platformFee: 100, netAmount: net });
      t.like((await shop.send('GET', `/v1/wallets/balance?currency=${currency}`)).body, { available: net, currency });
      const webhooks = await shop.untilWebhooks(chargeOf(id), PAID);
      const completed = webhooks.find(({ name }) => name === 'payment.completed');
      t.like(completed?.body.data, { transactionId: id, status: paid, paidWith: method, netAmount: net });
      const canonical = webhooks.find(({ name }) => name === 'charge.paid')?.body.data.object;
      t.like(canonical, { status: 'paid', payment_method: method.toLowerCase(), currency, settlement: {} });
      t.like((await shop.get(chargeOf(id))).body, {
        status: 'paid',
        payment_method: method.toLowerCase(),
        settlement: {},
      });

      const { status, body } = await shop.send('GET', `/v1/payments/${id}/receipt`);
      if (method === 'CRYPTO') t.is(body.error.reason, 'receipt_unavailable', 'coins have none');
      else t.deepEqual([status, (body as object as { contentType: string }).contentType], [200, 'application/pdf']);

      if (method === 'CREDIT_CARD') return;
      const refused = await shop.refund(chargeOf(id), {});
      t.deepEqual([refused.status, refused.body.error.code], [422, 'REFUND_NOT_SUPPORTED']);
    },
  );
}

test.serial('a card is refunded in part and in full: out of its wallet, announced, REFUNDED', async (t) => {
  const shop = await openShop(t.context.stack, t.context.sink);
  const [{ id }, { id: other }] = [
    await createOrder(t, shop, 'CREDIT_CARD'),
    await createOrder(t, shop, 'CREDIT_CARD', { amount: 1_000 }),
  ];
  for (const one of [id, other]) {
    await playOutcome(t, shop, one, 'approved');
    await becomes(shop, one, 'APPROVED');
  }
  const part = await shop.refund(chargeOf(id), { amount: 4_000, reason: 'one was sold out' });
  t.like(part.body, { status: 'PENDING', transactionId: id, amount: 4_000, currency: 'USD' } as object);
  t.is(part.status, 201);
  await shop.untilRefund(chargeOf(id), String(part.body['id']), 'REFUNDED');
  t.is((await read(shop, id)).status, 'APPROVED');
  const rest = await shop.refund(chargeOf(id), {});
  t.like(rest.body, { amount: 6_000 });
  await becomes(shop, id, 'REFUNDED');
  const { body: books } = await shop.send('GET', `/v1/test_helpers/charges/${id}/bank`);
  t.like(books, { status: 'approved', pix: { length: 1, 0: { amount: 10_000, devolutions: [] } } } as object);
  t.deepEqual(
    (books['refunds'] as { amount: number; status: string }[]).map(({ amount, status }) => [amount, status]),
    [
      [4_000, 'refunded'],
      [6_000, 'refunded'],
    ],
  );
  const wallet = netOf(10_000) + netOf(1_000) - 10_000;
  await until(
    'both refunds have left the wallet',
    async () => {
      const { body } = await shop.send('GET', '/v1/wallets/balance?currency=USD');
      return body['available'] === wallet;
    },
    PATIENTLY,
  );
  const strategy = await shop.refund(chargeOf(other), { strategy: 'devolution' });
  t.is(strategy.body.error.code, 'REFUND_NOT_SUPPORTED');
});

test.serial('refused, expired and cancelled orders are announced as their names say', async (t) => {
  const shop = await openShop(t.context.stack, t.context.sink);
  const [refused, expired, cancelled] = [
    await createOrder(t, shop, 'CREDIT_CARD'),
    await createOrder(t, shop, 'MULTIBANCO'),
    await createOrder(t, shop, 'BOLETO'),
  ];
  await playOutcome(t, shop, refused.id, 'refused');
  await playOutcome(t, shop, expired.id, 'expired');
  t.like((await shop.send('POST', `/v1/payments/${cancelled.id}/cancel`)).body, { status: 'CANCELLED' } as object);
  await becomes(shop, refused.id, 'REFUSED');
  await becomes(shop, expired.id, 'EXPIRED');
  const CREATED = ['charge.created', 'payment.created'];
  await shop.untilWebhooks(chargeOf(refused.id), [...CREATED, 'charge.failed', 'payment.failed']);
  await shop.untilWebhooks(chargeOf(cancelled.id), [...CREATED, 'charge.failed', 'payment.failed']);
  await shop.untilWebhooks(chargeOf(expired.id), [...CREATED, 'charge.expired', 'payment.expired', 'payment.failed']);
});

for (const [method, { currency, metadata }] of Object.entries({ PIX: { currency: 'BRL', metadata: {} }, ...METHODS })) {
  test.serial(
    `422 ${method} with a live key: no bank serves it until an operator says which; nothing is kept`,
    async (t) => {
      const { gateway, accounts } = t.context.stack;
      // Each answer is held to the contract, as every one that this merchant gets.
      const live = merchant(gateway, accounts[0]?.liveKey ?? '');
      const body = { amount: 100, currency, paymentMethods: [method], metadata, idempotencyKey: randomUUID() };
      for (let attempt = 0; attempt < 2; attempt += 1) {
        const refused = await live.send('POST', '/v1/payments', { body });
        t.is(refused.status, 422);
        t.like(refused.body.error, {
          type: 'invalid_request_error',
          code: 'unprocessable_entity',
          reason: 'no_provider_for_method',
          param: 'paymentMethods',
        });
      }
      t.like((await live.send('GET', '/v1/payments')).body, { total: 0 });
    },
  );
}

test.serial('a boleto paid twice has no way back: an operator sends it by hand and says so, once', async (t) => {
  const { stack, sink } = t.context;
  const shop = await openShop(stack, sink);
  const { id } = await createOrder(t, shop, 'BOLETO');
  await playOutcome(t, shop, id, 'approved');
  await becomes(shop, id, 'PAID');
  await playOutcome(t, shop, id, 'approved', { force: true });
  type Row = { readonly returnId: string; readonly chargeId: string; readonly amount: number; readonly reason: string };
  const waiting = async (): Promise<Row | undefined> => {
    const { out } = await operator(stack, 'return', 'list', '--json');
    return (JSON.parse(out) as Row[]).find(({ chargeId }) => chargeId === chargeOf(id));
  };
  const row = await until('it waits for an operator', waiting, { ...PATIENTLY, everyMs: 1_000 });
  t.like(row, { amount: 10_000, reason: 'DUPLICATE_PAYMENT' });
  const settle = () => operator(stack, 'return', 'settle', row.returnId, '--by', 'ana', '--note', 'TED 4711');
  const settled = await settle();
  t.is(settled.code, 0, settled.err);
  await settle();
  t.is(await waiting(), undefined);
  t.like((await shop.send('GET', '/v1/wallets/balance?currency=BRL')).body, { available: netOf(10_000) });
});
