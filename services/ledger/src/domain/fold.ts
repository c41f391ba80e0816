import { type Cents, cents, invariant, isCents } from '@gx/core';
import { withDebt } from './debt.ts';
import {
  type EntryDraft,
  type HoldReference,
  hashOf,
  type JournalEntry,
  mayOwe,
  type Reference,
  saysTheSame,
} from './entry.ts';
import { decideHold, type Hold, type HoldAct, type HoldConflict } from './hold.ts';
import { isBalanced, movementOf } from './postings.ts';
import { type Wallet, type WalletKey, walletKeyOf } from './wallet.ts';

/** Something that wants to write to a wallet: a draft that is posted whatever the balance, or an act on a hold. */
export type Act =
  | { readonly kind: 'post'; readonly draft: EntryDraft }
  | { readonly kind: 'hold'; readonly act: HoldAct };

/** Why a draft can never become an entry. */
export type RefusalReason = 'balance_out_of_range' | 'reference_says_otherwise';

/** What became of a draft: `posted` now, or `known` because an entry of its reference stood already. */
export type PostOutcome =
  | { readonly kind: 'posted' | 'known'; readonly entry: JournalEntry }
  | { readonly kind: 'refused'; readonly reason: RefusalReason };

/** What became of an act on a hold: the hold as it now stands, or why nothing changed. */
export type HoldOutcome =
  | { readonly kind: 'stands'; readonly hold: Hold }
  | { readonly kind: 'short'; readonly available: Cents; readonly required: Cents }
  | { readonly kind: 'conflict'; readonly reason: HoldConflict }
  | { readonly kind: 'refused'; readonly reason: 'balance_out_of_range' };

export type ActOutcome = PostOutcome | HoldOutcome;

/** What stands in the ledger for a wallet and for the references that the acts name. */
export type Standing = {
  readonly wallet: Wallet;
  readonly entries: ReadonlyMap<Reference, JournalEntry>;
  readonly holds: ReadonlyMap<HoldReference, Hold>;
};

/** N acts as one step of one wallet: what is new in the journal, in order, the holds that changed, the wallet after. */
export type Folded = {
  readonly entries: readonly JournalEntry[];
  readonly holds: readonly Hold[];
  readonly after: Wallet;
  /** One for each act, in their order. */
  readonly outcomes: readonly ActOutcome[];
};

/** The wallet that an act wants to write to. */
export const keyOfAct = (act: Act): WalletKey => walletKeyOf(act.kind === 'post' ? act.draft : act.act);

/**
 * Takes acts one after the other, each on top of what the ones before it left: so two holds that come together are
 * decided as if they had come apart. An act is refused only for a balance that no integer of ours can hold or that
 * would fall below zero; a hold is short when available does not hold it at its place.
 */
export function fold(standing: Standing, acts: readonly Act[], at: Date): Folded {
  let after = standing.wallet;
  const known = new Map(standing.entries);
  const holds = new Map(standing.holds);
  const changed = new Map<HoldReference, Hold>();
  const entries: JournalEntry[] = [];
  /** All of them or none. */
  const append = (drafts: readonly EntryDraft[]): boolean => {
    const chained: JournalEntry[] = [];
    let end = after;
    for (const draft of drafts) {
      const next = chain(end, draft, at);
      if (next === undefined) return false;
      end = next.wallet;
      chained.push(next.entry);
    }
    after = end;
    for (const entry of chained) known.set(entry.reference, entry);
    entries.push(...chained);
    return true;
  };
  const post = (draft: EntryDraft): PostOutcome => {
    const found = known.get(draft.reference);
    if (found !== undefined)
      return saysTheSame(draft, found)
        ? { kind: 'known', entry: found }
        : { kind: 'refused', reason: 'reference_says_otherwise' };
    return append([draft])
      ? { kind: 'posted', entry: known.get(draft.reference) as JournalEntry }
      : { kind: 'refused', reason: 'balance_out_of_range' };
  };
  const hold = (act: HoldAct): HoldOutcome => {
    const decision = decideHold(holds.get(act.reference), act, after.available);
    if (decision.kind !== 'changes') return decision;
    if (!append(decision.entries)) return { kind: 'refused', reason: 'balance_out_of_range' };
    const { hold: next } = decision;
    holds.set(next.reference, next);
    changed.set(next.reference, next);
    return { kind: 'stands', hold: next };
  };
  const outcomes = acts.map((act) => (act.kind === 'post' ? post(act.draft) : hold(act.act)));
  return { entries, holds: [...changed.values()], after, outcomes };
}

type Chained = { readonly entry: JournalEntry; readonly wallet: Wallet };

/** A draft as the next entry of its wallet; undefined when a balance would not fit. */
function chain(wallet: Wallet, draft: EntryDraft, at: Date): Chained | undefined {
  invariant(isBalanced(draft.postings), 'an entry that does not sum to zero reached the journal');
  const postings = withDebt(draft.postings, wallet, mayOwe(draft));
  const moved = movementOf(postings);
  const available = wallet.available + moved.available;
  const pending = wallet.pending + moved.pending;
  const retained = wallet.retained + moved.retained;
  const receivable = wallet.receivable + moved.receivable;
  // All of it together too: what one hold or release moves on must fit where it arrives.
  if (![available, pending, retained, receivable, available + pending + retained].every(isCents)) return undefined;
  const unhashed = { ...draft, postings, seq: wallet.seq + 1, at };
  const entry = { ...unhashed, hash: hashOf(wallet.head, unhashed) };
  return {
    entry,
    wallet: {
      ...wallet,
      available: cents(available),
      pending: cents(pending),
      retained: cents(retained),
      receivable: cents(receivable),
      seq: entry.seq,
      head: entry.hash,
    },
  };
}
