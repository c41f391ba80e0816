import { randomUUID } from 'node:crypto';
import { uniqueName, until } from '@gx/testkit';
import { PATIENTLY } from '../merchant.ts';
import { netOf, openShop, type Shop } from '../shop.ts';
import { test } from './one-product.ts';

type Payment = Readonly<Record<string, unknown>> & { readonly id: string; readonly status: string };
type Page = {
  readonly data: readonly Payment[];
  readonly total: number;
  readonly page: number;
  readonly limit: number;
};

const create = (shop: Shop, body: object) =>
  shop.send('POST', '/v1/payments', { body: { paymentMethods: ['PIX'], idempotencyKey: randomUUID(), ...body } });
const read = async (shop: Shop, id: string): Promise<Payment> =>
  (await shop.send('GET', `/v1/payments/${id}`)).body as unknown as Payment;
const list = async (shop: Shop, query: string): Promise<Page> =>
  (await shop.send('GET', `/v1/payments?${query}`)).body as unknown as Page;
const legacyOf = (shop: Shop, id: string) =>
  shop
    .webhooks(id)
    .filter(({ body }) => 'transactionId' in body.data)
    .map(({ name, body }) => [name, body.data['transactionId'], body.data['customerId'], body.data['status']]);

test.serial(
  'a payment of the transaction format: created, paid, read, listed, refunded, and announced by its tx_ id with its customerId',
  async (t) => {
    const shop = await openShop(t.context.stack, t.context.sink);
    const request = {
      amount: 5_000,
      customerId: 'user-7',
      customerName: 'Ana',
      customerDocument: '111.444.777-35',
      customerEmail: 'ana@example.com',
      metadata: { order: 7, _hidden: 1, returnUrl: 'https://shop.example/back' },
      idempotencyKey: randomUUID(),
    };
    const created = await create(shop, request);
    t.is(created.status, 201);
    const { id, createdAt } = created.body as unknown as Payment;
    const asCreated = {
      id,
      status: 'WAITING_PAYMENT',
      amount: 5_000,
      currency: 'BRL',
      paymentMethods: ['PIX'],
      customerName: 'Ana',
      customerDocument: '11144477735',
      customerEmail: 'ana@example.com',
      metadata: { order: 7 },
      createdAt,
    };
    t.deepEqual(created.body as object, asCreated);
    t.regex(id, /^tx_[0-9a-f-]{36}$/);

    const open = await read(shop, id);
    t.regex(String(open['pixCopyPaste']), /^000201.+6304[0-9A-F]{4}$/);
    t.regex(String(open['pixQrCode']), /^data:image\/png;base64,/);
    t.like(open, { paidWith: null, providerFee: 0, netAmount: 5_000, paidAt: null });
    const atBank = (await shop.send('GET', `/v1/payments/${id}/provider-status`)).body as object;
    t.like(atBank, { localStatus: 'WAITING_PAYMENT', providerStatus: 'ATIVA' });
    t.is((await shop.send('GET', `/v1/payments/${id}/receipt`)).body.error.reason, 'receipt_unavailable');

    t.is((await shop.pay(id)).body['accepted'], true);
    await shop.untilStatus(id, 'paid');
    const paid = await read(shop, id);
    const money = {
      paidWith: 'PIX',
      providerFee: 10,
      platformFee: 50,
      netAmount: netOf(5_000),
      paidAt: paid['paidAt'],
    };
    t.like(paid, { id, status: 'PAID', ...money });
    for (const form of [id, `ch_${id.slice(3)}`, id.slice(3)]) t.deepEqual(await read(shop, form), paid);
    t.like((await shop.send('GET', `/v1/payments/${id}/receipt`)).body, { contentType: 'application/pdf' });
    const listed = await list(shop, 'status=PAID');
    t.deepEqual(listed as object, { data: [{ ...asCreated, status: 'PAID', ...money }], total: 1, page: 1, limit: 20 });

    const again = await create(shop, request);
    t.deepEqual([again.status, again.headers['idempotent-replayed']], [201, 'true']);
    t.deepEqual(again.body as object, asCreated, 'the first answer, whatever has happened since');

    const refund = await shop.refund(id, { amount: 1_000, strategy: 'devolution' });
    t.like(refund.body, { transactionId: id, amount: 1_000, status: 'PENDING' });
    await shop.untilRefund(id, refund.body.id, 'REFUNDED');
    await until('the refund is announced', () => legacyOf(shop, id).length >= 3 && legacyOf(shop, id), PATIENTLY);
    const legacy = legacyOf(shop, id);
    t.true(
      legacy.every(([, transactionId, customerId]) => transactionId === id && customerId === 'user-7'),
      JSON.stringify(legacy),
    );
    for (const name of ['payment.created', 'payment.completed', 'payment.refunded'])
      t.true(
        legacy.some(([one]) => one === name),
        name,
      );
    const canonical = shop.webhooks(id).find(({ name }) => name === 'charge.paid')?.body.data.object as object;
    t.like(canonical, { id: `ch_${id.slice(3)}`, status: 'paid' });
    t.false(JSON.stringify(canonical).includes('user-7'));
  },
);

