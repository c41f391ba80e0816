import type { Wallet } from '@gx/contracts/ledger';
import { isoMillis } from '@gx/core';
import type { Clients } from '../clients.ts';
import { ok } from '../edge/answer.ts';
import type { Handler, RequestContext } from '../edge/route.ts';
import type { balanceQuery } from '../input/balance-query.ts';

/**
 * Of every account, whatever it was paid in: a client that reads one figure must not find another unit in it
 * one day.
 */
const PRIMARY_CURRENCY = 'BRL';

/** `GET /v1/wallets/balance`: every currency, or the flat legacy shape of the one that `currency` names. */
export const balance =
  ({ ledger }: Clients): Handler<'key', undefined, typeof balanceQuery> =>
  async (exchange) => {
    const wallets = await walletsOf(ledger, exchange);
    const { currency } = exchange.query;
    if (currency !== undefined)
      return ok(flat(wallets.find((wallet) => wallet.currency === currency) ?? empty(currency)));
    const primary = wallets.find(({ currency }) => currency === PRIMARY_CURRENCY) ?? empty(PRIMARY_CURRENCY);
    return ok({
      ...entry(primary),
      retained: primary.retained,
      ...nextRelease(primary),
      balances: wallets.map(entry),
      primary: entry(primary),
    });
  };

/** `GET /v1/wallets`. */
export const listWallets =
  ({ ledger }: Clients): Handler<'key', undefined, undefined> =>
  async (exchange) => {
    const wallets = await walletsOf(ledger, exchange);
    return ok(
      wallets.map(({ currency, available, pending }) => ({
        currency,
        walletType: 'OPERATIONAL',
        balance: available,
        pendingBalance: pending,
      })),
    );
  };

/**
 * The account's wallets; one that was never credited in any currency has its primary one, with zeros
 * (decisions A45).
 */
async function walletsOf(
  ledger: Clients['ledger'],
  { requestId, tenant }: Pick<RequestContext<'key'>, 'requestId' | 'tenant'>,
): Promise<readonly Wallet[]> {
  const { wallets } = await ledger.listWallets({ requestId }, { tenant });
  return wallets.length === 0 ? [empty(PRIMARY_CURRENCY)] : wallets;
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
