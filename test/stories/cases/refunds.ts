import { randomUUID } from 'node:crypto';
import { until } from '@gx/testkit';
import type { ExecutionContext } from 'ava';
import { PATIENTLY } from '../merchant.ts';
import { netOf, openShop, type Shop } from '../shop.ts';
import { type Context, test } from './one-product.ts';

const PIX_OUT_FEE = 50;
const PAID = ['charge.created', 'payment.created', 'charge.paid', 'payment.completed'];
const CPF = '52998224725';

/** A shop with paid charges of these amounts, and what their nets add up to. */
/** Charges that are paid, by whom the bank names if anybody. */
async function withPaid(t: ExecutionContext<Context>, amounts: readonly number[], payer?: object) {
  const shop = await openShop(t.context.stack, t.context.sink);
  const charges: string[] = [];
  for (const amount of amounts) {
    const { body } = await shop.create({ amount });
    await shop.pay(body.id, payer === undefined ? {} : { payer, report_payer: 'notification' });
    await shop.untilStatus(body.id, 'paid');
    charges.push(body.id);
  }
  const available = amounts.reduce((sum, amount) => sum + netOf(amount), 0);
  t.deepEqual(await shop.wallet(), { available, pending: 0, retained: 0 });
  return { shop, charges, available };
}

/**
 * What was told of the refunds of a charge, in no order: `status of the transaction, of the refund, its
 * amount, why it failed`.
 */
const refundSteps = (shop: Shop, chargeId: string): string[] =>
  shop
    .webhooks(chargeId)
    .filter(({ name }) => name === 'payment.refunded')
    .map(({ body }) =>
      `${body.data['status']} ${body.data.refund?.status} ${body.data.refund?.amount} ${body.data.refund?.failureReason ?? ''}`.trim(),
    )
    .toSorted();

test.serial(
  'a full refund by devolution: reserved at once, spent when the bank says so, announced at each step',
  async (t) => {
    const { bank } = t.context;
    const { shop, charges, available } = await withPaid(t, [2_000, 1_000]);
    const [id = ''] = charges;
    const { txid, pix } = await shop.books(id);
    await bank.scenario({ txid, operation: 'devolution_put', kind: 'stuck' });

    const ordered = await shop.refund(id, { strategy: 'devolution', reason: 'wrong size' });
    t.is(ordered.status, 201);
    const refund = ordered.body as unknown as { id: string; createdAt: string };
    t.like(ordered.body, {
      transactionId: id.replace('ch_', 'tx_'),
      amount: 2_000,
      currency: 'BRL',
      status: 'PENDING',
      reason: 'wrong size',
    });
    t.deepEqual(await shop.wallet(), { available: available - 2_000, pending: 0, retained: 2_000 });
    await shop.untilRefund(id, refund.id, 'IN_PROGRESS');
    t.is((await shop.get(id)).body.status, 'paid', 'nothing is refunded before the bank says so');
    t.deepEqual(await shop.wallet(), { available: available - 2_000, pending: 0, retained: 2_000 });

    const [devolution] = (await shop.books(id)).pix[0]?.devolutions ?? [];
    t.like(devolution, { amount: 2_000, status: 'EM_PROCESSAMENTO' });
    await bank.endDevolution(pix[0]?.end_to_end_id ?? '', devolution?.id ?? '', 'DEVOLVIDO');
    await shop.untilStatus(id, 'refunded');
    t.deepEqual(await shop.refunds(id), [{ ...ordered.body, status: 'REFUNDED' } as never]);
    t.deepEqual(await shop.wallet(), { available: available - 2_000, pending: 0, retained: 0 });

    await shop.untilWebhooks(id, [...PAID, 'payment.refunded', 'payment.refunded']);
    t.deepEqual(refundSteps(shop, id), ['PAID IN_PROGRESS 2000', 'REFUNDED REFUNDED 2000']);
    const last = shop.webhooks(id).find(({ body }) => body.data['status'] === 'REFUNDED')?.body.data;
    t.like(last, { previousStatus: 'PAID', amount: 2_000, transactionId: id, refund: { id: refund.id } });
    t.is((await shop.cancel(id)).body.error.reason, 'charge_not_cancellable');
    t.is((await shop.refund(id)).body.error.reason, 'charge_not_refundable');
  },
);

