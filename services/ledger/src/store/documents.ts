import type { Cents, EndToEndId, Id } from '@gx/core';
import type { HoldReference, JournalEntry, Reference, TrancheMove } from '../domain/entry.ts';
import type { Hold, HoldState, HoldTerms } from '../domain/hold.ts';
import type { Posting } from '../domain/postings.ts';
import type { Tranche } from '../domain/tranche.ts';
import { type Wallet, type WalletKey, walletKeyOf } from '../domain/wallet.ts';
import type { EntryDocument, HoldDocument, TrancheDocument, WalletDocument } from './models.ts';

type StoredKey = Pick<WalletDocument, 'accountId' | 'livemode' | 'currency'>;

/**
 * Brands what the database gives back; the verifier must see a document as it is, so nothing is checked here.
 */
export const toKey = ({ accountId, livemode, currency }: StoredKey): WalletKey => ({
  accountId: accountId as Id<'account'>,
  livemode,
  currency,
});

export const toWallet = (document: WalletDocument): Wallet => ({
  ...toKey(document),
  available: document.available as Cents,
  pending: document.pending as Cents,
  retained: document.retained as Cents,
  receivable: document.receivable as Cents,
  seq: document.seq,
  head: document.head,
});

export const toEntry = (document: EntryDocument): JournalEntry => ({
  ...toKey(document),
  reference: document._id as Reference,
  chargeId: document.chargeId as Id<'charge'> | null,
  endToEndId: document.endToEndId as EndToEndId | null,
  postings: document.postings as readonly Posting[],
  ...(document.bankProfileId === undefined ? {} : { bankProfileId: document.bankProfileId }),
  ...(document.tranches === undefined ? {} : { tranches: document.tranches as readonly TrancheMove[] }),
  releaseAt: document.releaseAt,
  seq: document.seq,
  at: document.at,
  hash: document.hash,
});

export const fromEntry = (entry: JournalEntry): Omit<EntryDocument, 'outbox'> => ({
  _id: entry.reference,
  ...walletKeyOf(entry),
  seq: entry.seq,
  chargeId: entry.chargeId,
  endToEndId: entry.endToEndId,
  postings: entry.postings,
  ...(entry.bankProfileId === undefined ? {} : { bankProfileId: entry.bankProfileId }),
  ...(entry.tranches === undefined ? {} : { tranches: entry.tranches }),
  releaseAt: entry.releaseAt,
  at: entry.at,
  hash: entry.hash,
});

export const toTranche = (document: TrancheDocument): Tranche => ({
  ...toKey(document),
  chargeId: document._id as Id<'charge'>,
  amount: document.amount as Cents,
  releaseAt: document.releaseAt,
});

export const toHold = (document: HoldDocument): Hold => ({
  ...toKey(document),
  reference: document._id as HoldReference,
  state: document.state as HoldState,
  held: document.held as Cents,
  terms: document.terms as HoldTerms | null,
  ...(document.lent === undefined ? {} : { lent: document.lent as Cents }),
  ...bankReturnFields(document as unknown as BankReturnFields),
});

type BankReturnFields = Pick<Hold, 'endToEndId' | 'taken' | 'back' | 'rest'>;

/** What only the hold of a bank return has; absent stays absent. */
const bankReturnFields = ({ endToEndId, taken, back, rest }: BankReturnFields): BankReturnFields => ({
  ...(endToEndId === undefined ? {} : { endToEndId }),
  ...(taken === undefined ? {} : { taken }),
  ...(back === undefined ? {} : { back }),
  ...(rest === undefined ? {} : { rest }),
});

export const fromHold = (hold: Hold): HoldDocument => ({
  _id: hold.reference,
  ...walletKeyOf(hold),
  state: hold.state,
  held: hold.held,
  terms: hold.terms,
  ...(hold.lent === undefined ? {} : { lent: hold.lent }),
  ...(bankReturnFields(hold) as Partial<HoldDocument>),
});
