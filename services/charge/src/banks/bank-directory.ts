import type { MerchantName } from '@gx/core';
import {
  ACQUIRER_DEFAULTS,
  acquirerOrderProvider,
  apiPixProvider,
  type BankProfile,
  type BankTls,
  bankDirectory,
  type CallbackPolicy,
  callbackToken,
  type BankDirectory as Directory,
  type OrderProvider,
  type PixProvider,
  pixOutProfile,
  storedDialect,
} from '@gx/providers';
import type { Cipher, Host } from '@gx/runtime';
import type { Tariff } from '../domain/fees.ts';
import type { TxidSecrets } from '../domain/txid.ts';
import type { BankProfileDocument, BankProfileStore } from '../store/bank-profiles.ts';
import { listedBank } from './bank-profile-set.ts';

/** A bank as the rest of the service sees it: the port to it, and what our contract says. */
export type Bank = {
  readonly id: string;
  readonly livemode: boolean;
  readonly simulator: boolean;
  readonly version: number;
  readonly provider: PixProvider;
  /** The acquirer of every other method, where the profile has one. */
  readonly orders: OrderAdapter | null;
  readonly tariff: Tariff;
  readonly merchant: MerchantName;
  /** Where the bank is to send its callbacks. Secret: it holds the token. */
  readonly callbackUrl: string;
  /** That address and those under our other secrets, of which a peer may use one. Secret too. */
  readonly knownUrls: readonly string[];
  /** Whether the bank has confirmed one of these. */
  readonly callbacksRegistered: boolean;
  /** Ends the connections of both providers. */
  readonly close: () => Promise<unknown>;
};
/** The second provider of a bank (ADR 54). `callbackUrl` is secret: it holds a token of its own. */
export type OrderAdapter = { readonly provider: OrderProvider; readonly callbackUrl: string };
export type BankDirectory = Directory<Bank>;
export type BankDirectoryDeps = {
  readonly host: Host;
  readonly profiles: BankProfileStore;
  readonly cipher: Cipher;
  readonly callbackSecrets: TxidSecrets;
  readonly callbackBaseUrl: string;
  readonly bankDeadlineMs: number;
  /** Settlements in one page of a sweep. */
  readonly pageSize: number;
};

/** Every bank that we have a profile of. */
export const chargeBanks = (deps: BankDirectoryDeps): BankDirectory =>
  bankDirectory({
    host: deps.host,
    load: () => deps.profiles.all(),
    listedAs: listedBank,
    open: (document, known) =>
      known?.version === document.version
        ? { ...known, callbacksRegistered: isKnown(known.knownUrls, document) }
        : bankOf(deps, document),
  });

function bankOf(deps: BankDirectoryDeps, document: BankProfileDocument): Bank {
  const { _id: id, livemode, simulator, version } = document;
  const policy = policyOf(deps, id);
  const fee = { fixed: document.providerFeeFixed, basisPoints: document.providerFeeBasisPoints };
  const profile: BankProfile = {
    id,
    livemode,
    baseUrl: document.baseUrl,
    basePath: document.basePath,
    tokenPath: document.tokenPath,
    clientId: document.clientId,
    clientSecret: deps.cipher.decrypt(document.clientSecret),
    scope: 'cob.write cob.read pix.write pix.read webhook.write webhook.read',
    pixKey: document.pixKey,
    providerFee: { fixedCents: fee.fixed, basisPoints: fee.basisPoints },
    payerQuery: document.payerQuery,
    pixOut: pixOutProfile(document),
    receiptPath: document.receiptPath,
    balancePath: document.balancePath,
    infractionsPath: document.infractionsPath ?? null,
    dialect: storedDialect(document.dialect ?? {}),
    callbackToken: policy,
    simulator,
    tls: tlsOf(deps.cipher, document),
  };
  const { log, now, faultHook } = deps.host;
  const knownUrls = urlsOf(deps, id, policy);
  const provider = apiPixProvider(profile, {
    log,
    now,
    deadlineMs: deps.bankDeadlineMs,
    pageSize: deps.pageSize,
    faultHook,
  });
  const orders = ordersOf(deps, document, profile);
  return {
    id,
    livemode,
    simulator,
    version,
    provider,
    tariff: fee,
    orders,
    merchant: { name: document.merchantName, city: document.merchantCity },
    callbackUrl: knownUrls[0],
    knownUrls,
    callbacksRegistered: isKnown(knownUrls, document),
    close: () => Promise.all([provider.close(), orders?.provider.close()]),
  };
}

/** What our end of a TLS connection says and trusts; nothing of its own for most banks. */
const tlsOf = (cipher: Cipher, { certificate, certificateKey, bankAuthority }: BankProfileDocument): BankTls => ({
  ...(certificate === null ? {} : { cert: certificate }),
  ...(certificateKey === null ? {} : { key: cipher.decrypt(certificateKey) }),
  ...(bankAuthority === null ? {} : { ca: bankAuthority }),
});

/** What callbacks of a speaker are known by, under each of our secrets. */
function policyOf({ callbackSecrets: [first, ...others] }: BankDirectoryDeps, speaker: string): CallbackPolicy {
  const token = (secret: string): string => callbackToken(secret, speaker);
  return { kind: 'token_in_path', token: token(first), others: others.map(token) };
}

/** The addresses that belong to these tokens, ours first. */
function urlsOf({ callbackBaseUrl }: BankDirectoryDeps, id: string, { token, others = [] }: CallbackPolicy) {
  const url = (known: string): string => `${callbackBaseUrl}/bank/${id}/${known}`;
  return [url(token), ...others.map(url)] as const;
}

const isKnown = (urls: readonly string[], { callbackUrl }: BankProfileDocument): boolean =>
  callbackUrl !== null && urls.includes(callbackUrl);

/**
 * The acquirer of a profile. What its callbacks come to differs from the bank's in the token, so that the
 * address tells who speaks.
 */
function ordersOf(
  deps: BankDirectoryDeps,
  { acquirerPath }: BankProfileDocument,
  profile: BankProfile,
): OrderAdapter | null {
  if (acquirerPath === null) return null;
  const { log, now, faultHook } = deps.host;
  const policy = policyOf(deps, `${profile.id}:orders`);
  const provider = acquirerOrderProvider(
    {
      ...profile,
      basePath: acquirerPath,
      scope: ACQUIRER_DEFAULTS.scope,
      callbackToken: policy,
    },
    { log, now, deadlineMs: deps.bankDeadlineMs, pageSize: deps.pageSize, faultHook },
  );
  return { provider, callbackUrl: urlsOf(deps, profile.id, policy)[0] };
}
