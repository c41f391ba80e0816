import { randomBytes } from 'node:crypto';
import { until } from '@gx/testkit';
import { PATIENTLY } from '../merchant.ts';
import { netOf, openShop, type Shop } from '../shop.ts';
import { test } from './one-product.ts';

const CREATED = ['charge.created', 'payment.created'];
const PAID = [...CREATED, 'charge.paid', 'payment.completed'];
const NOTHING = { available: 0, pending: 0, retained: 0 };

/**
 * Waits until each Pix of a charge but the kept one went back whole, once, and says why, by the merchant's
 * own list.
 */
async function untilReturned(shop: Shop, chargeId: string, reasons: readonly string[]): Promise<void> {
  const done = await until(
    `${reasons.join(', ')} of ${chargeId}`,
    async () => {
      const all = await shop.refunds(chargeId);
      return all.length === reasons.length && all.every(({ status }) => status === 'REFUNDED') && all;
    },
    PATIENTLY,
  );
  if (
    done
      .map(({ reason }) => reason)
      .toSorted()
      .join() !== reasons.toSorted().join()
  ) {
    throw new Error(`returned as ${done.map(({ reason }) => reason)}`);
  }
}

/** Amounts of each Pix in the bank's books, and what of each was returned. */
const booked = async (shop: Shop, chargeId: string): Promise<[number, [number, string][]][]> =>
  (await shop.books(chargeId)).pix.map(({ amount, devolutions }) => [
    amount,
    devolutions.map((devolution) => [devolution.amount, devolution.status]),
  ]);

test.serial(
  'a cancelled charge is removed at the bank, announced in both families, and pays nobody afterwards',
  async (t) => {
    const { stack, sink } = t.context;
    const shop = await openShop(stack, sink);
    const { body: charge } = await shop.create({ amount: 700, metadata: { order: 7 } });
    const cancelled = await shop.cancel(charge.id);
    t.is(cancelled.status, 200);
    const id = charge.id.replace('ch_', 'tx_');
    const own = { id, status: 'CANCELLED', amount: 700, paidAt: null, metadata: { order: 7 } };
    t.like(cancelled.body, own as never);
    t.is((await shop.get(charge.id)).body.status, 'cancelled');
    t.is((await shop.books(charge.id)).status, 'REMOVIDA_PELO_USUARIO_RECEBEDOR');
    const webhooks = await shop.untilWebhooks(charge.id, [...CREATED, 'charge.failed', 'payment.failed']);
    t.like(webhooks.find(({ name }) => name === 'payment.failed')?.body.data, {
      transactionId: charge.id,
      status: 'CANCELLED',
      previousStatus: 'WAITING_PAYMENT',
    });
    t.is(webhooks.find(({ name }) => name === 'charge.failed')?.body.data.object?.status, 'cancelled');
    const again = await shop.cancel(charge.id);
    t.deepEqual([again.status, again.body.error.reason], [422, 'charge_not_cancellable']);

    t.is((await shop.pay(charge.id)).body['accepted'], false, 'the payer’s bank finds no such charge');
    t.is((await shop.pay(charge.id, { force: true })).body['accepted'], true);
    await untilReturned(shop, charge.id, ['CHARGE_CLOSED']);
    t.deepEqual(await booked(shop, charge.id), [[700, [[700, 'DEVOLVIDO']]]]);
    t.is((await shop.get(charge.id)).body.status, 'cancelled');
    t.deepEqual(await shop.wallet(), NOTHING);
  },
);

test.serial('a paid charge cannot be cancelled, and no event says that one tried', async (t) => {
  const { stack, sink } = t.context;
  const shop = await openShop(stack, sink);
  const { body: charge } = await shop.create({ amount: 900 });
  await shop.pay(charge.id);
  await shop.untilStatus(charge.id, 'paid');
  const refused = await shop.cancel(charge.id);
  t.deepEqual([refused.status, refused.body.error.code], [422, 'unprocessable_entity']);
  t.is(refused.body.error.reason, 'charge_not_cancellable');
  await shop.untilWebhooks(charge.id, PAID);
  t.is((await shop.get(charge.id)).body.status, 'paid');
  t.deepEqual(await shop.wallet(), { ...NOTHING, available: netOf(900) });
});

