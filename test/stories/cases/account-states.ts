import { randomUUID } from 'node:crypto';
import { until } from '@gx/testkit';
import type { ExecutionContext } from 'ava';
import { logIn } from '../colleagues.ts';
import { type MerchantResponse, merchant, PATIENTLY } from '../merchant.ts';
import { operator } from '../operator.ts';
import { PAYOUT_FEE, payOut, payoutOf, sell, toKey, untilPayout } from '../payout.ts';
import { netOf, openShop } from '../shop.ts';
import { type Context, test } from './one-product.ts';

/** So long before its time that the account is frozen by then. */
const SCHEDULED_IN_MS = 15_000;

/** A shop that has sold something, and the acts of operators on its account. */
async function openWatchedShop(t: ExecutionContext<Context>) {
  const { stack, sink } = t.context;
  const shop = await openShop(stack, sink);
  const available = await sell(shop, 10_000);
  const { accountId } = shop.login;
  const act = async (name: string, by: string): Promise<string> => {
    const { code, out, err } = await operator(stack, 'account', name, accountId, '--by', by, '--reason', 'A story');
    t.deepEqual([code, err], [0, ''], name);
    return out;
  };
  return { stack, shop, available, act };
}

const reasonOf = ({ status, body: { error } }: Pick<MerchantResponse, 'status' | 'body'>) => [status, error?.reason];

test.serial(
  'a frozen account takes what was owed to it, sends nothing, and goes on where it stopped after two operators',
  async (t) => {
    const { stack, shop, available, act } = await openWatchedShop(t);
    const { accessToken } = await logIn(stack, shop.login);
    const byUser = (method: 'POST' | 'DELETE', path: string) =>
      merchant(stack.gateway, '').send(method, path, { headers: { authorization: `Bearer ${accessToken}` } });
    const [open, unwanted] = [(await shop.create()).body.id, (await shop.create()).body.id];
    const sold = (await shop.create({ amount: 2_000 })).body.id;
    await shop.pay(sold);
    await shop.untilStatus(sold, 'paid');
    const scheduled_for = new Date(Date.now() + SCHEDULED_IN_MS).toISOString();
    const { id: payout } = (await payOut(shop, { ...toKey('scheduled@example.com'), scheduled_for })).body;
    const { id: stopped } = (await payOut(shop, { ...toKey('stopped@example.com'), scheduled_for })).body;

    t.regex(await act('freeze', 'Eva'), / is FROZEN /);
    const frozen = [403, 'account_frozen'];
    const [chargeKey, payoutKey] = [randomUUID(), randomUUID()];
    t.deepEqual(reasonOf(await shop.create({}, chargeKey)), frozen);
    t.deepEqual(reasonOf((await payOut(shop, toKey('new@example.com'), payoutKey)) as never), frozen);
    t.deepEqual(reasonOf(await shop.refund(sold)), frozen);
    t.deepEqual(reasonOf(await byUser('POST', '/v1/api-keys')), frozen);
    t.is((await shop.get(open)).status, 200);
    await shop.pay(open);
    await shop.untilStatus(open, 'paid');
    t.is((await shop.cancel(unwanted)).status, 200);
    const cancelled = await shop.send('POST', `/v1/payouts/${stopped}/cancel`);
    t.like(cancelled, { status: 200, body: { status: 'cancelled' } as object });
    const held = 1_000 + PAYOUT_FEE;
    const credited = available + netOf(2_000) + netOf(1_050);
    await shop.untilWallet({ available: credited - held, pending: 0, retained: held });

    await until('its time has come', () => Date.now() > Date.parse(scheduled_for), PATIENTLY);
    t.regex(await act('unfreeze', 'Rui'), / is FROZEN .*\n.*another operator/);
    t.deepEqual(reasonOf(await shop.create({}, chargeKey)), frozen, 'one operator changes nothing');
    t.is((await payoutOf(shop, payout)).status, 'pending');
    t.regex(await act('unfreeze', 'Eva'), / is ACTIVE /);
    t.is((await shop.create({}, chargeKey)).status, 201, 'a refused create has freed its key');
    await untilPayout(shop, payout, 'paid');
    await shop.untilWallet({ available: credited - held, pending: 0, retained: 0 });
    t.is((await payOut(shop, toKey('new@example.com'), payoutKey)).status, 201);
  },
);

test.serial(
  'NO_PAYOUTS sells and refunds its payers, but to no key; CLOSED is paid what was open and can be read alone',
  async (t) => {
    const { shop, act } = await openWatchedShop(t);
    const sold = (await shop.create({ amount: 2_000 })).body.id;
    await shop.pay(sold);
    await shop.untilStatus(sold, 'paid');
    await act('restrict', 'Eva');
    const blocked = [403, 'payouts_blocked'];
    t.deepEqual(reasonOf((await payOut(shop, toKey('new@example.com'))) as never), blocked);
    t.deepEqual(reasonOf(await shop.refund(sold, { destinationKey: 'someone@example.com' })), blocked);
    const open = (await shop.create()).body.id;
    const { body } = await shop.refund(sold, { amount: 500 });
    await shop.untilRefund(sold, String(body.id), 'REFUNDED');

    await act('close', 'Eva');
    const closed = [403, 'account_closed'];
    t.deepEqual(reasonOf(await shop.create()), closed);
    t.deepEqual(reasonOf(await shop.cancel(open)), closed);
    const before = await shop.wallet();
    await shop.pay(open);
    await shop.untilStatus(open, 'paid');
    await shop.untilWallet({ ...before, available: before.available + netOf(1_050) });
  },
);
