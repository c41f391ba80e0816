import { until } from '@gx/testkit';
import { type Body, PATIENTLY } from '../merchant.ts';
import { operator } from '../operator.ts';
import { netOf, openShop, type Shop } from '../shop.ts';
import type { Stack } from '../stack.ts';
import { type Context, test } from './one-product.ts';

const CREATED = ['charge.created', 'payment.created'];
const PAID = [...CREATED, 'charge.paid', 'payment.completed'];
const NOTHING = { available: 0, pending: 0, retained: 0 };
const AMOUNT = 1_500;
const STRANGER = '11144477735';

async function locked(shop: Shop, taxId = '52998224725'): Promise<Body> {
  const lock = { customer: { name: 'Ana' }, expected_payer_tax_id: taxId };
  const { status, body } = await shop.create({ amount: AMOUNT, ...lock });
  if (status !== 201) throw new Error(`no locked charge: ${status}`);
  return body;
}

/** What a merchant is told of the transition that left `previousStatus`, under a legacy name. */
const legacy = (shop: Shop, chargeId: string, { name, previousStatus }: { name: string; previousStatus: string }) =>
  shop.webhooks(chargeId).find((each) => each.name === name && each.body.data['previousStatus'] === previousStatus)
    ?.body.data;

/** Waits until all that has to go back has gone back. */
const moneyBack = (shop: Shop, chargeId: string) =>
  until(
    'the money is back',
    async () => {
      const all = await shop.refunds(chargeId);
      return all.length > 0 && all.every(({ status }) => status === 'REFUNDED') && all;
    },
    PATIENTLY,
  );

for (const taxId of ['52998224725', '11222333000181', '12ABC34501DE35']) {
  for (const report of ['notification', 'query'] as const) {
    test(`the payer that ${taxId} names is let in when the bank reports by ${report}`, async (t) => {
      const shop = await openShop(t.context.stack, t.context.sink);
      const charge = await locked(shop, taxId);
      t.is(charge.expected_payer_tax_id, taxId);
      t.is((await shop.payWith(charge.id, taxId, report)).body['accepted'], true);
      await shop.untilStatus(charge.id, 'paid');
      t.deepEqual(await shop.wallet(), { ...NOTHING, available: netOf(AMOUNT) });
      await shop.untilWebhooks(charge.id, PAID);
      t.deepEqual(await shop.refunds(charge.id), []);
    });
  }
}

for (const report of ['notification', 'query'] as const) {
  test(`a stranger reported by ${report} gets all of it back: refunded, never credited, payment.refunded alone`, async (t) => {
    const shop = await openShop(t.context.stack, t.context.sink);
    const charge = await locked(shop);
    await shop.payWith(charge.id, STRANGER, report);
    const ended = await shop.untilStatus(charge.id, 'refunded');
    t.deepEqual(ended.settlement, {}, 'it was never settled');
    const [refund] = await moneyBack(shop, charge.id);
    t.like(refund, { amount: AMOUNT, reason: 'PAYER_MISMATCH', transactionId: charge.id.replace('ch_', 'tx_') });
    const { pix } = await shop.books(charge.id);
    t.deepEqual(
      pix.map(({ devolutions }) => devolutions.map(({ amount, status }) => [amount, status])),
      [[[AMOUNT, 'DEVOLVIDO']]],
    );
    t.deepEqual(await shop.wallet(), NOTHING);
    const expected = { name: 'payment.refunded', previousStatus: 'WAITING_PAYMENT' };
    const data = await until('it is announced', () => legacy(shop, charge.id, expected), PATIENTLY);
    const names = new Set(shop.webhooks(charge.id).map(({ name }) => name));
    t.deepEqual([...names].toSorted(), [...CREATED, 'payment.refunded'].toSorted());
    t.like(data, { status: 'REFUNDED', amount: AMOUNT });
    t.false('providerFee' in data, 'no fee on what was never paid');
    t.false(JSON.stringify(shop.webhooks(charge.id)).includes(STRANGER), 'the payer’s document stays with us');
  });
}

