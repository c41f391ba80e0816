import { randomUUID } from 'node:crypto';
import type { PublicPayout } from '@gx/contracts';
import { newId } from '@gx/core';
import { until } from '@gx/testkit';
import { merchant } from '../merchant.ts';
import { PAYOUT_FEE, payOut, payoutOf, sell, toKey, untilPayout } from '../payout.ts';
import { openShop, type Shop } from '../shop.ts';
import { type Context, test } from './one-product.ts';

const CREATED = ['payout.created', 'withdrawal.created'];
const PAID = ['payout.paid', 'withdrawal.completed'];
const FAILED = ['payout.failed', 'withdrawal.failed'];
const DAY_MS = 86_400_000;

const openSeller = async ({ stack, sink }: Context, amount = 5_000): Promise<{ shop: Shop; available: number }> => {
  const shop = await openShop(stack, sink);
  return { shop, available: await sell(shop, amount) };
};
const objectOf = (shop: Shop, id: string, name: string): unknown =>
  shop.webhooks(id).find((webhook) => webhook.name === name)?.body.data['object'];
const dataOf = (shop: Shop, id: string, name: string): object | undefined =>
  shop.webhooks(id).find((webhook) => webhook.name === name)?.body.data;

test.serial('a merchant sells, is paid, pays a supplier by key, and its webhooks report it', async (t) => {
  const { shop, available } = await openSeller(t.context);
  const idempotencyKey = randomUUID();
  const order = { ...toKey('supplier@example.com'), description: 'Invoice 77', metadata: { invoice: '77' } };
  const made = await payOut(shop, order, idempotencyKey);
  t.is(made.status, 201);
  const { id } = made.body;
  t.like(made.body, {
    object: 'payout',
    amount: 1_000,
    net_amount: 1_000,
    fee: PAYOUT_FEE,
    status: 'processing',
    destination: { type: 'email' },
    end_to_end_id: null,
    metadata: { invoice: '77' },
    approval: { required: false, by: null, at: null },
    returned_amount: 0,
  });
  t.false(made.text.includes('supplier@example.com'), 'where it goes is shown masked');
  const paid = await untilPayout(shop, id, 'paid');
  t.regex(String(paid.end_to_end_id), /^E[0-9A-Za-z]{31}$/);
  t.truthy(paid.paid_at);
  await shop.untilWallet({ available: available - 1_000 - PAYOUT_FEE, pending: 0, retained: 0 });

  await shop.untilWebhooks(id, [...CREATED, ...PAID]);
  t.deepEqual(objectOf(shop, id, 'payout.paid'), { ...paid });
  t.like(objectOf(shop, id, 'payout.created'), { id, status: 'processing' });
  t.like(dataOf(shop, id, 'withdrawal.created'), {
    transactionId: id,
    amount: 1_000,
    status: 'PROCESSING',
    previousStatus: 'PENDING',
    fee: PAYOUT_FEE,
  });
  t.like(dataOf(shop, id, 'withdrawal.completed'), { status: 'PAID', previousStatus: 'PROCESSING' });
  for (const { body } of shop.webhooks(id)) t.is((body as { livemode?: boolean }).livemode, false);

  const again = await payOut(shop, order, idempotencyKey);
  t.deepEqual([again.status, again.headers['idempotent-replayed']], [201, 'true']);
  t.is(again.text, made.text, 'a replay is the first answer, byte for byte');
  t.is((await payOut(shop, { ...order, amount: 1_001 }, idempotencyKey)).status, 409);
  await shop.untilWallet({ available: available - 1_000 - PAYOUT_FEE, pending: 0, retained: 0 });

  const books = await shop.send('GET', `/v1/test_helpers/payouts/${id}/bank`);
  t.is(books.status, 200);
  t.like(books.body, { id: id.slice(3).replaceAll('-', ''), end_to_end_id: paid.end_to_end_id, status: 'REALIZADO' });
  t.regex(String(books.body['created_at']), /^\d{4}-/);
  const { body: event } = await shop.send('GET', '/v1/events?type=payout.paid&limit=1');
  t.deepEqual((event['data'] as { data: object }[])[0]?.data, { object: paid });
});

