import type { PublicWalletTransaction } from '@gx/contracts';
import { PATIENTLY } from '../merchant.ts';
import { netOf, openShop, type Shop } from '../shop.ts';
import { test } from './one-product.ts';

const DAY_MS = 86_400_000;
const dayOf = (days: number): string => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10);

type List = { readonly data: readonly PublicWalletTransaction[]; readonly next_cursor: string | null };
type Statement = {
  readonly opening_balance: number;
  readonly closing_balance: number;
  readonly transactions: readonly PublicWalletTransaction[];
};

async function listed(shop: Shop, query = ''): Promise<List> {
  const { body } = await shop.send('GET', `/v1/wallets/transactions${query}`);
  return body as unknown as List;
}
const shown = ({ type, amount, fee, net }: PublicWalletTransaction): string => `${type} ${amount} ${fee} ${net}`;
const netSum = (lines: readonly PublicWalletTransaction[]): number => lines.reduce((sum, { net }) => sum + net, 0);

test.serial(
  'what was paid, refunded and failed to be refunded is in the list, its nets are the balance, and a statement says the same',
  async (t) => {
    const { bank, stack, sink } = t.context;
    const shop = await openShop(stack, sink);
    const { body: charge } = await shop.create({ amount: 2_000 });
    await shop.pay(charge.id);
    await shop.untilStatus(charge.id, 'paid');
    const { body: refund } = await shop.refund(charge.id, { amount: 500, strategy: 'devolution' });
    await shop.untilRefund(charge.id, refund.id, 'REFUNDED');
    const { txid } = await shop.books(charge.id);
    await bank.scenario({ txid, operation: 'devolution_put', kind: 'fails', code: 'AC06', times: 1 });
    const { body: failed } = await shop.refund(charge.id, { amount: 300, strategy: 'devolution' });
    await shop.untilRefund(charge.id, failed.id, 'FAILED');

    const { data } = await listed(shop);
    const fee = 2_000 - netOf(2_000);
    t.deepEqual(data.map(shown), [
      'release 300 0 0',
      'hold 300 0 0',
      'refund -500 0 -500',
      'hold 500 0 0',
      `charge 2000 ${fee} ${netOf(2_000)}`,
    ]);
    const wallet = await shop.wallet();
    t.deepEqual(data[0]?.balance_after, wallet);
    t.is(netSum(data), wallet.available + wallet.pending + wallet.retained);
    t.deepEqual((await listed(shop, `?source=${charge.id}`)).data, data.slice(-1));
    t.deepEqual((await listed(shop, `?source=${refund.id}`)).data, data.slice(2, 4));
    t.deepEqual((await listed(shop, '?type=hold&limit=1')).data, data.slice(1, 2));
    const first = await listed(shop, '?limit=2');
    t.is(first.next_cursor, data[1]?.id ?? '');
    t.deepEqual((await listed(shop, `?limit=3&starting_after=${first.next_cursor}`)).data, data.slice(2));

    const period = `from=${dayOf(-1)}&to=${dayOf(1)}`;
    const { body } = await shop.send('GET', `/v1/wallets/statement?${period}`);
    const statement = body as unknown as Statement;
    t.deepEqual(statement.transactions, data.toReversed());
    t.deepEqual([statement.opening_balance, statement.closing_balance], [0, netSum(data)]);
    const before = await shop.send('GET', `/v1/wallets/statement?from=${dayOf(-30)}&to=${dayOf(-3)}`);
    t.like(before.body, { opening_balance: 0, closing_balance: 0, transactions: [] });

    const stranger = await openShop(stack, sink);
    const { body: other } = await stranger.create({ amount: 1_000 });
    await stranger.pay(other.id);
    await stranger.untilStatus(other.id, 'paid', PATIENTLY.timeoutMs);
    const refused = await stranger.send('GET', `/v1/wallets/transactions?starting_after=${data[4]?.id}`);
    t.deepEqual(
      [refused.status, refused.body.error.code, refused.body.error.param],
      [400, 'invalid_cursor', 'starting_after'],
    );
    t.deepEqual((await listed(stranger, `?source=${charge.id}`)).data, []);
  },
);
