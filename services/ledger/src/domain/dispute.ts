import { type Cents, cents, type EndToEndId, PLATFORM_ACCOUNT, parseId } from '@gx/core';
import type { DisputeReference, EntryDraft } from './entry.ts';
import type { Hold, HoldAct, HoldConflict, HoldDecision, HoldTerms } from './hold.ts';
import { bankOf, type MoneyDetails, moneyFault } from './money-details.ts';
import { holdPostings, type Posting, voidPostings } from './postings.ts';
import { type WalletKey, walletKeyOf, walletName } from './wallet.ts';

/** What an event says of a dispute, before anything of it is believed. */
export type DisputeDetails = MoneyDetails & {
  readonly accountId: string;
  readonly disputeId: string;
  readonly bankProfileId?: string;
};

/**
 * What becomes of the hold of a case about a Pix: a devolution is paid from it, or the case is over and what
 * no devolution takes is released. `paid`: what devolutions take in all, those included that come later.
 */
export type DisputeAct = WalletKey & {
  readonly reference: DisputeReference;
  readonly terms: HoldTerms;
} & (
    | ({ readonly kind: 'pay' } & Pick<PaidPart, 'devolutionId' | 'endToEndId' | 'amount'>)
    | { readonly kind: 'settle'; readonly paid: Cents }
  );
/**
 * A devolution that was paid, and how much of it from the hold: what that has not is taken from the wallet.
 */
export type PaidPart = {
  readonly devolutionId: string;
  readonly endToEndId: EndToEndId;
  readonly amount: Cents;
  readonly fromHold: Cents;
};

export const isDisputeAct = (act: { readonly kind: string }): act is DisputeAct =>
  act.kind === 'pay' || act.kind === 'settle';

/**
 * A dispute is a hold of the disputed amount, which is placed even where the wallet is short: the rest is
 * owed (decisions A65). Or why there can never be one.
 */
export function openDispute(details: DisputeDetails): HoldAct | string {
  const named = namedBy(details);
  return typeof named === 'string' ? named : { ...named, kind: 'place' };
}

/**
 * The end of a dispute. It says all that the beginning said, so one that nobody heard of is booked from its
 * beginning. What it says of charge and amount is checked against nothing but itself where a hold stands: the
 * hold knows. Of a card the hold is voided when it is won, and leaves the acquirer's account when it is lost.
 * Of a Pix, which says what was `paid`, losing moves nothing: devolutions do (decisions, section 9).
 */
export function closeDispute(
  details: DisputeDetails & { readonly won: boolean; readonly paid?: number },
): HoldAct | DisputeAct | string {
  const named = namedBy(details);
  if (typeof named === 'string') return named;
  const { won, paid, amount } = details;
  if (paid === undefined) return { ...named, kind: won ? 'void' : 'commit' };
  if (!Number.isSafeInteger(paid) || paid < 0 || paid > amount) return 'more is paid of the dispute than is disputed';
  return { ...named, kind: 'settle', paid: cents(paid) };
}

/** A devolution that the hold of a case pays, or why there can never be one. */
export function payFromDispute(
  details: DisputeDetails & {
    readonly endToEndId: string;
    readonly devolutionId: string;
    readonly paidAmount: number;
  },
): DisputeAct | string {
  const named = namedBy(details);
  if (typeof named === 'string') return named;
  const { devolutionId, endToEndId, paidAmount } = details;
  if (endToEndId === '') return 'there is no end-to-end id';
  if (devolutionId === '') return 'there is no devolution id';
  const fault = moneyFault({ ...details, amount: paidAmount });
  if (fault !== undefined) return fault;
  return { ...named, kind: 'pay', devolutionId, endToEndId: endToEndId as EndToEndId, amount: cents(paidAmount) };
}

function namedBy(details: DisputeDetails) {
  const accountId = parseId('account', details.accountId);
  const chargeId = parseId('charge', details.chargeId);
  const disputeId = parseId('dispute', details.disputeId);
  if (accountId === undefined) return 'the account id is malformed';
  if (accountId === PLATFORM_ACCOUNT) return 'the platform has no wallet';
  if (chargeId === undefined) return 'the charge id is malformed';
  if (disputeId === undefined) return 'the dispute id is malformed';
  const fault = moneyFault(details);
  if (fault !== undefined) return fault;
  const { livemode, currency } = details;
  const terms = {
    amount: cents(details.amount),
    fee: cents(0),
    feePayer: 'MERCHANT',
    chargeId,
    ...bankOf(details),
  } as const;
  return { accountId, livemode, currency, reference: `dispute:${disputeId}`, terms } as const;
}

/**
 * Decides what becomes of the hold of a case, in whatever order it comes: where nothing stands yet the hold
 * is placed first. Nothing is refused for lack of money: what a devolution takes beyond the hold comes out of
 * the wallet, or is owed. A devolution is paid once, and a case is over once.
 */