test.serial('a payout that fails at the bank costs nothing, and says why', async (t) => {
  const { shop, available } = await openSeller(t.context);
  const { body } = await payOut(shop, toKey('fail-AC03@anywhere.example'));
  const failed = await untilPayout(shop, body.id, 'failed');
  t.is(failed.failure_code?.toUpperCase(), 'AC03');
  t.truthy(failed.failure_message);
  await shop.untilWallet({ available, pending: 0, retained: 0 });
  await shop.untilWebhooks(body.id, [...CREATED, ...FAILED]);
  t.deepEqual(objectOf(shop, body.id, 'payout.failed'), { ...failed });
  t.like(dataOf(shop, body.id, 'withdrawal.failed'), { status: 'FAILED', previousStatus: 'PROCESSING' });
});

test.serial('money that comes back is in the wallet again without its fee: paid first, then failed', async (t) => {
  const { shop, available } = await openSeller(t.context);
  const { body } = await payOut(shop, toKey('returned@example.com'));
  const failed = await untilPayout(shop, body.id, 'failed');
  t.like(failed, { failure_code: 'returned', returned_amount: 1_000 });
  await shop.untilWallet({ available: available - PAYOUT_FEE, pending: 0, retained: 0 });
  await shop.untilWebhooks(body.id, [...CREATED, ...PAID, ...FAILED]);
  t.like(dataOf(shop, body.id, 'withdrawal.failed'), { status: 'FAILED', previousStatus: 'PAID' });
});

test.serial('a scheduled payout sets its money aside and can be cancelled, once', async (t) => {
  const { shop, available } = await openSeller(t.context);
  const scheduled_for = new Date(Date.now() + DAY_MS).toISOString();
  const { status, body } = await payOut(shop, { ...toKey('later@example.com'), scheduled_for });
  t.deepEqual([status, body.status, body.scheduled_for], [201, 'pending', scheduled_for]);
  const held = { available: available - 1_000 - PAYOUT_FEE, pending: 0, retained: 1_000 + PAYOUT_FEE };
  t.deepEqual(await shop.wallet(), held);
  const cancel = () => shop.send('POST', `/v1/payouts/${body.id}/cancel`);
  t.like(await cancel(), { status: 200, body: { id: body.id, status: 'cancelled', failure_code: null } as object });
  await shop.untilWallet({ available, pending: 0, retained: 0 });
  const late = await cancel();
  t.deepEqual([late.status, late.body.error.reason], [422, 'payout_not_cancellable']);
  await shop.untilWebhooks(body.id, [...CREATED, ...FAILED]);
  t.like(objectOf(shop, body.id, 'payout.failed') as object, { status: 'cancelled', failure_code: null });
  t.like(dataOf(shop, body.id, 'withdrawal.failed'), { status: 'CANCELLED', previousStatus: 'PENDING' });
});

test.serial('a code of another merchant’s charge pays that charge', async (t) => {
  const { shop, available } = await openSeller(t.context);
  const { shop: other } = await openSeller(t.context, 1_000);
  const charge = (await other.create({ amount: 1_990 })).body;
  const destination = { br_code: charge.pix?.br_code };
  const { body } = await payOut(shop, { amount: 1_990, destination });
  t.is(body.destination.type, 'br_code');
  await untilPayout(shop, body.id, 'paid');
  await other.untilStatus(charge.id, 'paid');
  await shop.untilWallet({ available: available - 1_990 - PAYOUT_FEE, pending: 0, retained: 0 });
});

