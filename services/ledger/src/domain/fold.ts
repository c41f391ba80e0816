import { type Cents, cents, type Id, invariant, isCents } from '@gx/core';
import { type BankReturnAct, decideBankReturn } from './bank-return.ts';
import { withDebt } from './debt.ts';
import { type DisputeAct, decideDispute, isDisputeAct } from './dispute.ts';
import {
  type EntryDraft,
  type HoldReference,
  hashOf,
  type JournalEntry,
  type Reference,
  releaseReference,
  saysTheSame,
} from './entry.ts';
import { decideHold, type Hold, type HoldAct, type HoldConflict, type HoldDecision } from './hold.ts';
import { latest, listedEnd, listingOf } from './listing.ts';
import { decidePayoutReturn, type PayoutReturnAct } from './payout-return.ts';
import { isBalanced, movementOf } from './postings.ts';
import { releasedCharge, releaseTranche, type Tranche, trancheOf } from './tranche.ts';
import { type Wallet, type WalletKey, walletKeyOf } from './wallet.ts';

/** What is asked of a hold, by whichever way money moves. */
export type ActOnHold = HoldAct | BankReturnAct | PayoutReturnAct | DisputeAct;

/**
 * Something that wants to write to a wallet: a draft that is posted whatever the balance, or an act on a
 * hold.
 */
export type Act =
  | { readonly kind: 'post'; readonly draft: EntryDraft }
  | { readonly kind: 'hold'; readonly act: ActOnHold };

/** Why a draft can never become an entry. */
export type RefusalReason = 'balance_out_of_range' | 'reference_says_otherwise' | 'tranche_gone';

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
export type WalletSnapshot = {
  readonly wallet: Wallet;
  readonly entries: ReadonlyMap<Reference, JournalEntry>;
  readonly holds: ReadonlyMap<HoldReference, Hold>;
  /** Of the wallet, as far as the acts may move them. */
  readonly tranches: ReadonlyMap<Id<'charge'>, Tranche>;
  /** What is lent for a charge by its holds (decisions A24). */
  readonly lent: ReadonlyMap<Id<'charge'>, Cents>;
};

/**
 * N acts as one step of one wallet: what is new in the journal, in order, the holds that changed, the wallet
 * after.
 */
export type FoldResult = {
  readonly entries: readonly JournalEntry[];
  readonly holds: readonly Hold[];
  /** Tranches that rose or fell, as they are from now on; null: nothing is left of one. */
  readonly tranches: ReadonlyMap<Id<'charge'>, Tranche | null>;
  readonly after: Wallet;
  /** One for each act, in their order. */
  readonly outcomes: readonly ActOutcome[];
};

const OUT_OF_RANGE = { kind: 'refused', reason: 'balance_out_of_range' } as const;

/** The wallet that an act wants to write to. */
export const keyOfAct = (act: Act): WalletKey => walletKeyOf(act.kind === 'post' ? act.draft : act.act);

/**
 * Takes acts one after the other, each on top of what the ones before it left: so two holds that come
 * together are decided as if they had come apart. An act is refused only for a balance that no integer of
 * ours can hold or that would fall below zero; a hold is short when available does not hold it at its place.
 */
export function fold(standing: WalletSnapshot, acts: readonly Act[], { at, creditMax }: FoldTerms): FoldResult {
  let after = standing.wallet;
  const known = new Map(standing.entries);
  const holds = new Map(standing.holds);
  const changed = new Map<HoldReference, Hold>();
  const entries: JournalEntry[] = [];
  const pending = pendingTranches(standing.tranches);
  const lent = new Map(standing.lent);
  /** All of them or none. */
  const append = (drafts: readonly EntryDraft[], mayOwe = false): boolean => {
    const chained: JournalEntry[] = [];
    let end = after;
    for (const draft of drafts) {
      const next = chain(end, draft, { at, mayOwe });
      if (next === undefined) return false;
      end = next.wallet;
      chained.push(next.entry);
    }
    after = end;
    for (const entry of chained) known.set(entry.reference, entry);
    for (const entry of chained) pending.apply(entry);
    entries.push(...chained);
    return true;
  };
  const post = (request: EntryDraft): PostOutcome => {
    const found = known.get(request.reference);
    if (found !== undefined)
      return isReleaseOf(request) || saysTheSame(request, found)
        ? { kind: 'known', entry: found }
        : { kind: 'refused', reason: 'reference_says_otherwise' };
    const draft = isReleaseOf(request) ? pending.release(request) : request;
    if (draft === undefined) return { kind: 'refused', reason: 'tranche_gone' };
    return append([draft]) ? { kind: 'posted', entry: known.get(draft.reference) as JournalEntry } : OUT_OF_RANGE;
  };
  const decide = (act: ActOnHold): HoldDecision => {
    const stands = holds.get(act.reference);
    if (isDisputeAct(act)) return decideDispute(stands, act);
    if (act.kind === 'payout_return') return decidePayoutReturn(stands, act);
    if (act.kind === 'bank_return') {
      const isReleased = (chargeId: Id<'charge'>): boolean => known.has(releaseReference(chargeId));
      return decideBankReturn(stands, act, { wallet: after, tranches: pending.tranches, isReleased });
    }
    const lentBefore = lentFor(lent, act.terms?.chargeId);
    return decideHold(stands, act, { wallet: after, lentBefore, creditMax });
  };
  const hold = (act: ActOnHold): HoldOutcome => {
    const decision = decide(act);
    if (decision.kind !== 'changes') return decision;
    const { hold: next, entries: drafts, mayOwe } = decision;
    if (!append(drafts, mayOwe)) return OUT_OF_RANGE;
    noteLent(lent, next);
    holds.set(next.reference, next);
    changed.set(next.reference, next);
    return { kind: 'stands', hold: next };
  };
  const outcomes = acts.map((act) => (act.kind === 'post' ? post(act.draft) : hold(act.act)));
  return { entries, holds: [...changed.values()], tranches: pending.changed, after, outcomes };
}

