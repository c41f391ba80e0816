import type { Cents } from '@gx/core';
import type { EntryDraft, OutlayReference } from './entry.ts';
import type { Hold, HoldDecision } from './hold.ts';
import { payoutReturnPostings } from './postings.ts';
import { type WalletKey, walletKeyOf, walletName } from './wallet.ts';

/** What a bank returned of a Pix-out that had arrived, by its own id of the return. */
export type PayoutReturn = { readonly returnId: string; readonly amount: Cents; readonly bankProfileId: string };

/**
 * A return is to be credited: once per (hold, return id), however often it comes (decisions, sections 7 and
 * 8).
 */
export type PayoutReturnAct = WalletKey &
  PayoutReturn & {
    readonly kind: 'payout_return';
    /** Of what was sent. */
    readonly reference: OutlayReference;
    /** Of a refund: the charge. Absent: the caller does not say. */
    readonly chargeId?: string;
  };

/** Why a return contradicts what stands: another one has its id, nothing was sent, or more than was sent. */
export type PayoutReturnConflict = 'return_says_otherwise' | 'hold_not_committed' | 'returns_exceed_hold';

/** Decides one return on the hold of what was sent. */
export function decidePayoutReturn(hold: Hold | undefined, act: PayoutReturnAct): HoldDecision {
  if (hold === undefined) return conflict('hold_unknown');
  if (walletName(hold) !== walletName(act)) return conflict('return_says_otherwise');
  if (hold.state !== 'COMMITTED' || hold.terms === null) return conflict('hold_not_committed');
  const { returnId, amount, bankProfileId } = act;
  const { returns = [], terms } = hold;
  const stands = returns.find((one) => one.returnId === returnId);
  if (act.chargeId !== undefined && act.chargeId !== terms.chargeId) return conflict('return_says_otherwise');
  if (stands !== undefined) {
    const isSame = stands.amount === amount && stands.bankProfileId === bankProfileId;
    return isSame ? { kind: 'stands', hold } : conflict('return_says_otherwise');
  }
  const total = returns.reduce((sum, one) => sum + one.amount, amount as number);
  if (total > terms.amount) return conflict('returns_exceed_hold');
  const after = { ...hold, returns: [...returns, { returnId, amount, bankProfileId }] };
  return { kind: 'changes', hold: after, entries: returnedEntries(after).slice(-1) };
}

/** An entry for each return; what is owed is paid of it first, as of every credit. */
export const returnedEntries = (hold: Hold): readonly EntryDraft[] =>
  (hold.returns ?? []).map(({ returnId, amount, bankProfileId }) => ({
    ...walletKeyOf(hold),
    reference: `${hold.reference as OutlayReference}:returned:${returnId}`,
    chargeId: hold.terms?.chargeId ?? null,
    endToEndId: null,
    bankProfileId,
    postings: payoutReturnPostings(amount),
    releaseAt: null,
  }));

const RETURNED = /^((?:refund|payout):[^:]+):returned:/;

/** The hold of what was sent, by the reference of an entry that credits a return of it. */
export const returnedHold = (reference: string): OutlayReference | undefined =>
  RETURNED.exec(reference)?.[1] as OutlayReference | undefined;

const conflict = (reason: PayoutReturnConflict | 'hold_unknown'): HoldDecision => ({ kind: 'conflict', reason });
