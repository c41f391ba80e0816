import type { BankProfile as ProfileMessage } from '@gx/contracts/charge';
import { type Cents, cents } from '@gx/core';
import type { Cipher, Host } from '@gx/runtime';
import { acquirerOrderProvider } from './acquirer-order-provider.ts';
import { apiPixProvider } from './api-pix-provider.ts';
import { type BankDirectory, bankDirectory } from './bank-directory.ts';
import type { OrderProvider } from './order-provider.ts';
import { ACQUIRER_DEFAULTS, type BankProfile, type BankTls } from './profile.ts';
import type { PixProvider } from './provider.ts';

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
export type TransferBankOptions = {
  readonly host: Host;
  /** Every profile as charge has it, the one that was set last first; secrets encrypted. */
  readonly profiles: () => Promise<readonly ProfileMessage[]>;
  readonly cipher: Cipher;
  readonly bankDeadlineMs: number;
};

/** Nothing of a charge: those are another service's. Pix-out has a scope of its own where a bank has it. */
const SCOPE = 'pix.write pix.read';

/** The banks that charge has profiles of. Their secrets come encrypted and are opened here. */
export const transferBanks = (options: TransferBankOptions): TransferBanks =>
  bankDirectory({
    host: options.host,
    load: options.profiles,
    listedAs: ({ id, livemode, acquirerPath }) => ({ id, livemode, hasOrders: acquirerPath !== undefined }),
    open: (profile, known) => (known?.version === profile.version ? known : bankOf(options, profile)),
  });

function bankOf({ host, cipher, bankDeadlineMs }: TransferBankOptions, profile: ProfileMessage): TransferBank {
  const { id, livemode, version } = profile;
  const options = { log: host.log, now: host.now, deadlineMs: bankDeadlineMs, faultHook: host.faultHook };
  const port = portProfile(profile, cipher);
  const provider = apiPixProvider(port, options);
  const { acquirerPath } = profile;
  const orders =
    acquirerPath === undefined
      ? null
      : acquirerOrderProvider({ ...port, basePath: acquirerPath, scope: ACQUIRER_DEFAULTS.scope }, options);
  const close = () => Promise.all([provider.close(), orders?.close()]);
  return { id, livemode, version, provider, orders, pixOutFee: cents(profile.pixOutFee), close };
}

/** What concerns charges and callbacks alone stays empty: who sends money asks a bank for neither. */
const portProfile = (profile: ProfileMessage, cipher: Cipher): BankProfile => ({
  id: profile.id,
  livemode: profile.livemode,
  baseUrl: profile.baseUrl,
  basePath: profile.basePath,
  tokenPath: profile.tokenPath,
  clientId: profile.clientId,
  clientSecret: cipher.decrypt({ keyId: profile.clientSecretKeyId, ciphertext: profile.clientSecretCiphertext }),
  scope: SCOPE,
  pixKey: profile.pixKey,
  providerFee: { fixedCents: cents(0), basisPoints: 0 },
  payerQuery: profile.payerQuery,
  pixOutPath: profile.pixOutPath ?? null,
  receiptPath: null,
  balancePath: null,
  callbackToken: { kind: 'token_in_path', token: '' },
  propagatesTrace: profile.simulator,
  tls: tlsOf(profile, cipher),
});

/** Nothing of its own for most banks. */
const tlsOf = ({ certificate, certificateKey, bankAuthority }: ProfileMessage, cipher: Cipher): BankTls => ({
  ...(certificate === undefined ? {} : { cert: certificate }),
  ...(certificateKey === null ? {} : { key: cipher.decrypt(certificateKey) }),
  ...(bankAuthority === undefined ? {} : { ca: bankAuthority }),
});
