import { until, verifyWebhook } from '@gx/testkit';
import jsqr from 'jsqr';
import { request } from 'undici';
import { merchant } from '../merchant.ts';
import { decodePng } from '../png.ts';
import { test } from './one-product.ts';

const NAMES = ['charge.created', 'payment.created', 'charge.paid', 'payment.completed'];

test.serial(
  'a merchant logs in, makes a key, creates a charge; the payer pays; the wallet is credited; signed webhooks report it',
  async (t) => {
    const { stack, sink } = t.context;
    const [account] = stack.accounts;
    const dashboard = merchant(stack.gateway, '');
    const login = await dashboard.send('POST', '/v1/auth/login', {
      body: { email: account?.email, password: account?.password },
    });
    t.is(login.status, 200);
    const bearer = { authorization: `Bearer ${String(login.body['accessToken'])}` };
    const issued = await dashboard.send('POST', '/v1/api-keys', {
      headers: bearer,
      body: { label: 'shop', test: true },
    });
    t.is(issued.status, 201);
    const apiKey = String(issued.body['apiKey']);
    t.regex(apiKey, /^gx_test_[A-Za-z0-9_-]{32}$/);
    const shop = merchant(stack.gateway, apiKey);

    const registered = await shop.send('POST', '/v1/webhooks/endpoints', {
      body: { url: sink.url('/hook'), events: NAMES },
    });
    t.is(registered.status, 201);
    const secret = String(registered.body['secret']);

    const created = await shop.create({
      amount: 2_000,
      description: 'Pedido 7',
      customer: { name: 'Ana', document: '529.982.247-25' },
      expires_in: 600,
    });
    t.is(created.status, 201);
    const charge = created.body;
    t.like(charge, {
      object: 'charge',
      amount: 2_000,
      currency: 'BRL',
      status: 'pending',
      payment_method: 'pix',
      settlement: {},
      metadata: { description: 'Pedido 7' },
    });
    t.deepEqual(charge.customer, { name: 'Ana', document: '52998224725' });
    t.regex(charge.id, /^ch_[0-9a-f-]{36}$/);
    t.not(charge.pix?.txid, charge.id.slice(3));
    t.true(charge.checkout_url.endsWith(`/${charge.id.slice(3)}`));
    t.is(Date.parse(charge.pix?.expires_at ?? '') - Date.parse(charge.created_at) > 590_000, true);
    const image = decodePng(Buffer.from(charge.pix?.qr_code_base64 ?? '', 'base64'));
    t.is(jsqr.default(image.data, image.width, image.height)?.data, charge.pix?.br_code);
    const png = await request(charge.pix?.qr_code_url ?? '');
    t.is(png.headers['content-type'], 'image/png');
    await png.body.dump();

    const before = await shop.balance();
    const paid = await shop.pay(charge.id);
    t.is(paid.status, 202);
    t.is(paid.body['accepted'], true);
    const settled = await shop.untilStatus(charge.id, 'paid');
    t.is(settled.settlement.end_to_end_id, String(paid.body['end_to_end_id']));
    const after = await shop.balance();
    t.is(
      Number(after['available']) - Number(before['available']),
      2_000 - 10 - 20,
      'provider fee 10 centavos, platform fee one percent',
    );

    await until('four deliveries arrive', () => sink.requests('/hook').length >= 4);
    const seen = sink.requests('/hook');
    t.deepEqual(seen.map(({ headers }) => headers['x-service-event-type']).sort(), NAMES.toSorted());
    for (const delivery of seen)
      t.truthy(verifyWebhook(delivery, secret), String(delivery.headers['x-service-event-type']));
    const bodies = new Map(
      seen.map(({ headers, body }) => [String(headers['x-service-event-type']), JSON.parse(body)]),
    );
    t.like(bodies.get('charge.paid'), {
      object: 'event',
      type: 'charge.paid',
      data: { object: { id: charge.id, status: 'paid', amount: 2_000 } },
    });
    t.false(seen.some(({ body }) => body.includes('qr_code_base64')));
    t.like(bodies.get('payment.completed'), {
      event: 'payment.completed',
      data: {
        transactionId: charge.id,
        amount: 2_000,
        status: 'PAID',
        previousStatus: 'WAITING_PAYMENT',
        paidWith: 'PIX',
        providerFee: 10,
        platformFee: 20,
        netAmount: 1_970,
      },
    });
    t.is(new Set(seen.map(({ headers }) => headers['x-service-delivery-id'])).size, 4);
    const gone = await dashboard.send('GET', new URL(charge.pix?.qr_code_url ?? '').pathname);
    t.is(gone.status, 404, 'the image is gone once the charge is no longer pending');
  },
);

