import { randomUUID } from 'node:crypto';
import { type MessageInit, SERVICES } from '@gx/contracts';
import type { AccountSettingValues } from '@gx/contracts/keys';
import { localClient } from '@gx/testkit';
import type { ExecutionContext } from 'ava';
import { openShop, type Shop } from '../shop.ts';
import { type Context, test } from './one-product.ts';

const [ANA, BIA] = ['52998224725', '11144477735'] as const;

/** An operator narrows what an account may do in test mode. */
async function narrow(
  { context }: ExecutionContext<Context>,
  { login }: Shop,
  values: MessageInit<AccountSettingValues>,
) {
  const keys = localClient(SERVICES.keys, context.stack.operators.keys, { idempotent: [], deadlineMs: 15_000 });
  const request = { accountId: login.accountId, livemode: false, values, operator: 'ana' };
  await keys.setAccountSettings({ requestId: randomUUID() }, request).finally(() => keys.close());
}

async function paidBy(shop: Shop, payer: object): Promise<string> {
  const { body } = await shop.create({ amount: 2_000 });
  await shop.pay(body.id, { payer, report_payer: 'notification' });
  await shop.untilStatus(body.id, 'paid');
  return body.id;
}

test.serial(
  'an operator narrows refunds to payers: the next one to another key is refused, to theirs it goes',
  async (t) => {
    const shop = await openShop(t.context.stack, t.context.sink);
    const id = await paidBy(shop, { name: 'Ana', tax_id: ANA });
    const refund = (destinationKey: string) =>
      shop.refund(id, { amount: 100, strategy: 'cashout', passFeeToTenant: true, destinationKey });
    t.is((await refund(BIA)).status, 201, 'any key by default');
    await narrow(t, shop, { refundDestinations: 'payer_only' });
    const { status, body } = await refund(BIA);
    t.is(status, 422);
    t.like(body.error, { code: 'unprocessable_entity', reason: 'destination_not_allowed', param: 'destinationKey' });
    t.is((await refund(ANA)).status, 201);
  },
);

test.serial(
  'an operator limits refunds of a day: what goes beyond is 403, names its limit, and frees its key',
  async (t) => {
    const shop = await openShop(t.context.stack, t.context.sink);
    const id = await paidBy(shop, { name: 'Ana', tax_id: ANA });
    const refund = (amount: number, idempotencyKey: string = randomUUID()) =>
      shop.refund(id, { amount, strategy: 'devolution', idempotencyKey });
    const over = async (reason: string, amount: number, key?: string): Promise<void> => {
      const { status, body } = await refund(amount, key);
      t.is(status, 403);
      t.like(body.error, { type: 'permission_error', code: 'fraud.refund_velocity_exceeded', reason });
    };
    t.is((await refund(300)).status, 201);
    await narrow(t, shop, { refundCountPerDay: '2', refundSumPerDay: '1000' });
    const key = randomUUID();
    await over('refund_sum_per_day', 701, key);
    t.is((await refund(700, key)).status, 201);
    await over('refund_count_per_day', 1);
    await narrow(t, shop, { refundCountPerDay: 'none', refundSumPerDay: 'none' });
    t.is((await refund(1)).status, 201);
  },
);