test.serial('several partial refunds never exceed the charge; the last centavo makes it refunded', async (t) => {
  const { shop, charges, available } = await withPaid(t, [2_000, 1_000]);
  const [id = ''] = charges;
  const step = async (amount: number | undefined, expected: number, left: number): Promise<void> => {
    const { status, body } = await shop.refund(id, { strategy: 'devolution', ...(amount ? { amount } : {}) });
    t.deepEqual([status, body.amount], [201, expected]);
    await shop.untilRefund(id, body.id, 'REFUNDED');
    t.deepEqual(await shop.wallet(), { available: left, pending: 0, retained: 0 });
  };
  await step(500, 500, available - 500);
  await step(700, 700, available - 1_200);
  t.is((await shop.get(id)).body.status, 'paid');
  const over = await shop.refund(id, { strategy: 'devolution', amount: 801 });
  t.is(over.status, 400);
  t.like(over.body.error, { code: 'invalid_amount', param: 'amount' });
  await step(undefined, 800, available - 2_000);
  await shop.untilStatus(id, 'refunded');
  t.deepEqual(
    (await shop.refunds(id)).map(({ amount, status }) => [amount, status]),
    [
      [800, 'REFUNDED'],
      [700, 'REFUNDED'],
      [500, 'REFUNDED'],
    ],
    'newest first, and the refused one left nothing',
  );
  const devolutions = (await shop.books(id)).pix.flatMap((each) => each.devolutions);
  t.deepEqual(devolutions.map(({ amount, status }) => [amount, status]).toSorted(), [
    [500, 'DEVOLVIDO'],
    [700, 'DEVOLVIDO'],
    [800, 'DEVOLVIDO'],
  ]);
  await until('the last step is announced', () => refundSteps(shop, id).includes('REFUNDED REFUNDED 800'), PATIENTLY);
  t.true(refundSteps(shop, id).every((line) => !line.startsWith('REFUNDED') || line.endsWith(' 800')));
});

test.serial('a cashout goes to who paid, as the bank named them, its fee to whom the merchant says', async (t) => {
  const { bank } = t.context;
  const { shop, charges, available } = await withPaid(t, [2_000, 1_000], { name: 'Ana', tax_id: CPF });
  const [id = ''] = charges;
  await bank.scenario({ operation: 'pix_out_put', kind: 'stuck', times: 1 });
  const before = new Set((await bank.sent()).map(({ id_envio }) => id_envio));
  const sentNow = () =>
    until(
      'the Pix is under way',
      async () => (await bank.sent()).find(({ id_envio }) => !before.has(id_envio)),
      PATIENTLY,
    );
  const passed = await shop.refund(id, { amount: 600, passFeeToTenant: true });
  t.is(passed.status, 201);
  const held = 600 + PIX_OUT_FEE;
  t.deepEqual(await shop.wallet(), { available: available - held, pending: 0, retained: held });
  const sent = await sentNow();
  t.like(sent, { amount: 600, destination_key: CPF, status: 'EM_PROCESSAMENTO' });
  await bank.endPixOut(sent.id_envio, 'REALIZADO');
  await shop.untilRefund(id, passed.body.id, 'REFUNDED');
  t.deepEqual(await shop.wallet(), { available: available - held, pending: 0, retained: 0 });

  before.add(sent.id_envio);
  const elsewhere = await shop.refund(id, { amount: 400, strategy: 'cashout', destinationKey: '+5561912345678' });
  await shop.untilRefund(id, elsewhere.body.id, 'REFUNDED');
  t.like(await sentNow(), { amount: 400, destination_key: '+5561912345678', status: 'REALIZADO' });
  t.deepEqual(await shop.wallet(), { available: available - held - 400, pending: 0, retained: 0 });
  t.deepEqual(
    (await shop.books(id)).pix.flatMap(({ devolutions }) => devolutions),
    [],
    'a cashout is no devolution',
  );
});

test.serial(
  'without a destination the default is a devolution, and a cashout that was requested is refused',
  async (t) => {
    const { shop, charges } = await withPaid(t, [2_000]);
    const [id = ''] = charges;
    const refused = await shop.refund(id, { amount: 100, strategy: 'cashout' });
    t.is(refused.status, 400);
    t.is(refused.body.error.param, 'destinationKey');
    const { body } = await shop.refund(id, { amount: 100 });
    await shop.untilRefund(id, body.id, 'REFUNDED');
    t.deepEqual(
      (await shop.books(id)).pix.flatMap(({ devolutions }) => devolutions.map(({ amount }) => amount)),
      [100],
    );
  },
);

test.serial(
  'the first refund of a new merchant works: what the wallet is short of is lent, and taken first from the next credit',
  async (t) => {
    const { shop, charges, available } = await withPaid(t, [2_000]);
    const [id = ''] = charges;
    const { status } = await shop.refund(id, { idempotencyKey: randomUUID(), strategy: 'devolution' });
    t.is(status, 201);
    await shop.untilStatus(id, 'refunded');
    t.deepEqual(await shop.wallet(), { available: 0, pending: 0, retained: 0 });
    const { body: other } = await shop.create({ amount: 500 });
    await shop.pay(other.id);
    await shop.untilStatus(other.id, 'paid');
    t.deepEqual(await shop.wallet(), { available: available + netOf(500) - 2_000, pending: 0, retained: 0 });
  },
);

