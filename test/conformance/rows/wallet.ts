import type { Context } from '../../stories/cases/one-product.ts';
import { netOf } from '../../stories/shop.ts';
import { type ApiUser, type Fields, ISO, openApiUser, paidCharge } from './api-user.ts';
import { once, table } from './table.ts';

const DAY_MS = 86_400_000;
const AVAILABLE = netOf(2_000) + netOf(700) - 500;
const PENDING = netOf(1_000);

/** One wallet that is credited at once and has a refund under way, and one that is credited a day later. */
const wallets = once(async (context: Context) => {
  const [now, later] = await Promise.all([
    openApiUser(context),
    openApiUser(context, { settlementDelaySeconds: DAY_MS / 1_000 }),
  ]);
  await Promise.all([paidCharge(now, 2_000), paidCharge(later, 1_000)]);
  const charge = await paidCharge(now, 700);
  const { txid } = await now.books(charge.id);
  await context.bank.scenario({ txid, operation: 'devolution_put', kind: 'stuck' });
  await now.refund(charge.id, { strategy: 'devolution', amount: 500 });
  const of = async (api: ApiUser): Promise<Record<'full' | 'flat', Fields> & { items: readonly Fields[] }> => ({
    full: await api.balance(),
    flat: (await api.send('GET', '/v1/wallets/balance?currency=BRL')).body,
    items: (await api.send('GET', '/v1/wallets')).body as unknown as readonly Fields[],
  });
  return { now: await of(now), later: await of(later), readAt: Date.now(), none: await openApiUser(context) };
});
type Wallets = Awaited<ReturnType<typeof wallets>>;
const both = ({ now, later }: Wallets, field: string): unknown[] => [now.full[field], later.full[field]];
const releases = ({ full, flat }: Wallets['now']): number[] =>
  [full, flat].map(({ next_release_at: at }) => Date.parse(String(at)));

const balance = table('Wallet balance', wallets, {
  available: [
    'what may be spent: nets of what is settled, without refunds that are under way',
    (t, seen) => t.deepEqual(both(seen, 'available'), [AVAILABLE, 0]),
  ],
  pending: ['settled and still held', (t, seen) => t.deepEqual(both(seen, 'pending'), [0, PENDING])],
  total: ['available and pending', (t, seen) => t.deepEqual(both(seen, 'total'), [AVAILABLE, PENDING])],
  retained: ['what holds set aside', (t, seen) => t.deepEqual(both(seen, 'retained'), [500, 0])],
  currency: ['BRL, the primary one', (t, seen) => t.deepEqual(both(seen, 'currency'), ['BRL', 'BRL'])],
  next_release_at: [
    'when the next tranche is released, null where none is',
    (t, { now, later, readAt }) => {
      t.is(now.full['next_release_at'], null);
      t.regex(String(later.full['next_release_at']), ISO);
      const [at = 0] = releases(later);
      t.true(readAt < at && at <= readAt + DAY_MS, String(at));
    },
  ],
  next_release_amount: [
    'how much that is, null where none is',
    (t, seen) => t.deepEqual(both(seen, 'next_release_amount'), [null, PENDING]),
  ],
  balances: [
    'one entry for each currency',
    async (t, { now, none }) => {
      t.deepEqual(now.full['balances'], [{ currency: 'BRL', available: AVAILABLE, pending: 0, total: AVAILABLE }]);
      t.deepEqual((await none.balance())['balances'], [{ currency: 'BRL', available: 0, pending: 0, total: 0 }]);
    },
  ],
  primary: [
    'the entry of the primary currency',
    (t, { later }) =>
      t.deepEqual(later.full['primary'], { currency: 'BRL', available: 0, pending: PENDING, total: PENDING }),
  ],
});

const flat = table('Wallet balance of one currency', wallets, {
  available: ['alone', (t, { now }) => t.is(now.flat['available'], AVAILABLE)],
  pending: ['alone', (t, { later }) => t.is(later.flat['pending'], PENDING)],
  currency: [
    'the one that was requested, and no sixth field',
    (t, { now }) => {
      t.is(now.flat['currency'], 'BRL');
      t.is(Object.keys(now.flat).length, 5);
    },
  ],
  next_release_at: [
    'as in the full shape',
    (t, { now, later }) => {
      t.is(now.flat['next_release_at'], null);
      t.deepEqual(releases(later)[1], releases(later)[0]);
    },
  ],
  next_release_amount: [
    'as in the full shape',
    (t, { now, later }) =>
      t.deepEqual([now.flat['next_release_amount'], later.flat['next_release_amount']], [null, PENDING]),
  ],
});

const item = table('Wallet list item', wallets, {
  currency: [
    'one item for each',
    (t, { now }) =>
      t.deepEqual(
        now.items.map(({ currency }) => currency),
        ['BRL'],
      ),
  ],
  walletType: ['OPERATIONAL', (t, { now }) => t.is(now.items[0]?.['walletType'], 'OPERATIONAL')],
  balance: [
    'what the balance calls available',
    (t, { now, later }) => t.deepEqual([now.items[0]?.['balance'], later.items[0]?.['balance']], [AVAILABLE, 0]),
  ],
  pendingBalance: [
    'what the balance calls pending',
    (t, { now, later }) =>
      t.deepEqual([now.items[0]?.['pendingBalance'], later.items[0]?.['pendingBalance']], [0, PENDING]),
  ],
});

export const WALLET_TABLES = [balance, flat, item];
