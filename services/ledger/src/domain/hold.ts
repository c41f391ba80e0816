import { addCents, type Cents, cents, type EndToEndId, type Id, parseId } from '@gx/core';
import { type BankDebit, entriesOfBankReturn } from './bank-return.ts';
import { entriesOfCase, isPaidInParts, type PaidPart } from './dispute.ts';
import type { EntryDraft, HoldReference, OutlayReference } from './entry.ts';
import { type PayoutReturn, type PayoutReturnConflict, returnedEntries, returnedHold } from './payout-return.ts';
import { confirmPostings, holdPostings, type Outlay, providerFeeOf, voidPostings } from './postings.ts';
import { type Wallet, type WalletKey, walletKeyOf, walletName } from './wallet.ts';

export type HoldState = 'HELD' | 'COMMITTED' | 'VOIDED';

/** What a hold was placed for, in the smallest unit. */
export type HoldTerms = Outlay & {
  /** The charge whose money goes back; null when there is none. */
  readonly chargeId: Id<'charge'> | null;
  /** The bank that it leaves from. */
  readonly bankProfileId?: string;
  /** How much of a shortfall may be lent over all holds of the charge (decisions A24). Absent: nothing. */
  readonly creditMax?: Cents;
};

/**
 * Money set aside in a wallet, and what became of it. A reference that was voided before it was placed has no
 * terms.
 */
export type Hold = WalletKey & {
  readonly reference: HoldReference;
  readonly state: HoldState;
  /** What left available. */
  readonly held: Cents;
  readonly terms: HoldTerms | null;
  /** What of it was lent to the merchant (decisions A24). Absent: nothing. */
  readonly lent?: Cents;
  /**
   * Of a bank return: the payment, its row among the refunds, what was held of where, where that went back to, and what else was taken
   * when it was executed.
   */
  readonly endToEndId?: EndToEndId;
  readonly refundId?: Id<'refund'>;
  readonly taken?: BankDebit;
  readonly back?: BankDebit;
  readonly rest?: BankDebit;
  /** Of what was sent: what the bank has returned of it, the first that came first. Absent: nothing. */
  readonly returns?: readonly PayoutReturn[];
  /** Of a case about a Pix: the devolutions that were paid, and what was given back when it was over. */
  readonly paid?: readonly PaidPart[];
  readonly released?: Cents;
};

/** What somebody asks of a hold. */
export type HoldAct = WalletKey & { readonly reference: HoldReference } & (
    | { readonly kind: 'place'; readonly terms: HoldTerms }
    /**
     * With terms it says all that placing it would have said: where nothing stands yet, it is placed first.
     */
    | { readonly kind: 'commit' | 'void'; readonly terms?: HoldTerms }
  );

/**
 * Why an act contradicts what stands. Each is somebody's bug: the asker is refused, a person is told, nothing
 * changes.
 */
export type HoldConflict =
  | 'hold_voided'
  | 'hold_committed'
  | 'hold_says_otherwise'
  | 'hold_unknown'
  | PayoutReturnConflict;

export type HoldDecision =
  | { readonly kind: 'stands'; readonly hold: Hold }
  /**
   * The hold as it is from now on, and its new entries; a reference that is voided before it was placed moves
   * nothing.
   */
  | {
      readonly kind: 'changes';
      readonly hold: Hold;
      readonly entries: readonly EntryDraft[];
      /** What the wallet has not is owed by its merchant. */
      readonly mayOwe?: boolean;
    }
  | { readonly kind: 'short'; readonly available: Cents; readonly required: Cents }
  | { readonly kind: 'conflict'; readonly reason: HoldConflict };

/** What each act does to a hold that stands: another state, the answer that stands, or a conflict. */
// biome-ignore format: one row per act, read as a table
const MOVES = {
  place:  { HELD: 'stands',    COMMITTED: 'stands',         VOIDED: 'stands' },
  commit: { HELD: 'COMMITTED', COMMITTED: 'stands',         VOIDED: 'hold_voided' },
  void:   { HELD: 'VOIDED',    COMMITTED: 'hold_committed', VOIDED: 'stands' },
} as const satisfies Record<HoldAct['kind'], Record<HoldState, HoldState | 'stands' | HoldConflict>>;

/**
 * What a hold is decided on: the wallet at that very place, what is lent for the charge already, and what a
 * wallet may be lent in all.
 */
export type HoldGround = { readonly wallet: Wallet; readonly lentBefore: Cents; readonly creditMax: Cents };

/** Decides one act on what stands under its reference. */
export function decideHold(hold: Hold | undefined, act: HoldAct, ground: HoldGround): HoldDecision {
  if (hold === undefined) return begin(act, ground);
  const mayBe = act.kind === 'place' || !isPaidInParts(hold);
  if (!agrees(hold, act) || !mayBe) return conflict('hold_says_otherwise');
  const move = MOVES[act.kind][hold.state];
  if (move === 'stands') return { kind: 'stands', hold };
  if (move !== 'COMMITTED' && move !== 'VOIDED') return conflict(move);
  const ended = { ...hold, state: move };
  return { kind: 'changes', hold: ended, entries: entriesOf(ended).slice(-1) };
}

