import { cents, invariant, isCents } from '@gx/core';
import { type EntryDraft, hashOf, type JournalEntry } from './entry.ts';
import { isBalanced, movementOf } from './postings.ts';
import type { Wallet } from './wallet.ts';

/** Why a draft can never become an entry. */
export type RefusalReason = 'balance_out_of_range' | 'reference_says_otherwise';
export type Refused = { readonly draft: EntryDraft; readonly reason: RefusalReason };

/** N drafts as one step of one wallet: the entries in order, the wallet after the last of them, what did not fit. */
export type Folded = {
  readonly entries: readonly JournalEntry[];
  readonly after: Wallet;
  readonly refused: readonly Refused[];
};

/**
 * Appends drafts to a wallet's chain. Nothing here can fail for lack of a wallet or of rights: only a balance that no
 * integer of ours can hold, or that would fall below zero, is refused, draft by draft.
 */
export function fold(wallet: Wallet, drafts: readonly EntryDraft[], at: Date): Folded {
  const entries: JournalEntry[] = [];
  const refused: Refused[] = [];
  let after = wallet;
  for (const draft of drafts) {
    const next = append(after, draft, at);
    if (next === undefined) refused.push({ draft, reason: 'balance_out_of_range' });
    else {
      entries.push(next.entry);
      after = next.wallet;
    }
  }
  return { entries, after, refused };
}

type Appended = { readonly entry: JournalEntry; readonly wallet: Wallet };

function append(wallet: Wallet, draft: EntryDraft, at: Date): Appended | undefined {
  invariant(isBalanced(draft.postings), 'an entry that does not sum to zero reached the journal');
  const moved = movementOf(draft.postings);
  const available = wallet.available + moved.available;
  const pending = wallet.pending + moved.pending;
  const retained = wallet.retained + moved.retained;
  // The total too: it is what a client is shown, and two halves that fit do not make a sum that fits.
  if (![available, pending, retained, available + pending + retained].every(isCents)) return undefined;
  const unhashed = { ...draft, seq: wallet.seq + 1, at };
  const entry = { ...unhashed, hash: hashOf(wallet.head, unhashed) };
  return {
    entry,
    wallet: {
      ...wallet,
      available: cents(available),
      pending: cents(pending),
      retained: cents(retained),
      seq: entry.seq,
      head: entry.hash,
    },
  };
}

/** Each reference once, in the order of first sight. */
export function firstOfEach(drafts: readonly EntryDraft[]): readonly EntryDraft[] {
  const firsts = new Map<string, EntryDraft>();
  for (const draft of drafts) if (!firsts.has(draft.reference)) firsts.set(draft.reference, draft);
  return [...firsts.values()];
}