test.serial(
  'a callback delivered twenty times at once is one credit and one event id; its end-to-end id is stored once',
  async (t) => {
    const { stack, sink } = t.context;
    const other = merchant(stack.gateway, stack.accounts[1]?.testKey ?? '');
    await other.send('POST', '/v1/webhooks/endpoints', { body: { url: sink.url('/twenty'), events: ['charge.paid'] } });
    const { body: charge } = await other.create({ amount: 5_000 });
    t.is((await other.pay(charge.id, { times: 20 })).status, 202);
    await other.untilStatus(charge.id, 'paid');
    await until('the webhook arrives', () => sink.requests('/twenty').length >= 1);
    t.is((await other.balance())['available'], 5_000 - 10 - 50);
    const bank = await other.send('GET', `/v1/test_helpers/charges/${charge.id}/bank`);
    t.is((bank.body.pix as unknown as unknown[]).length, 1);
    // A second charge goes the whole way behind the first: whatever the copies caused would have come before
    // it.
    const { body: second } = await other.create({ amount: 100 });
    await other.pay(second.id);
    await other.untilStatus(second.id, 'paid');
    await until('its webhook arrives', () => sink.requests('/twenty').some(({ body }) => body.includes(second.id)));
    const ids = sink
      .requests('/twenty')
      .filter(({ body }) => body.includes(charge.id))
      .map(({ body }) => (JSON.parse(body) as { id: string }).id);
    t.is(ids.length, 1);
  },
);

test.serial('a lost callback is found: paid within RECONCILE_EVERY_SECONDS', async (t) => {
  const shop = t.context.stack.merchant;
  const { body: charge } = await shop.create({ amount: 300 });
  t.is((await shop.pay(charge.id, { notify: 'never' })).status, 202);
  await shop.untilStatus(charge.id, 'paid', 8_000);
});

test.serial('money that may not be kept is never credited: wrong amount, second payment', async (t) => {
  const shop = t.context.stack.merchant;
  const before = Number((await shop.balance())['available']);
  const { body: wrong } = await shop.create({ amount: 1_000 });
  t.is((await shop.pay(wrong.id, { amount: 999 })).body['accepted'], false, 'the payer’s bank refuses a wrong amount');
  t.is((await shop.pay(wrong.id, { amount: 999, force: true })).body['accepted'], true);
  const { body: twice } = await shop.create({ amount: 2_000 });
  await shop.pay(twice.id);
  await shop.untilStatus(twice.id, 'paid');
  t.is((await shop.pay(twice.id, { force: true })).body['accepted'], true);
  const returns = { [wrong.id]: 'AMOUNT_MISMATCH', [twice.id]: 'DUPLICATE_PAYMENT' };
  for (const [id, reason] of Object.entries(returns)) {
    const [returned] = await until(`${reason} has gone back`, async () => {
      const all = await shop.refunds(id);
      return all[0]?.status === 'REFUNDED' && all;
    });
    t.is(returned?.reason, reason);
  }
  t.is((await shop.get(wrong.id)).body.status, 'pending');
  t.is(Number((await shop.balance())['available']) - before, 2_000 - 10 - 20);
});
