import { canonicalJson, type EndToEndId, type EventId, type Id, isoMillis, sha256Hex } from '@gx/core';
import { withoutDebt } from './debt.ts';
import type { EntryListing } from './listing.ts';
import type { Posting } from './postings.ts';
import { type WalletKey, walletKeyOf } from './wallet.ts';

/** What a bank takes back by itself, unique for ever: `bank_return:<end-to-end id>:<devolution id>`. */
export type BankReturnReference = `bank_return:${string}:${string}`;
/** What sends money out by our order: `refund:<refund id>` or `payout:<payout id>`. */
export type OutlayReference = `refund:${string}` | `payout:${string}`;
export type DisputeReference = `dispute:${string}`;
/** What a hold is for, unique for ever: an order of ours, `dispute:<dispute id>`, or a bank return. */
export type HoldReference = OutlayReference | DisputeReference | BankReturnReference;

/** What an entry takes out of the tranche of a charge (below zero), or puts back into it. */
export type TrancheMove = { readonly chargeId: Id<'charge'>; readonly amount: number; readonly releaseAt: Date };

/**
 * What an entry is about, unique in the whole journal: asking for the same thing twice finds the entry that
 * stands.
 */
export type Reference =
  | `paid:${string}`
  | `release:${string}`
  | `suspense:${string}`
  | `returned:${string}`
  | `loss:${string}`
  | `${HoldReference}:${'hold' | 'confirm' | 'void'}`
  // By the bank's own id of the return, or of the devolution that a case about a Pix pays.
  | `${OutlayReference}:returned:${string}`
  | `${DisputeReference}:paid:${string}`;

/** An entry that is wanted, before it has its place in a wallet's chain. */
export type EntryDraft = WalletKey & {
  readonly reference: Reference;
  /** Null for money of no charge. */
  readonly chargeId: Id<'charge'> | null;
  readonly endToEndId: EndToEndId | null;
  readonly postings: readonly Posting[];
  /** At which bank `provider:clearing` moves. Absent where it does not. */
  readonly bankProfileId?: string;
  /** Which tranches fall or rise by it. Absent where none does. */
  readonly tranches?: readonly TrancheMove[];
  /** When the pending credit of this entry becomes available; null when nothing is held. */
  readonly releaseAt: Date | null;
  /** Of a bank return: its row among the refunds. No part of the hash: entries stand that lack it. */
  readonly refundId?: Id<'refund'>;
};

/** An entry that stands: immutable, `seq`-th of its wallet, chained to the one before it. */
export type JournalEntry = EntryDraft & {
  readonly seq: number;
  readonly at: Date;
  readonly hash: string;
  /** Of a merchant's, once it is in the list of its wallet. No part of the hash: it follows from the chain. */
  readonly listing?: EntryListing;
};

export const paidReference = (charge: Id<'charge'>): Reference => `paid:${charge}`;
export const releaseReference = (charge: Id<'charge'>): Reference => `release:${charge}`;

export const suspenseReference = (pix: EndToEndId): Reference => `suspense:${pix}`;
export const returnedReference = (pix: EndToEndId): Reference => `returned:${pix}`;
export const lossReference = (lost: Id<'refund'> | Id<'payout'>): Reference => `loss:${lost}`;

/** A credit is announced to the charge that waits for it; nobody waits for an entry of another kind. */
export const isAnnounced = ({ reference }: EntryDraft): boolean => reference.startsWith('paid:');

/** What a draft says, as one text: two drafts of one reference have to agree on it. */
const statementOf = (draft: EntryDraft): Record<string, unknown> => ({
  ...walletKeyOf(draft),
  reference: draft.reference,
  chargeId: draft.chargeId,
  endToEndId: draft.endToEndId,
  postings: draft.postings.map(({ address, amount }) => ({ address, amount })),
  releaseAt: draft.releaseAt === null ? null : isoMillis(draft.releaseAt),
  ...(draft.bankProfileId === undefined ? {} : { bankProfileId: draft.bankProfileId }),
  ...(draft.tranches === undefined
    ? {}
    : {
        tranches: draft.tranches.map(({ chargeId, amount, releaseAt }) => ({
          chargeId,
          amount,
          releaseAt: isoMillis(releaseAt),
        })),
      }),
});

/**
 * True when both say the same about the same money in the same wallet, whatever was owed where each came to
 * stand.
 */
export const saysTheSame = (one: EntryDraft, other: EntryDraft): boolean =>
  canonicalJson(statementOf(asIfNothingOwed(one))) === canonicalJson(statementOf(asIfNothingOwed(other)));

const asIfNothingOwed = (draft: EntryDraft): EntryDraft => ({ ...draft, postings: withoutDebt(draft.postings) });

/**
 * The link of the chain: SHA-256 over the previous hash, a line feed, and the canonical JSON (RFC 8785) of
 * the hashed part, which is every field of the entry but the hash and what is named so: account, livemode, currency,
 * reference, charge (null for money of none), end-to-end id, postings, release time, bank profile and moved
 * tranches where there are any, seq and time of posting. Before the first entry stands the wallet's genesis.
 * A field may never be added for entries that lack it: their hashes would be others.
 */
export const hashOf = (previous: string, entry: Omit<JournalEntry, 'hash'>): string =>
  sha256Hex(`${previous}\n${canonicalJson({ ...statementOf(entry), seq: entry.seq, at: isoMillis(entry.at) })}`);

/**
 * The id of the event that says an entry stands: derived from its reference, so every publication has the
 * same.
 */
export const entryEventId = (reference: Reference): EventId =>
  `evt_${sha256Hex(`entry:${reference}`).slice(0, 32)}` as EventId;