test.serial(
  'a cashout that its receiver sends back stays refunded; the wallet and each part is announced to the merchant',
  async (t) => {
    const { bank } = t.context;
    const { shop, charges, available } = await withPaid(t, [2_000, 1_000]);
    const [id = ''] = charges;
    const before = new Set((await bank.sent()).map(({ id_envio }) => id_envio));
    const { body } = await shop.refund(id, { strategy: 'cashout', destinationKey: 'ana@example.com' });
    await shop.untilStatus(id, 'refunded');
    t.deepEqual(await shop.wallet(), { available: available - 2_000, pending: 0, retained: 0 });
    const sent = (await bank.sent()).find(({ id_envio }) => !before.has(id_envio));
    for (const [part, back, left] of [
      ['r1', 500, available - 1_500],
      ['r2', 1_500, available],
    ] as const) {
      await bank.sendBack(sent?.id_envio ?? '', { id: part, amount: back });
      await shop.untilWallet({ available: left, pending: 0, retained: 0 });
    }
    const returned = () =>
      shop
        .webhooks(id)
        .flatMap(({ name, body: { data } }) => (name === 'payment.refunded' ? [data] : []))
        .map(({ status, refund }) => [status, refund?.status, refund?.returnedAmount]);
    await until('both parts are announced', () => returned().some(([, , amount]) => amount === 2_000), PATIENTLY);
    t.deepEqual(
      returned()
        .filter(([, , amount]) => amount !== undefined)
        .toSorted(),
      [
        ['REFUNDED', 'REFUNDED', 2_000],
        ['REFUNDED', 'REFUNDED', 500],
      ],
    );
    t.like((await shop.refunds(id))[0], { id: body.id, status: 'REFUNDED', amount: 2_000, returnedAmount: 2_000 });
    const lines = await shop.send('GET', `/v1/wallets/transactions?type=payout_returned&source=${body.id}`);
    t.like(lines.body['data'], [
      { amount: 1_500, net: 1_500, source: { type: 'refund', id: body.id } },
      { amount: 500, net: 500, source: { type: 'refund', id: body.id } },
    ]);
    t.is((await shop.refund(id)).body.error.reason, 'charge_not_refundable');
  },
);

test.serial('a refund that the bank fails comes back to the wallet and can be ordered again', async (t) => {
  const { bank } = t.context;
  const { shop, charges, available } = await withPaid(t, [2_000, 1_000]);
  const [id = ''] = charges;
  const { txid } = await shop.books(id);
  await bank.scenario({ txid, operation: 'devolution_put', kind: 'fails', code: 'AC06', times: 1 });
  const failed = await shop.refund(id, { strategy: 'devolution' });
  t.like(await shop.untilRefund(id, failed.body.id, 'FAILED'), { failureReason: 'AC06' });
  t.deepEqual(await shop.wallet(), { available, pending: 0, retained: 0 });
  t.is((await shop.get(id)).body.status, 'paid');
  await until('its end is announced', () => refundSteps(shop, id).includes('PAID FAILED 2000 AC06'), PATIENTLY);
  const again = await shop.refund(id, { strategy: 'devolution' });
  t.is(again.status, 201);
  await shop.untilStatus(id, 'refunded');
  t.deepEqual(
    (await shop.refunds(id)).map(({ status }) => status),
    ['REFUNDED', 'FAILED'],
  );
  t.deepEqual(await shop.wallet(), { available: available - 2_000, pending: 0, retained: 0 });
});

test.serial(
  'one key is one refund of one charge for ever; what is not paid, not there or not yours has none',
  async (t) => {
    const { shop, charges, available } = await withPaid(t, [2_000, 1_000]);
    const [id = '', other = ''] = charges;
    const body = { idempotencyKey: randomUUID(), amount: 300, strategy: 'devolution' };
    const answers = await Promise.all(Array.from({ length: 8 }, () => shop.refund(id, body)));
    t.deepEqual([...new Set(answers.map(({ status }) => status))], [201]);
    t.is(new Set(answers.map(({ body: answered }) => answered.id)).size, 1);
    await shop.untilRefund(id, answers[0]?.body.id ?? '', 'REFUNDED');
    const later = await shop.refund(id.slice(3), body);
    t.deepEqual([later.status, later.headers['idempotent-replayed']], [201, 'true']);
    t.deepEqual(later.body, answers[0]?.body, 'the first answer, PENDING, for ever');
    for (const reused of [await shop.refund(id, { ...body, amount: 301 }), await shop.refund(other, body)]) {
      t.deepEqual([reused.status, reused.body.error.code], [409, 'idempotency_key_reused']);
    }
    t.deepEqual(await shop.wallet(), { available: available - 300, pending: 0, retained: 0 });

    const { body: pending } = await shop.create({ amount: 400 });
    t.is((await shop.refund(pending.id)).body.error.reason, 'charge_not_refundable');
    const stranger = await openShop(t.context.stack, t.context.sink);
    for (const path of [id, `ch_${randomUUID()}`, 'nonsense']) {
      t.is((await stranger.refund(path)).status, 404, path);
      t.is((await stranger.send('GET', `/v1/payments/${path}/refunds`)).status, 404, path);
      t.is((await stranger.cancel(path)).status, 404, path);
    }
  },
);
