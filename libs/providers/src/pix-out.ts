import type { Cents, EndToEndId, TaxDocument } from '@gx/core';

/** What a bank that sends Pix out can do of it. */
export type PixOutCapabilities = {
  readonly destinations: readonly PixOutDestination['kind'][];
  /** It says who owns a key before anything is sent. */
  readonly keyOwner: boolean;
  /** Its account sends one Pix at a time: the next waits until the one before it has ended. */
  readonly oneAtATime: boolean;
};

/** An account at any bank of the SPI. Personal data. */
export type BankAccount = {
  /** 8 digits or capital letters, of the bank. */
  readonly ispb: string;
  /** Digits: the branch without its check digit, the account with it. */
  readonly branch: string;
  readonly account: string;
  readonly accountType: 'checking' | 'savings' | 'payment';
  readonly holderName: string;
  readonly holderDocument: TaxDocument;
};
/**
 * Where a Pix goes. Personal data: stored encrypted or not at all, never logged. `owner`: the bank sends
 * nothing to a key of somebody else, and declines with `WRONG_OWNER`.
 */
export type PixOutDestination =
  | { readonly kind: 'key'; readonly key: string; readonly owner?: TaxDocument }
  | ({ readonly kind: 'bank_account' } & BankAccount)
  | { readonly kind: 'br_code'; readonly brCode: string };

/**
 * What sending a Pix out says to the bank. A code that names another amount, or whose charge does, is declined.
 */
export type PixOutTerms = {
  readonly amount: Cents;
  readonly destination: PixOutDestination;
  readonly text?: string;
};
/** What is sent: `id` is ours, 1 to 35 letters and digits, unique at the bank; `body` is of `pixOutRequest`. */
export type PixOutRequest = {
  readonly id: string;
  readonly kind: PixOutDestination['kind'];
  readonly body: string;
};

/** Money of a sent Pix that came back after it had arrived, under the bank's id of the return. */
export type PixOutReturn = { readonly id: string; readonly amount: Cents };
/** A Pix that we sent, or are sending. */
export type ProviderPixOut = {
  /** The id that we gave it. */
  readonly id: string;
  readonly endToEndId: EndToEndId | null;
  readonly amount: Cents | null;
  /** One that came back whole is `sent` still. */
  readonly status: 'in_progress' | 'sent' | 'failed' | 'unrecognised';
  readonly reason: string | null;
  /** All that has come back so far; one on its way back is not among them yet. */
  readonly returns: readonly PixOutReturn[];
};
/** Whose a key is, by the directory. Personal data. */
export type PixKeyOwner = { readonly document: TaxDocument; readonly name: string | null };

/** The code of a `sendPix` whose id the bank has already, for this Pix or for another: `getSentPix` tells. */
export const DUPLICATE_ID = 'duplicate_id';
/** The code of a `sendPix` to a key that belongs to somebody else than its `owner`: nothing was sent. */
export const WRONG_OWNER = 'wrong_owner';