test.serial(
  'too little and too much go back whole; the charge stays pending, and can still be cancelled',
  async (t) => {
    const { stack, sink } = t.context;
    const shop = await openShop(stack, sink);
    for (const amount of [999, 1_001]) {
      const { body: charge } = await shop.create({ amount: 1_000 });
      t.is((await shop.pay(charge.id, { amount, force: true })).body['accepted'], true);
      await untilReturned(shop, charge.id, ['AMOUNT_MISMATCH']);
      t.deepEqual(await booked(shop, charge.id), [[amount, [[amount, 'DEVOLVIDO']]]]);
      t.is((await shop.get(charge.id)).body.status, 'pending');
      const back = await until(
        'it is announced as returned (A6)',
        () => {
          const webhooks = shop.webhooks(charge.id).filter(({ name }) => !CREATED.includes(name));
          return webhooks.some(({ body }) => body.data.refund?.status === 'REFUNDED') && webhooks;
        },
        PATIENTLY,
      );
      t.deepEqual(new Set(back.map(({ name }) => name)), new Set(['payment.refunded']));
      t.is((await shop.cancel(charge.id)).status, 200);
    }
    t.deepEqual(await shop.wallet(), NOTHING);
  },
);

test.serial('a second payment goes back; the first is kept, credited and announced once', async (t) => {
  const { stack, sink } = t.context;
  const shop = await openShop(stack, sink);
  const { body: charge } = await shop.create({ amount: 2_000 });
  await shop.pay(charge.id);
  const { settlement } = await shop.untilStatus(charge.id, 'paid');
  t.is((await shop.pay(charge.id, { force: true })).body['accepted'], true);
  await untilReturned(shop, charge.id, ['DUPLICATE_PAYMENT']);
  const books = await shop.books(charge.id);
  const kept = books.pix.filter(({ devolutions }) => devolutions.length === 0);
  t.deepEqual(
    kept.map(({ end_to_end_id }) => end_to_end_id),
    [settlement.end_to_end_id ?? ''],
  );
  t.is(books.pix.length, 2);
  t.deepEqual(await shop.wallet(), { ...NOTHING, available: netOf(2_000) });
  // The second is told as it goes back, in each of its states (A6).
  await until(
    'all is announced',
    () => {
      const webhooks = shop.webhooks(charge.id);
      const isBack = webhooks.some(({ body }) => body.data.refund?.status === 'REFUNDED');
      return isBack && PAID.every((name) => webhooks.filter((one) => one.name === name).length === 1);
    },
    PATIENTLY,
  );
});

test.serial('a customer with too many live charges is refused a further one, until one of them is over', async (t) => {
  const { stack, sink } = t.context;
  const shop = await openShop(stack, sink);
  const body = { amount: 300, customer: { name: 'Ana', document: '529.982.247-25' } };
  const charges = await Promise.all(Array.from({ length: 6 }, () => shop.create(body)));
  const [taken, refused] = [201, 403].map((wanted) => charges.filter(({ status }) => status === wanted));
  t.deepEqual([taken?.length, refused?.length], [3, 3]);
  for (const answer of refused ?? []) {
    t.like(answer.body.error, { type: 'permission_error', code: 'fraud.customer_velocity_exceeded' });
  }
  t.is((await shop.create({ ...body, customer: { name: 'Rui', document: '11144477735' } })).status, 201);
  t.is((await shop.cancel(taken?.[0]?.body.id ?? '')).status, 200);
  await until('its place is free', async () => (await shop.create(body)).status === 201, PATIENTLY);
  t.is((await shop.create(body)).status, 403);
});

test.serial('money under a txid that nobody gave away goes back to where it came from', async (t) => {
  const { bank } = t.context;
  const txid = randomBytes(16).toString('hex');
  await bank.payStranger(txid, 321);
  const returned = async () => {
    const found = (await bank.arrived()).filter((each) => each.txid === txid);
    return found[0]?.devolutions[0]?.status === 'DEVOLVIDO' && found;
  };
  const [unmatchedPayment] = await until('it is returned', returned, PATIENTLY);
  t.deepEqual(
    unmatchedPayment?.devolutions.map(({ amount }) => amount),
    [321],
  );
});