/** What the terms take out of available: a fee that the platform bears is none of the merchant's. */
export const heldOf = ({ amount, fee, feePayer }: HoldTerms): Cents =>
  feePayer === 'MERCHANT' ? addCents(amount, fee) : amount;

/**
 * The entries that a hold in this state has, in their order. What stands in the journal has to say the same.
 */
export function entriesOf(hold: Hold): readonly EntryDraft[] {
  if (isBankReturn(hold)) return entriesOfBankReturn(hold);
  if (isPaidInParts(hold)) return entriesOfCase(hold);
  const { terms, state } = hold;
  if (terms === null) return [];
  const placed = draft(hold, terms, 'hold', holdPostings(heldOf(terms)));
  if (state === 'HELD') return [placed];
  return state === 'COMMITTED'
    ? [placed, draft(hold, terms, 'confirm', confirmPostings(terms)), ...returnedEntries(hold)]
    : [placed, draft(hold, terms, 'void', voidPostings(heldOf(terms)))];
}

/**
 * Reads the reference of a hold as it comes by RPC; undefined if it is none, or one of those that come by
 * events alone.
 */
export function parseHoldReference(text: string): OutlayReference | undefined {
  const [kind, id = '', ...rest] = text.split(':');
  if (rest.length > 0 || (kind !== 'refund' && kind !== 'payout') || parseId(kind, id) !== id) return undefined;
  return `${kind}:${id}`;
}

const ENTRY_OF_HOLD = /^((?:(?:refund|dispute|payout):[^:]+)|(?:bank_return:[^:]+:.+)):(?:hold|confirm|void)$/;
const PAID_ENTRY = /^(dispute:[^:]+):paid:/;

export const isBankReturn = ({ reference }: Pick<Hold, 'reference'>): boolean => reference.startsWith('bank_return:');

/** The hold that an entry belongs to, by its reference; undefined for entries of other kinds. */
export const holdOfEntry = (reference: string): HoldReference | undefined =>
  returnedHold(reference) ??
  ((PAID_ENTRY.exec(reference) ?? ENTRY_OF_HOLD.exec(reference))?.[1] as HoldReference | undefined);

/** A dispute takes what is there and is owed the rest; a spender has to have it. */
const isOwed = (reference: HoldReference): boolean => reference.startsWith('dispute:');

/**
 * The first act on a reference. Voiding it closes it: a caller that asks to place it later finds it voided.
 */
function begin(act: HoldAct, ground: HoldGround): HoldDecision {
  const { available } = ground.wallet;
  const named = { ...walletKeyOf(act), reference: act.reference };
  if (act.terms !== undefined) {
    const held = heldOf(act.terms);
    const lent = isOwed(act.reference) ? cents(0) : cents(Math.max(0, held - available));
    if (lent > creditOf(act.terms, ground)) return { kind: 'short', available, required: held };
    const credit = lent === 0 ? {} : { lent };
    const hold: Hold = { ...named, state: BEGUN_AS[act.kind], held, terms: act.terms, ...credit };
    return { kind: 'changes', hold, entries: entriesOf(hold), mayOwe: lent > 0 || isOwed(act.reference) };
  }
  if (act.kind === 'commit') return conflict('hold_unknown');
  return { kind: 'changes', hold: { ...named, state: 'VOIDED', held: cents(0), terms: null }, entries: [] };
}

/** What may still be lent: to the charge, and to the wallet, whatever it owes for. */
function creditOf(
  { creditMax = cents(0) }: HoldTerms,
  { wallet, lentBefore, creditMax: walletMax }: HoldGround,
): Cents {
  return cents(Math.max(0, Math.min(creditMax - lentBefore, walletMax - wallet.receivable)));
}

const BEGUN_AS = { place: 'HELD', commit: 'COMMITTED', void: 'VOIDED' } as const satisfies Record<
  HoldAct['kind'],
  HoldState
>;

const conflict = (reason: HoldConflict): HoldDecision => ({ kind: 'conflict', reason });

const draft = (
  hold: Hold,
  { chargeId, bankProfileId }: HoldTerms,
  end: 'hold' | 'confirm' | 'void',
  postings: EntryDraft['postings'],
): EntryDraft => ({
  ...walletKeyOf(hold),
  reference: `${hold.reference}:${end}`,
  chargeId,
  endToEndId: null,
  ...(end === 'confirm' && bankProfileId !== undefined ? { bankProfileId } : {}),
  postings,
  releaseAt: null,
});

/** The same wallet and, where both name them, the same terms. */
function agrees(hold: Hold, act: HoldAct): boolean {
  if (walletName(hold) !== walletName(act)) return false;
  if (act.kind !== 'place' || hold.terms === null) return true;
  const { terms } = act;
  const { amount, fee, feePayer, chargeId } = hold.terms;
  const isFee = fee === terms.fee && feePayer === terms.feePayer && providerFeeOf(hold.terms) === providerFeeOf(terms);
  return amount === terms.amount && isFee && chargeId === terms.chargeId;
}
