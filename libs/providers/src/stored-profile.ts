import { cents } from '@gx/core';
import type { Cipher, EncryptedValue } from '@gx/runtime';
import { type StoredDialect, storedDialect } from './dialect.ts';
import type { PixOutDestination } from './pix-out.ts';
import type { BankProfile, BankTls, PixOutProfile } from './profile.ts';

/** How a profile is written down that says how its bank sends Pix out. */
export type StoredPixOut = {
  readonly pixOutPath?: string | null;
  /** None, as an older charge service lists it: keys alone, the one destination there was. */
  readonly pixOutDestinations?: readonly string[];
  readonly keyOwnerPath?: string | null;
  readonly pixOutOneAtATime?: boolean;
};
/** What `gx.charge.v1.BankProfile` says, its secrets encrypted. */
export type StoredProfile = StoredPixOut & {
  readonly id: string;
  readonly livemode: boolean;
  readonly simulator: boolean;
  readonly baseUrl: string;
  readonly basePath: string;
  readonly tokenPath: string;
  readonly clientId: string;
  readonly clientSecretKeyId: string;
  readonly clientSecretCiphertext: string;
  readonly pixKey: string;
  readonly payerQuery: boolean;
  readonly certificate?: string;
  readonly certificateKey: EncryptedValue | null;
  readonly bankAuthority?: string;
  /** None: of a profile that was set before there was any, or as an older charge service lists it. */
  readonly dialect?: StoredDialect | null;
};

/** Nothing of a charge: those are another service's. Pix-out has a scope of its own where a bank has it. */
const MONEY_OUT_SCOPE = 'pix.write pix.read';

const DESTINATIONS = ['key', 'bank_account', 'br_code'] as const satisfies readonly PixOutDestination['kind'][];
export const isPixOutDestination = (word: string): word is PixOutDestination['kind'] =>
  (DESTINATIONS as readonly string[]).includes(word);

/** How a bank sends Pix out by its profile; null: it sends none. */
export function pixOutProfile(stored: StoredPixOut): PixOutProfile | null {
  const { pixOutPath: path, pixOutDestinations: destinations = [], keyOwnerPath, pixOutOneAtATime } = stored;
  if (path == null) return null;
  return {
    path,
    destinations: destinations.length === 0 ? ['key'] : destinations.filter(isPixOutDestination),
    keyOwnerPath: keyOwnerPath ?? null,
    oneAtATime: pixOutOneAtATime ?? false,
  };
}

/**
 * The profile of a service that sends money out. What concerns charges and callbacks alone stays empty: such
 * a service asks a bank for neither. Throws where a secret does not open.
 */
export const moneyOutProfile = (stored: StoredProfile, cipher: Cipher): BankProfile => ({
  id: stored.id,
  livemode: stored.livemode,
  baseUrl: stored.baseUrl,
  basePath: stored.basePath,
  tokenPath: stored.tokenPath,
  clientId: stored.clientId,
  clientSecret: cipher.decrypt({ keyId: stored.clientSecretKeyId, ciphertext: stored.clientSecretCiphertext }),
  scope: MONEY_OUT_SCOPE,
  pixKey: stored.pixKey,
  providerFee: { fixedCents: cents(0), basisPoints: 0 },
  payerQuery: stored.payerQuery,
  pixOut: pixOutProfile(stored),
  receiptPath: null,
  balancePath: null,
  callbackToken: { kind: 'token_in_path', token: '' },
  dialect: storedDialect(stored.dialect ?? {}),
  simulator: stored.simulator,
  tls: tlsOf(stored, cipher),
});

/** Nothing of its own for most banks. */
const tlsOf = ({ certificate, certificateKey, bankAuthority }: StoredProfile, cipher: Cipher): BankTls => ({
  ...(certificate === undefined ? {} : { cert: certificate }),
  ...(certificateKey === null ? {} : { key: cipher.decrypt(certificateKey) }),
  ...(bankAuthority === undefined ? {} : { ca: bankAuthority }),
});
