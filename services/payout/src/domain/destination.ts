import { createHmac } from 'node:crypto';
import {
  maskedTaxId,
  type PixKeyType,
  parsePixKey,
  readBrCode,
  type TaxDocument,
  type TaxId,
  type Tenant,
} from '@gx/core';

/** Where a payout goes. Personal data: encrypted at rest, never logged. */
export type Destination =
  | { readonly kind: 'key'; readonly type: PixKeyType; readonly key: string }
  | ({ readonly kind: 'bank_account' } & AccountDestination)
  | { readonly kind: 'br_code'; readonly brCode: string };
export type AccountDestination = {
  readonly ispb: string;
  readonly branch: string;
  readonly account: string;
  readonly accountType: AccountType;
  readonly holderName: string;
  readonly holderDocument: TaxDocument;
};
export const ACCOUNT_TYPES = ['checking', 'savings', 'payment'] as const;
export type AccountType = (typeof ACCOUNT_TYPES)[number];
export type DestinationType = PixKeyType | 'bank_account' | 'br_code';

/** The destination as it may be shown and stored in clear: nothing of it names a person. */
export type ShownDestination = { readonly type: DestinationType; readonly masked: string };

/** How a destination is shown (decisions, section 7: `destination: {type, key_masked}`). */
export function shownDestination(destination: Destination): ShownDestination {
  switch (destination.kind) {
    case 'key':
      return { type: destination.type, masked: maskedKey(destination.type, destination.key) };
    case 'bank_account':
      return { type: 'bank_account', masked: `****${destination.account.slice(-4)}` };
    case 'br_code':
      return { type: 'br_code', masked: maskedCode(destination.brCode) };
  }
}

/** Of a document what may be shown of any, of an e-mail the domain, of all else the end. */
function maskedKey(type: PixKeyType, key: string): string {
  switch (type) {
    case 'cpf':
    case 'cnpj':
      return maskedTaxId(key as TaxId).replace(/^\S+ /, '');
    case 'email':
      return `****${key.slice(key.lastIndexOf('@'))}`;
    case 'phone':
    case 'evp':
      return `****${key.slice(-4)}`;
  }
}

/** A location names a charge, and a key perhaps a person: of either the end. */
function maskedCode(brCode: string): string {
  const read = readBrCode(brCode);
  if (typeof read === 'string') return '****';
  return `****${(read.kind === 'static' ? read.key : read.location).slice(-4)}`;
}

/** The key of the directory behind a destination; undefined where there is none to be asked for. */
export function directoryKeyOf(destination: Destination): string | undefined {
  if (destination.kind === 'key') return destination.key;
  if (destination.kind === 'bank_account') return undefined;
  const read = readBrCode(destination.brCode);
  return typeof read === 'string' || read.kind === 'dynamic' ? undefined : parsePixKey(read.key);
}

/**
 * A name for a tenant's destination, in 32 hexadecimal digits, that tells nothing of whose it is without the
 * secret. A static code is the same destination as its key; zeros that lead a branch or an account are none
 * of it.
 */
export const destinationIdentity = (
  secret: Buffer,
  { accountId, livemode }: Tenant,
  destination: Destination,
): string =>
  createHmac('sha256', secret)
    .update(JSON.stringify(['destination', accountId, livemode, ...normalisedDestination(destination)]))
    .digest('hex')
    .slice(0, 32);

/** The same for every way to write one destination. */
export function normalisedDestination(destination: Destination): readonly string[] {
  const key = directoryKeyOf(destination);
  if (key !== undefined) return ['key', key];
  if (destination.kind === 'bank_account') {
    const { ispb, branch, account, accountType } = destination;
    return ['account', ispb, withoutZeros(branch), withoutZeros(account), accountType];
  }
  const read = destination.kind === 'br_code' ? readBrCode(destination.brCode) : 'malformed_br_code';
  if (typeof read === 'string') return ['code', JSON.stringify(destination)];
  return read.kind === 'static' ? ['static', read.key] : ['location', read.location.toLowerCase()];
}

const withoutZeros = (digits: string): string => digits.replace(/^0+(?=.)/, '');
