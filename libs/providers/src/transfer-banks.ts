import { type Cents, cents } from '@gx/core';
import type { Cipher, Host } from '@gx/runtime';
import { acquirerOrderProvider } from './acquirer-order-provider.ts';
import { apiPixProvider } from './api-pix-provider.ts';
import { type BankDirectory, bankDirectory } from './bank-directory.ts';
import { budgetedKeyOwner, type LookupBudget } from './key-lookups.ts';
import type { OrderProvider } from './order-provider.ts';
import { ACQUIRER_DEFAULTS } from './profile.ts';
import type { PixProvider } from './provider.ts';
import { moneyOutProfile, type StoredProfile } from './stored-profile.ts';

/** A bank as one sees it who sends money: the port to it, and what sending a Pix out costs there. */
export type TransferBank = {
  readonly id: string;
  readonly livemode: boolean;
  readonly version: number;
  readonly provider: PixProvider;
  /** The acquirer of every other method, where the profile has one. */
  readonly orders: OrderProvider | null;
  readonly pixOutFee: Cents;
  /** Ends the connections of both providers. */
  readonly close: () => Promise<unknown>;
};
export type TransferBanks = BankDirectory<TransferBank>;
/** What `gx.charge.v1.BankProfile` says to one who sends money. */
type Profile = StoredProfile & {
  readonly version: number;
  readonly pixOutFee: number;
  readonly acquirerPath?: string;
  /** 0: the usual. */
  readonly keyLookupsPerMinute?: number;
  readonly keyLookupsAtOnce?: number;
};
/** What the directory allows of look-ups at a bank whose profile does not say: below all that we know of. */
const USUAL_LOOKUPS = { perMinute: 20, atOnce: 100 } as const;
export type TransferBankOptions = {
  readonly host: Host;
  /** Every profile as charge has it, the one that was set last first; secrets encrypted. */
  readonly profiles: () => Promise<readonly Profile[]>;
  readonly cipher: Cipher;
  readonly bankDeadlineMs: number;
  /** What the directory allows of look-ups of keys at a bank, shared by all replicas. */
  readonly lookups: (
    bankProfileId: string,
    limits: { readonly perMinute: number; readonly atOnce: number },
  ) => LookupBudget;
};

/** The banks that charge has profiles of. Their secrets come encrypted and are opened here. */
export const transferBanks = (options: TransferBankOptions): TransferBanks =>
  bankDirectory({
    host: options.host,
    load: options.profiles,
    listedAs: ({ id, livemode, acquirerPath }) => ({ id, livemode, hasOrders: acquirerPath !== undefined }),
    open: (profile, known) => (known?.version === profile.version ? known : bankOf(options, profile)),
  });

function bankOf({ host, cipher, bankDeadlineMs, lookups }: TransferBankOptions, profile: Profile): TransferBank {
  const { id, livemode, version } = profile;
  const options = { log: host.log, now: host.now, deadlineMs: bankDeadlineMs, faultHook: host.faultHook };
  const port = moneyOutProfile(profile, cipher);
  const bank = apiPixProvider(port, options);
  const budget = lookups(id, {
    perMinute: profile.keyLookupsPerMinute || USUAL_LOOKUPS.perMinute,
    atOnce: profile.keyLookupsAtOnce || USUAL_LOOKUPS.atOnce,
  });
  const provider = { ...bank, getKeyOwner: budgetedKeyOwner(bank, budget) };
  const { acquirerPath } = profile;
  const orders =
    acquirerPath === undefined
      ? null
      : acquirerOrderProvider({ ...port, basePath: acquirerPath, scope: ACQUIRER_DEFAULTS.scope }, options);
  const close = () => Promise.all([provider.close(), orders?.close()]);
  return { id, livemode, version, provider, orders, pixOutFee: cents(profile.pixOutFee), close };
}