test.serial('the list goes by cursor, newest first, and a cursor of another list is refused', async (t) => {
  const { shop } = await openSeller(t.context);
  const ids: string[] = [];
  for (const name of ['a', 'b', 'fail-ac03']) ids.unshift((await payOut(shop, toKey(`${name}@example.com`))).body.id);
  await Promise.all(
    ids.map((id) => until('it ended', async () => /paid|failed/.test((await payoutOf(shop, id)).status))),
  );
  const page = async (query: string) => {
    const { body } = await shop.send('GET', `/v1/payouts?${query}`);
    const { data, has_more, next_cursor } = body as unknown as {
      data: PublicPayout[];
      has_more: boolean;
      next_cursor: string | null;
    };
    return [data.map(({ id }) => id), has_more, next_cursor];
  };
  t.deepEqual(await page('limit=2'), [ids.slice(0, 2), true, ids[1]]);
  t.deepEqual(await page(`limit=2&starting_after=${ids[1]}`), [ids.slice(2), false, null]);
  t.deepEqual(await page('status=failed'), [ids.slice(0, 1), false, null]);
  t.deepEqual(await page('status=cancelled'), [[], false, null]);
  t.deepEqual((await page(`created_before=${new Date(Date.now() - DAY_MS).toISOString()}`))[0], []);
  const { shop: other } = await openSeller(t.context);
  for (const cursor of [ids[0], `po_${newId('payout')}`, 'x']) {
    const { status, body } = await other.send('GET', `/v1/payouts?starting_after=${cursor}`);
    t.deepEqual([status, body.error.code, body.error.param], [400, 'invalid_cursor', 'starting_after']);
  }
});

test.serial('what is refused says why, leaves the wallet alone and frees its key', async (t) => {
  const { shop, available } = await openSeller(t.context);
  const to = toKey('refused@example.com');
  const idempotencyKey = randomUUID();
  const inDays = (days: number): string => new Date(Date.now() + days * DAY_MS).toISOString();
  for (const [body, status, code, about] of [
    [{ ...to, scheduled_for: inDays(-1) }, 400, 'invalid_request', 'scheduled_for'],
    [{ ...to, scheduled_for: inDays(91) }, 400, 'invalid_request', 'scheduled_for'],
    [{ destination: { pix_key: '11987654374' } }, 400, 'invalid_request', 'destination.pix_key_type'],
    [{ destination: { br_code: 'x' } }, 400, 'invalid_request', 'destination.br_code'],
    [{ ...to, amount: available }, 422, 'unprocessable_entity', 'insufficient_balance'],
  ] as const) {
    const refused = await payOut(shop, body, idempotencyKey);
    const { error } = refused.body;
    t.deepEqual([refused.status, error.code, error.param ?? error.reason], [status, code, about], error.message);
  }
  const short = (await payOut(shop, { ...to, amount: available }, idempotencyKey)).body.error;
  t.deepEqual(short.details?.map(({ param }) => param).toSorted(), ['available', 'required']);
  t.true(JSON.stringify(short.details).includes(String(available + PAYOUT_FEE)), 'its fee is in what it needs');
  t.deepEqual(await shop.wallet(), { available, pending: 0, retained: 0 });
  const made = await payOut(shop, to, idempotencyKey);
  t.deepEqual([made.status, made.headers['idempotent-replayed']], [201, undefined]);
  const twin = await payOut(shop, to);
  t.deepEqual([twin.status, twin.body.error.reason], [422, 'duplicate_suspected']);
  t.is((await payOut(shop, { ...to, allow_duplicate: true })).status, 201);
});

test.serial('no live key sees a payout of test mode, and no bank sends one for it', async (t) => {
  const { stack } = t.context;
  const [account] = stack.accounts;
  const [tester, live] = [account?.testKey, account?.liveKey].map((key) => merchant(stack.gateway, key ?? ''));
  const charge = (await tester?.create({ amount: 3_000 }))?.body.id ?? '';
  await tester?.pay(charge);
  await tester?.untilStatus(charge, 'paid');
  const made = await payOut(tester as Shop, toKey('isolated@example.com'));
  t.is(made.status, 201);
  for (const path of [`/v1/payouts/${made.body.id}`, `/v1/test_helpers/payouts/${made.body.id}/bank`])
    t.is((await live?.send('GET', path))?.status, 404, path);
  t.is((await live?.send('POST', `/v1/payouts/${made.body.id}/cancel`))?.status, 404);
  const refused = await payOut(live as Shop, toKey('isolated@example.com'));
  t.deepEqual([refused.status, refused.body.error.reason], [422, 'no_provider_for_method']);
});