/** A locked charge that was paid by nobody knows whom. */
async function held({ stack, sink }: Context): Promise<{ shop: Shop; charge: Body }> {
  const shop = await openShop(stack, sink);
  const charge = await locked(shop);
  await shop.payWith(charge.id, STRANGER, 'never');
  await shop.untilStatus(charge.id, 'processing');
  return { shop, charge };
}

const reviewOf = async (stack: Stack, chargeId: string) => {
  const { out } = await operator(stack, 'review', 'list', '--json', '--limit', '100');
  return (JSON.parse(out) as { chargeId: string; amount: number }[]).find((row) => row.chargeId === chargeId);
};

test('money of nobody knows whom is held: processing, in no wallet, announced to nobody, on the operator’s list without a name', async (t) => {
  const { stack } = t.context;
  const { shop, charge } = await held(t.context);
  t.deepEqual(await shop.wallet(), NOTHING);
  t.deepEqual((await shop.get(charge.id)).body.settlement, {});
  t.like(await reviewOf(stack, charge.id), { amount: AMOUNT, mode: 'test', currency: 'BRL' });
  const { code, out } = await operator(stack, 'review', 'list');
  t.is(code, 0);
  t.false(out.includes(STRANGER) || out.includes('52998224725') || out.includes('Ana'));
  t.deepEqual(
    shop.webhooks(charge.id).filter(({ name }) => !CREATED.includes(name)),
    [],
  );
});

test('an approved payment is paid and credited like any other', async (t) => {
  const { stack } = t.context;
  const { shop, charge } = await held(t.context);
  t.is((await operator(stack, 'review', 'approve', charge.id, '--by', 'rui')).code, 0);
  await shop.untilStatus(charge.id, 'paid');
  t.deepEqual(await shop.wallet(), { ...NOTHING, available: netOf(AMOUNT) });
  await shop.untilWebhooks(charge.id, PAID);
  t.like(legacy(shop, charge.id, { name: 'payment.completed', previousStatus: 'PROCESSING' }), { status: 'PAID' });
  t.is(await reviewOf(stack, charge.id), undefined);
  const again = await operator(stack, 'review', 'reject', charge.id, '--by', 'rui');
  t.is(again.code, 2, 'what was approved stays approved');
});

test('a rejected payment goes back whole', async (t) => {
  const { stack } = t.context;
  const { shop, charge } = await held(t.context);
  t.is((await operator(stack, 'review', 'reject', charge.id, '--by', 'ana')).code, 0);
  await shop.untilStatus(charge.id, 'refunded');
  t.like((await moneyBack(shop, charge.id))[0], { amount: AMOUNT, reason: 'PAYER_UNKNOWN' });
  const { pix } = await shop.books(charge.id);
  t.deepEqual(pix[0]?.devolutions.map(({ amount }) => amount) ?? [], [AMOUNT]);
  t.deepEqual(await shop.wallet(), NOTHING);
  const expected = { name: 'payment.refunded', previousStatus: 'PROCESSING' };
  t.like(await until('it is announced', () => legacy(shop, charge.id, expected), PATIENTLY), { status: 'REFUNDED' });
  t.false(shop.webhooks(charge.id).some(({ name }) => name === 'charge.paid'));
});

test('a merchant who cancels while money is held gives it back, and the return is on the list of refunds (A8)', async (t) => {
  const { stack } = t.context;
  const { shop, charge } = await held(t.context);
  const cancelled = await shop.cancel(charge.id);
  t.deepEqual([cancelled.status, cancelled.body.status as string], [200, 'CANCELLED']);
  t.like((await moneyBack(shop, charge.id))[0], { amount: AMOUNT, reason: 'CANCELLED_WHILE_HELD' });
  t.deepEqual(await shop.wallet(), NOTHING);
  const expected = { name: 'payment.failed', previousStatus: 'PROCESSING' };
  t.like(await until('it is announced', () => legacy(shop, charge.id, expected), PATIENTLY), { status: 'CANCELLED' });
  t.is(await reviewOf(stack, charge.id), undefined);
});