/** When it is done, and what a wallet may be lent in all (decisions A24). */
export type FoldTerms = { readonly at: Date; readonly creditMax: Cents };

const isReleaseOf = ({ reference }: EntryDraft): boolean => reference.startsWith('release:');

const lentFor = (lent: ReadonlyMap<Id<'charge'>, Cents>, chargeId: Id<'charge'> | null | undefined): Cents =>
  (chargeId ? lent.get(chargeId) : undefined) ?? cents(0);

/** What is lent for a charge rises with a hold, and falls when it is voided. */
function noteLent(lent: Map<Id<'charge'>, Cents>, { lent: amount, terms, state }: Hold): void {
  if (amount === undefined || terms?.chargeId == null || state === 'COMMITTED') return;
  const before = lent.get(terms.chargeId) ?? 0;
  lent.set(terms.chargeId, cents(state === 'HELD' ? before + amount : Math.max(0, before - amount)));
}

/** Tranches on their way through a fold: what an entry opens, releases, takes out of one or puts back. */
function pendingTranches(before: ReadonlyMap<Id<'charge'>, Tranche>) {
  const tranches = new Map(before);
  const changed = new Map<Id<'charge'>, Tranche | null>();
  return {
    tranches: tranches as ReadonlyMap<Id<'charge'>, Tranche>,
    changed: changed as ReadonlyMap<Id<'charge'>, Tranche | null>,
    /** The release of what a tranche holds now; undefined when it is gone. */
    release({ chargeId }: EntryDraft): EntryDraft | undefined {
      const tranche = chargeId === null ? undefined : tranches.get(chargeId);
      return tranche === undefined ? undefined : releaseTranche(tranche);
    },
    apply(entry: JournalEntry): void {
      const opened = trancheOf(entry);
      if (opened !== undefined) tranches.set(opened.chargeId, opened);
      const released = releasedCharge(entry);
      if (released !== undefined) {
        tranches.delete(released);
        changed.delete(released);
      }
      for (const { chargeId, amount, releaseAt } of entry.tranches ?? []) {
        const left = (tranches.get(chargeId)?.amount ?? 0) + amount;
        const tranche = { ...walletKeyOf(entry), chargeId, amount: cents(left), releaseAt };
        if (left === 0) tranches.delete(chargeId);
        else tranches.set(chargeId, tranche);
        changed.set(chargeId, left === 0 ? null : tranche);
      }
    },
  };
}

type ChainLink = { readonly entry: JournalEntry; readonly wallet: Wallet };

/** A draft as the next entry of its wallet; undefined when a balance would not fit. */
function chain(
  wallet: Wallet,
  draft: EntryDraft,
  { at, mayOwe }: { readonly at: Date; readonly mayOwe: boolean },
): ChainLink | undefined {
  invariant(isBalanced(draft.postings), 'an entry that does not sum to zero reached the journal');
  const postings = withDebt(draft.postings, wallet, mayOwe);
  const moved = movementOf(postings);
  const available = wallet.available + moved.available;
  const pending = wallet.pending + moved.pending;
  const retained = wallet.retained + moved.retained;
  const receivable = wallet.receivable + moved.receivable;
  // All of it together too: what one hold or release moves on must fit where it arrives.
  if (![available, pending, retained, receivable, available + pending + retained].every(isCents)) return undefined;
  const end = listedEnd(wallet);
  const unhashed = { ...draft, postings, seq: wallet.seq + 1, at: end === undefined ? at : latest(at, end.at) };
  const hashed = { ...unhashed, hash: hashOf(wallet.head, unhashed) };
  const entry = end === undefined ? hashed : { ...hashed, listing: listingOf(end, hashed) };
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
      ...(end === undefined ? {} : { listed: { seq: entry.seq, at: entry.at } }),
    },
  };
}