test.serial('a charge that the bank takes off has failed as soon as we look, and both families say so', async (t) => {
  const { stack, sink, bank } = t.context;
  const shop = await openShop(stack, sink);
  const { body: charge } = await shop.create({ amount: 500, expires_in: 60 });
  await bank.remove(charge.pix?.txid ?? '');
  const tried = await shop.cancel(charge.id);
  t.deepEqual([tried.status, tried.body.error.reason], [422, 'charge_not_cancellable'], 'there is nothing to cancel');
  t.is((await shop.get(charge.id)).body.status, 'failed');
  const webhooks = await shop.untilWebhooks(charge.id, [...CREATED, 'charge.failed', 'payment.failed']);
  t.like(webhooks.find(({ name }) => name === 'payment.failed')?.body.data, { status: 'REFUSED' });
});

test('after its real minute an unpaid charge expires once; late money goes back, timely money is kept', async (t) => {
  t.timeout(180_000);
  const { stack, sink } = t.context;
  const shop = await openShop(stack, sink);
  const { body: late } = await shop.create({ amount: 1_100, expires_in: 60 });
  const { body: timely } = await shop.create({ amount: 1_200, expires_in: 60 });
  const expiresAt = Date.parse(late.pix?.expires_at ?? '');
  // The webhook is the source of truth: nobody asks for a minute.
  const announced = () =>
    [late, timely].every(({ id }) => shop.webhooks(id).some(({ name }) => name === 'charge.expired'));
  await until('both are announced as expired', announced, { timeoutMs: expiresAt - Date.now() + 60_000 });
  const [first] = shop.webhooks(late.id).filter(({ name }) => name === 'charge.expired');
  const after = Date.parse(first?.body.created_at ?? '') - expiresAt;
  t.true(after > 0, 'never before its time');
  t.is((await shop.get(late.id)).body.status, 'expired');
  const webhooks = await shop.untilWebhooks(late.id, [
    ...CREATED,
    'charge.expired',
    'payment.failed',
    'payment.expired',
  ]);
  for (const name of ['payment.failed', 'payment.expired']) {
    t.like(webhooks.find((each) => each.name === name)?.body.data, {
      transactionId: late.id,
      status: 'EXPIRED',
      previousStatus: 'WAITING_PAYMENT',
    });
  }
  t.is(webhooks.find(({ name }) => name === 'charge.expired')?.body.data.object?.status, 'expired');
  t.is((await shop.books(late.id)).status, 'REMOVIDA_PELO_USUARIO_RECEBEDOR');
  t.is((await shop.cancel(late.id)).body.error.reason, 'charge_not_cancellable');

  t.is((await shop.pay(late.id, { force: true })).body['accepted'], true);
  await untilReturned(shop, late.id, ['PAID_AFTER_EXPIRY']);
  t.deepEqual(await booked(shop, late.id), [[1_100, [[1_100, 'DEVOLVIDO']]]]);
  t.is((await shop.get(late.id)).body.status, 'expired');

  const paid_at = new Date(Date.parse(timely.pix?.expires_at ?? '') - 1).toISOString();
  t.is((await shop.pay(timely.id, { force: true, paid_at })).body['accepted'], true);
  await shop.untilStatus(timely.id, 'paid');
  t.deepEqual(await booked(shop, timely.id), [[1_200, []]]);
  t.deepEqual(await shop.wallet(), { ...NOTHING, available: netOf(1_200) });
  const expired = ['charge.expired', 'payment.failed', 'payment.expired'];
  const all = await shop.untilWebhooks(timely.id, [...PAID, ...expired]);
  t.like(all.find(({ name }) => name === 'payment.completed')?.body.data, { previousStatus: 'EXPIRED' });
  t.log(`announced as expired ${after} ms after its time`);
});