export function decideDispute(hold: Hold | undefined, act: DisputeAct): HoldDecision {
  const placed = hold ?? placedBy(act);
  if (walletName(placed) !== walletName(act) || !isAbout(placed, act)) return says('hold_says_otherwise');
  // Ended whole, as that of a card.
  if (placed.state !== 'HELD' && !isPaidInParts(placed))
    return says(placed.state === 'VOIDED' ? 'hold_voided' : 'hold_committed');
  const entries = hold === undefined ? entriesOfCase(placed) : [];
  const after = act.kind === 'pay' ? pay(placed, act) : settle(placed, act.paid);
  if (after === 'says_otherwise') return says('hold_says_otherwise');
  if (after === undefined)
    return hold === undefined
      ? { kind: 'changes', hold: placed, entries, mayOwe: true }
      : { kind: 'stands', hold: placed };
  const { moved, ...next } = after;
  return { kind: 'changes', hold: next.hold, entries: [...entries, ...moved], mayOwe: true };
}

const says = (reason: HoldConflict): HoldDecision => ({ kind: 'conflict', reason });

function placedBy(act: DisputeAct): Hold {
  const { reference, terms } = act;
  return { ...walletKeyOf(act), reference, state: 'HELD', held: terms.amount, terms };
}

const isAbout = ({ terms }: Hold, act: DisputeAct): boolean =>
  terms !== null && terms.amount === act.terms.amount && terms.chargeId === act.terms.chargeId;

type Step = { readonly hold: Hold; readonly moved: readonly EntryDraft[] };

/** Undefined: it is paid already. */
function pay(hold: Hold, { devolutionId, endToEndId, amount }: DisputeAct & { readonly kind: 'pay' }) {
  const parts = hold.paid ?? [];
  const known = parts.find((part) => part.devolutionId === devolutionId);
  if (known !== undefined) return known.amount === amount ? undefined : 'says_otherwise';
  const part: PaidPart = { devolutionId, endToEndId, amount, fromHold: cents(Math.min(amount, leftOf(hold))) };
  return { hold: ended({ ...hold, paid: [...parts, part] }), moved: [paidEntry(hold, part)] } satisfies Step;
}

/** Undefined: it is over already. */
function settle(hold: Hold, paid: Cents): Step | undefined {
  if (hold.released !== undefined || hold.state !== 'HELD') return undefined;
  const released = cents(Math.max(0, hold.held - Math.max(paid, paidOf(hold))));
  const after = ended({ ...hold, released });
  return { hold: after, moved: released === 0 ? [] : [releasedEntry(after, released)] };
}

/** A hold that has nothing left is over: spent if any of it was. */
const ended = (hold: Hold): Hold =>
  leftOf({ ...hold, state: 'HELD' }) > 0
    ? { ...hold, state: 'HELD' }
    : { ...hold, state: (hold.paid ?? []).length > 0 ? 'COMMITTED' : 'VOIDED' };

const paidOf = ({ paid = [] }: Hold): number => paid.reduce((sum, { fromHold }) => sum + fromHold, 0);
const leftOf = (hold: Hold): number => (hold.state === 'HELD' ? hold.held - paidOf(hold) - (hold.released ?? 0) : 0);

/** Whether a hold ends part by part, as that of a case about a Pix. */
export const isPaidInParts = ({ paid, released }: Pick<Hold, 'paid' | 'released'>): boolean =>
  paid !== undefined || released !== undefined;

/** The entries of such a hold: it was placed, devolutions were paid, and what was left was released. */
export function entriesOfCase(hold: Hold): readonly EntryDraft[] {
  const { held, paid = [], released = cents(0) } = hold;
  return [
    draft(hold, 'hold', holdPostings(held)),
    ...paid.map((part) => paidEntry(hold, part)),
    ...(released > 0 ? [releasedEntry(hold, released)] : []),
  ];
}

const releasedEntry = (hold: Hold, released: Cents): EntryDraft => draft(hold, 'void', voidPostings(released));

const paidEntry = (hold: Hold, { devolutionId, endToEndId, amount, fromHold }: PaidPart): EntryDraft => ({
  ...draft(hold, `paid:${devolutionId}`, [
    { address: 'merchant:retained', amount: fromHold },
    { address: 'merchant:available', amount: amount - fromHold },
    { address: 'provider:clearing', amount: 0 - amount },
  ]),
  endToEndId,
  ...(hold.terms?.bankProfileId === undefined ? {} : { bankProfileId: hold.terms.bankProfileId }),
});

const draft = (hold: Hold, end: 'hold' | 'void' | `paid:${string}`, postings: readonly Posting[]): EntryDraft => ({
  ...walletKeyOf(hold),
  reference: `${hold.reference as DisputeReference}:${end}`,
  chargeId: hold.terms?.chargeId ?? null,
  endToEndId: null,
  postings: postings.filter(({ amount }) => amount !== 0),
  releaseAt: null,
});
