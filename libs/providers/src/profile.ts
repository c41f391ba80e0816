import type { Cents } from '@gx/core';
import type { BankDialect } from './dialect.ts';
import type { PixOutDestination } from './pix-out.ts';

/**
 * How callbacks of a bank are told from anybody else's: by a token in the address that only the bank was
 * given.
 */
export type CallbackPolicy = {
  readonly kind: 'token_in_path';
  /** The token of the address that the bank is told. */
  readonly token: string;
  /** Tokens that are trusted beside it: of addresses that it was told before, or will be. */
  readonly others?: readonly string[];
};

/**
 * What we show a bank that demands a certificate, with those that lead to its authority, its key, and the
 * only authorities that vouch for the bank; all PEM.
 */
export type BankTls = { readonly cert?: string; readonly key?: string; readonly ca?: string };

/** How a bank sends Pix out, in Efí's form: it is no part of the standard. Paths are behind the base path. */
export type PixOutProfile = {
  /** `PUT {path}/{id}`, of a code `PUT {path}/{id}/qrcode`; asked for below `{path}/enviados/id-envio/`. */
  readonly path: string;
  readonly destinations: readonly PixOutDestination['kind'][];
  /** `POST {path}` with a key tells its owner; null where the bank does not say. */
  readonly keyOwnerPath: string | null;
  /** Its account sends one Pix at a time. */
  readonly oneAtATime: boolean;
};

/** Everything that differs between one bank's API Pix and another's. Secrets in it are never logged. */
export type BankProfile = {
  readonly id: string;
  readonly livemode: boolean;
  /** Scheme, host and port; the paths below are appended to it. */
  readonly baseUrl: string;
  readonly basePath: string;
  readonly tokenPath: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly scope: string;
  /** The receiver's key (DICT) that charges are paid to. */
  readonly pixKey: string;
  /** What the bank takes per charge (decisions A54). */
  readonly providerFee: { readonly fixedCents: Cents; readonly basisPoints: number };
  /** `GET /pix` takes a payer's document as a filter, proven by the contract suite. */
  readonly payerQuery: boolean;
  /** How it sends Pix out; null where it cannot. */
  readonly pixOut: PixOutProfile | null;
  /**
   * Behind the base path: where the receipt of a Pix is (`GET {path}/{endToEndId}`, a PDF); null where the
   * bank makes none.
   */
  readonly receiptPath: string | null;
  /** Behind the base path: where it says what the account holds (`{saldo}`); null where it does not. */
  readonly balancePath: string | null;
  /**
   * Behind the base path: where it lists infraction reports (MED); `POST {path}/{id}/defesa` answers one.
   * None: it tells of none.
   */
  readonly infractionsPath?: string | null;
  readonly callbackToken: CallbackPolicy;
  /** What of the standard it words otherwise; none: nothing. */
  readonly dialect?: BankDialect;
  readonly tls?: BankTls;
  /**
   * A bank of our own, which plays what merchants order: it gets our trace ids, with which another company
   * has no business, and its trouble is that of the merchant alone who ordered it.
   */
  readonly simulator?: boolean;
};

/** How an API is reached and opened: what every call needs, whatever it is about. */
export type CallerProfile = Pick<
  BankProfile,
  'id' | 'baseUrl' | 'basePath' | 'tokenPath' | 'clientId' | 'clientSecret' | 'scope' | 'dialect' | 'tls' | 'simulator'
>;

/** An acquirer for methods that are not Pix. */
export type AcquirerProfile = CallerProfile & Pick<BankProfile, 'livemode' | 'providerFee' | 'callbackToken'>;

/** The layout of the simulator's acquirer. */
export const ACQUIRER_DEFAULTS = {
  basePath: '/acquirer/v1',
  tokenPath: '/oauth/token',
  scope: 'order.write order.read',
} as const satisfies Partial<AcquirerProfile>;

/** The layout of most banks. */
export const API_PIX_DEFAULTS = {
  basePath: '/v2',
  tokenPath: '/oauth/token',
  scope: 'cob.write cob.read pix.write pix.read webhook.write webhook.read',
} as const satisfies Partial<BankProfile>;
