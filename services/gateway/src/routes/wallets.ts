import type { Wallet } from '@gx/contracts/ledger';
import { isoMillis } from '@gx/core';
import { balance, wallets } from '../contract/answers/wallet.ts';
import { ok } from '../edge/answer.ts';
import { type RequestContext, type RouteDeps, route } from '../edge/route.ts';
import { balanceQuery } from '../input/balance-query.ts';

/**
 * Of every account, whatever it was paid in: a client that reads one figure must not find another unit in it
 * one day.
 */
const PRIMARY_CURRENCY = 'BRL';

export const WALLETS = [
  route({
    at: 'GET /v1/wallets/balance',
    auth: 'key',
    operation: 'getBalance',
    summary:
      'Available, pending and retained money in BRL, the primary currency, and in each other one there is; with `currency` the flat shape of that one.',
    query: balanceQuery,
    answers: { 200: balance },
    handle: async (deps, exchange) => {
      const found = await walletsOf(deps, exchange);
      const walletIn = (currency: string) => found.find((wallet) => wallet.currency === currency) ?? empty(currency);
      const { currency } = exchange.query;
      if (currency !== undefined) return ok(flat(walletIn(currency)));
      const primary = walletIn(PRIMARY_CURRENCY);
      return ok({
        ...entry(primary),
        retained: primary.retained,
        ...nextRelease(primary),
        balances: found.map(entry),
        primary: entry(primary),
      });
    },
  }),
  route({
    at: 'GET /v1/wallets',
    auth: 'key',
    operation: 'listWallets',
    summary: 'One wallet for each currency.',
    answers: { 200: wallets },
    handle: async (deps, exchange) =>
      ok(
        (await walletsOf(deps, exchange)).map(({ currency, available, pending }) => ({
          currency,
          walletType: 'OPERATIONAL',
          balance: available,
          pendingBalance: pending,
        })),
      ),
  }),
];

/**
 * The account's wallets; one that was never credited in any currency has its primary one, with zeros
 * (decisions A45).
 */
async function walletsOf({ ledger }: RouteDeps, { call, tenant }: RequestContext<'key'>): Promise<readonly Wallet[]> {
  const { wallets: found } = await ledger.listWallets(call, { tenant });
  return found.length === 0 ? [empty(PRIMARY_CURRENCY)] : found;
}

const empty = (currency: string): Wallet => ({ currency, available: 0, pending: 0, retained: 0 });

const entry = ({ currency, available, pending }: Wallet) => ({
  currency,
  available,
  pending,
  total: available + pending,
});

const flat = (wallet: Wallet) => ({
  available: wallet.available,
  pending: wallet.pending,
  currency: wallet.currency,
  ...nextRelease(wallet),
});

const nextRelease = ({ nextReleaseAtMs, nextReleaseAmount }: Wallet) => ({
  next_release_at: nextReleaseAtMs === undefined ? null : isoMillis(new Date(nextReleaseAtMs)),
  next_release_amount: nextReleaseAmount ?? null,
});
