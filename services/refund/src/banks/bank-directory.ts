import type { BankProfile as ProfileMessage } from '@gx/contracts/charge';
import { type Cents, cents } from '@gx/core';
import {
  ACQUIRER_DEFAULTS,
  acquirerOrderProvider,
  apiPixProvider,
  type BankDirectory,
  bankDirectory,
  moneyOutProfile,
  type OrderProvider,
  type PixProvider,
} from '@gx/providers';
import type { Cipher, Host } from '@gx/runtime';

/** A bank as this service sees it: the port to it, and what sending a Pix out costs there. */
export type Bank = {
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
export type Banks = BankDirectory<Bank>;
export type BankOptions = {
  readonly host: Host;
  /** Every profile as charge has it, the one that was set last first; secrets encrypted. */
  readonly profiles: () => Promise<readonly ProfileMessage[]>;
  readonly cipher: Cipher;
  readonly bankDeadlineMs: number;
};

/** The banks that charge has profiles of. Their secrets come encrypted and are opened here. */
export const refundBanks = (options: BankOptions): Banks =>
  bankDirectory({
    host: options.host,
    load: options.profiles,
    listedAs: ({ id, livemode, acquirerPath }) => ({ id, livemode, hasOrders: acquirerPath !== undefined }),
    open: (profile, known) => (known?.version === profile.version ? known : bankOf(options, profile)),
  });

function bankOf({ host, cipher, bankDeadlineMs }: BankOptions, profile: ProfileMessage): Bank {
  const { id, livemode, version } = profile;
  const options = { log: host.log, now: host.now, deadlineMs: bankDeadlineMs, faultHook: host.faultHook };
  const port = moneyOutProfile(profile, cipher);
  const provider = apiPixProvider(port, options);
  const { acquirerPath } = profile;
  const orders =
    acquirerPath === undefined
      ? null
      : acquirerOrderProvider({ ...port, basePath: acquirerPath, scope: ACQUIRER_DEFAULTS.scope }, options);
  const close = () => Promise.all([provider.close(), orders?.close()]);
  return { id, livemode, version, provider, orders, pixOutFee: cents(profile.pixOutFee), close };
}
