import { disputesOf, openDispute, playDispute, untilDispute } from '../dispute.ts';
import { operator } from '../operator.ts';
import { PAID } from '../payment.ts';
import { netOf, openShop, type Shop, type Wallet } from '../shop.ts';
import { test } from './one-product.ts';

const AMOUNT = 10_000;
const NET = netOf(AMOUNT);
const wallet = (available: number, retained: number): Wallet => ({ available, pending: 0, retained });
const FAILED = ['charge.failed', 'payment.failed'];
/** The smallest file that says by its content that it is a PDF. */
const RECEIPT = { name: 'entrega.pdf', content: Buffer.from('%PDF-1.4\n').toString('base64') };

async function paid(shop: Shop): Promise<string> {
  const { body } = await shop.create({ amount: AMOUNT });
  await shop.pay(body.id);
  await shop.untilStatus(body.id, 'paid');
  return body.id;
}
const typesOf = async (shop: Shop): Promise<readonly string[]> =>
  ((await shop.send('GET', '/v1/wallets/transactions')).body['data'] as { type: string }[]).map(({ type }) => type);

test.serial(
  'a contested Pix is set aside, cannot be refunded, and is back when the merchant’s evidence wins',
  async (t) => {
    const shop = await openShop(t.context.stack, t.context.sink);
    const charge = await paid(shop);
    const { id } = await openDispute(shop, charge, 4_000);
    await shop.untilStatus(charge, 'disputed');
    await shop.untilWallet(wallet(NET - 4_000, 4_000));
    const refused = await shop.refund(charge, { amount: 100 });
    t.deepEqual([refused.status, refused.body.error.reason], [422, 'charge_disputed']);

    const wrong = await shop.send('POST', `/v1/disputes/${id}/evidence`, {
      body: { files: [{ name: 'a.pdf', content: Buffer.from('<html>').toString('base64') }] },
    });
    t.deepEqual([wrong.status, wrong.body.error.param], [400, 'files.0.content']);
    const body = { text: 'Entregue em 3 de março.', files: [RECEIPT] };
    const answered = await shop.send('POST', `/v1/disputes/${id}/evidence`, { body });
    t.deepEqual([answered.status, answered.body['status']], [200, 'under_review']);

    await playDispute(shop, charge, { outcome: 'won' });
    await shop.untilStatus(charge, 'paid');
    await shop.untilWallet(wallet(NET, 0));
    await shop.untilWebhooks(charge, [...PAID, ...FAILED, 'charge.paid', 'payment.completed']);
    t.deepEqual(
      (await disputesOf(shop, charge)).map(({ status }) => status),
      ['won'],
    );
    t.deepEqual(await typesOf(shop), ['dispute_won', 'dispute_opened', 'charge']);
    const late = await shop.send('POST', `/v1/disputes/${id}/accept`, { body: {} });
    t.deepEqual([late.status, late.body.error.reason], [422, 'dispute_closed']);
  },
);

test.serial(
  'a dispute that the merchant accepts is lost, and its devolution is paid from what was set aside',
  async (t) => {
    const shop = await openShop(t.context.stack, t.context.sink);
    const charge = await paid(shop);
    await playDispute(shop, charge, { outcome: 'opened', amount: 4_000 });
    const { id } = await untilDispute(shop, charge, 'needs_response');
    await shop.untilWallet(wallet(NET - 4_000, 4_000));
    const accepted = await shop.send('POST', `/v1/disputes/${id}/accept`, { body: {} });
    t.deepEqual([accepted.status, accepted.body['status']], [200, 'lost']);
    // The simulated bank takes the contested part back as soon as it learns that.
    await shop.untilWallet(wallet(NET - 4_000, 0));
    const types = await typesOf(shop);
    t.deepEqual(types, ['dispute_lost', 'dispute_opened', 'charge'], 'not once more as a bank return');
    t.is((await shop.get(charge)).body.status, 'disputed');
  },
);

test.serial('an operator opens and closes a dispute of a bank without an API', async (t) => {
  const shop = await openShop(t.context.stack, t.context.sink);
  const charge = await paid(shop);
  const opened = await operator(t.context.stack, 'dispute', 'open', charge, '--reason', 'fraud', '--by', 'Eva');
  t.is(opened.code, 0, opened.err);
  const { id } = await untilDispute(shop, charge, 'needs_response');
  t.true(opened.out.includes(id));
  await shop.untilWallet(wallet(0, AMOUNT));
  const closed = await operator(t.context.stack, 'dispute', 'close', id, '--outcome', 'won', '--by', 'Eva');
  t.is(closed.code, 0, closed.err);
  await shop.untilWallet(wallet(NET, 0));
});
