import { addMillis } from '@gx/core';
import { median } from '@gx/testkit';
import test from 'ava';
import type { WalletKey } from '../src/domain/wallet.ts';
import { call, LONG_AGO, listRig } from './list-rig.ts';
import { PAYOUT_EACH, plantLongWallet } from './long-wallet.ts';
import { newTenant, walletOf } from './rig.ts';

const SMALL = 1_000;
const LARGE = 1_000_000;
const ROUNDS = 150;
/** Beyond what two runs over the same wallet differ by. */
const RATIO_MAX = 1.3;

test('a page costs the same after a thousand entries as after a million: the first, after any cursor, by type, by time', async (t) => {
  t.timeout(900_000);
  const rig = await listRig(t);
  // The same wallets and the same days, one with a thousand times as much in them.
  const wallets = { small: walletOf(newTenant()), large: walletOf(newTenant()) };
  const span = 90 * 86_400_000;
  await plantLongWallet(rig.models, wallets.small, { count: SMALL, from: LONG_AGO, everyMs: span / SMALL });
  await plantLongWallet(rig.models, wallets.large, { count: LARGE, from: LONG_AGO, everyMs: span / LARGE });
  const [middle, late] = [addMillis(LONG_AGO, span / 2), addMillis(LONG_AGO, span / 50)];

  /** The id of a line in the middle of the chain, and of one near its beginning. */
  const cursorAt = async (key: WalletKey, at: Date): Promise<string> => {
    const { transactions } = await rig.page(key, 1, { createdBeforeMs: at.getTime() });
    return transactions[0]?.id ?? '';
  };
  const cursors = {
    small: [await cursorAt(wallets.small, middle), await cursorAt(wallets.small, late)],
    large: [await cursorAt(wallets.large, middle), await cursorAt(wallets.large, late)],
  } as const;
  const source = async (key: WalletKey) =>
    (await rig.page(key, 1, { startingAfter: await cursorAt(key, middle) })).transactions[0]?.source ?? { id: 'none' };
  const sources = { small: await source(wallets.small), large: await source(wallets.large) };

  type Size = keyof typeof wallets;
  const pages: Readonly<Record<string, (size: Size) => Promise<number>>> = {
    'the first page': async (of) => (await rig.page(wallets[of], 10)).transactions.length,
    'after a cursor in the middle': async (of) =>
      (await rig.page(wallets[of], 10, { startingAfter: cursors[of][0] })).transactions.length,
    'after a cursor near the beginning': async (of) =>
      (await rig.page(wallets[of], 10, { startingAfter: cursors[of][1] })).transactions.length,
    'of a type that is rare': async (of) => (await rig.page(wallets[of], 10, { type: 'HOLD' })).transactions.length,
    'of a rare type, before a time': async (of) =>
      (await rig.page(wallets[of], 5, { type: 'HOLD', createdBeforeMs: middle.getTime() })).transactions.length * 2,
    'before a time': async (of) =>
      (await rig.page(wallets[of], 10, { createdBeforeMs: middle.getTime() })).transactions.length,
    'in a currency': async (of) => (await rig.page(wallets[of], 10, { currency: 'BRL' })).transactions.length,
    'of a source': async (of) => (await rig.page(wallets[of], 10, { sources: [sources[of]] })).transactions.length * 10,
  };
  t.true(SMALL / PAYOUT_EACH >= 10, 'both have a page of the rare type');
  for (const [name, read] of Object.entries(pages)) {
    const took: Record<Size, number[]> = { small: [], large: [] };
    for (let round = 0; round < ROUNDS; round += 1)
      for (const size of round % 2 === 0 ? (['small', 'large'] as const) : (['large', 'small'] as const)) {
        const startedAt = performance.now();
        const lines = await read(size);
        took[size].push(performance.now() - startedAt);
        if (lines !== 10) t.fail(`${name}: ${lines} lines of ${size}`);
      }
    const [small, large] = [median(took.small), median(took.large)];
    const ratio = large / small;
    t.log(`${name}: ${small.toFixed(2)} ms and ${large.toFixed(2)} ms, ${ratio.toFixed(2)} times`);
    t.true(ratio <= RATIO_MAX, `${name}: ${ratio.toFixed(2)} times`);
  }

  const day = { fromMs: middle.getTime(), toMs: middle.getTime() + (10 * span) / LARGE, currency: 'BRL' };
  const { transactions, openingBalance, closingBalance } = await rig.rpc.readStatement(call, {
    ...day,
    tenant: wallets.large,
  });
  t.is(
    transactions.reduce((sum, { net }) => sum + net, openingBalance),
    closingBalance,
  );
});