test.serial(
  'the list shows both surfaces, by page, order, status and day, and nothing of another merchant',
  async (t) => {
    const shop = await openShop(t.context.stack, t.context.sink);
    const stranger = await openShop(t.context.stack, t.context.sink);
    const ids: string[] = [];
    for (const amount of [300, 100, 200]) ids.push(String((await create(shop, { amount })).body.id));
    const { body: charge } = await shop.create({ amount: 50 });
    ids.push(`tx_${charge.id.slice(3)}`);
    const [first = '', second = '', third = '', fourth = ''] = ids;
    const found = async (query: string) => {
      const { data, total } = await list(shop, query);
      return [data.map(({ id }) => id), total];
    };
    t.deepEqual(await found(''), [[fourth, third, second, first], 4]);
    t.deepEqual(await found('limit=2&page=2&sortOrder=asc'), [[third, fourth], 4]);
    t.deepEqual(await found('sortBy=amount&sortOrder=asc'), [[fourth, second, third, first], 4]);
    t.is((await shop.cancel(second)).status, 200);
    t.deepEqual(await found('status=CANCELLED'), [[second], 1]);
    const today = new Date().toISOString().slice(0, 10);
    t.deepEqual((await found(`startDate=${today}&endDate=2100-01-01&sortBy=amount`))[1], 4);
    t.deepEqual(await found('endDate=2020-12-31'), [[], 0]);
    t.deepEqual(await list(stranger, ''), { data: [], total: 0, page: 1, limit: 20 });
    for (const act of ['', '/provider-status', '/receipt', '/refunds'])
      t.is((await stranger.send('GET', `/v1/payments/${first}${act}`)).status, 404, act);
  },
);

test.serial('webhookUrl is held to the rule for endpoints, and one key serves both surfaces', async (t) => {
  const { stack, elsewhere } = t.context;
  const shop = await openShop(stack, t.context.sink);
  const idempotencyKey = randomUUID();
  for (const webhookUrl of ['https://10.0.0.1/hooks', 'http://shop.example/hooks', 'https://u:p@shop.example/']) {
    const refused = await create(shop, { amount: 100, webhookUrl, idempotencyKey });
    t.is(refused.status, 400, webhookUrl);
    t.like(refused.body.error, { code: 'invalid_url', param: 'webhookUrl' });
  }
  const webhookUrl = elsewhere.url(`/${uniqueName('own')}`);
  t.is((await create(shop, { amount: 100, webhookUrl, idempotencyKey })).status, 201);
  const onCharges = await shop.create({ amount: 100 }, idempotencyKey);
  t.deepEqual([onCharges.status, onCharges.body.error.code], [409, 'idempotency_key_reused']);
  const unserved = await create(shop, { amount: 100, paymentMethods: ['MULTIBANCO'], currency: 'BRL' });
  t.deepEqual([unserved.status, unserved.body.error.reason], [422, 'no_provider_for_method']);
});
