import { type Cents, cents, PLATFORM_ACCOUNT, sha256Hex, type Tenant } from '@gx/core';

/** What names a wallet: whose it is, in which world, in which currency. */
export type WalletKey = Tenant & { readonly currency: string };

export type Balances = {
  readonly available: Cents;
  readonly pending: Cents;
  readonly retained: Cents;
  /**
   * What the merchant owes us: a dispute asked for more than was available. Nothing is available while it
   * lasts.
   */
  readonly receivable: Cents;
};

/** A merchant's wallet: its balances, how many entries its journal has, and the hash of the last of them. */
export type Wallet = WalletKey &
  Balances & {
    readonly seq: number;
    readonly head: string;
    /**
     * How far its list goes: the entries up to `seq` are in it, and none that comes is before `at`. Absent of
     * a wallet whose list was never begun, and of the platform's.
     */
    readonly listed?: { readonly seq: number; readonly at: Date };
  };

/** The currency that a wallet list starts with. */
export const PRIMARY_CURRENCY = 'BRL';

/** One text per wallet: `<account id>:<live|test>:<currency>`. */
export const walletName = ({ accountId, livemode, currency }: WalletKey): string =>
  `${accountId}:${livemode ? 'live' : 'test'}:${currency}`;

/** The key alone, of anything that carries one. */
export const walletKeyOf = ({ accountId, livemode, currency }: WalletKey): WalletKey => ({
  accountId,
  livemode,
  currency,
});

/**
 * The chain of money that belongs to no merchant. It has a head and a length like any wallet, and balances
 * that are always zero: its entries move addresses of the platform and of the bank alone.
 */
export const platformKey = (livemode: boolean, currency: string): WalletKey => ({
  accountId: PLATFORM_ACCOUNT,
  livemode,
  currency,
});

/**
 * What the first entry of a wallet follows: derived from the wallet's name, so that no chain fits another
 * wallet.
 */
export const genesisOf = (key: WalletKey): string => sha256Hex(`genesis:${walletName(key)}`);

/** A wallet before its first entry. */
export const unopenedWallet = (key: WalletKey): Wallet => ({
  ...walletKeyOf(key),
  available: cents(0),
  pending: cents(0),
  retained: cents(0),
  receivable: cents(0),
  seq: 0,
  head: genesisOf(key),
  ...(key.accountId === PLATFORM_ACCOUNT ? {} : { listed: { seq: 0, at: new Date(0) } }),
});

/** Primary currency first, then by name. */
export const byPrimaryCurrency = (a: { readonly currency: string }, b: { readonly currency: string }): number =>
  Number(b.currency === PRIMARY_CURRENCY) - Number(a.currency === PRIMARY_CURRENCY) ||
  (a.currency < b.currency ? -1 : 1);
