import { type Cents, cents, type EndToEndId, type Id, PLATFORM_ACCOUNT, parseId } from '@gx/core';
import type { BankReturnReference, EntryDraft, TrancheMove } from './entry.ts';
import type { Hold, HoldDecision } from './hold.ts';
import { type MoneyDetails, moneyFault } from './money-details.ts';
import type { Posting } from './postings.ts';
import type { Tranche } from './tranche.ts';
import { type Wallet, type WalletKey, walletKeyOf, walletName } from './wallet.ts';

/** What a bank takes back of credited money, in the state that it shows (decisions, section 9). */
export type BankReturnAct = WalletKey & {
  readonly kind: 'bank_return';
  readonly reference: BankReturnReference;
  readonly status: 'IN_PROGRESS' | 'REFUNDED' | 'FAILED';
  readonly amount: Cents;
  readonly chargeId: Id<'charge'>;
  readonly endToEndId: EndToEndId;
  readonly bankProfileId: string;
  /** Its row among the refunds. */
  readonly refundId?: Id<'refund'>;
};

/**
 * Where money of a wallet is taken from, or given back to: available, tranches of pending, and what the
 * merchant owes from then on.
 */
export type BankDebit = {
  readonly available: Cents;
  readonly tranches: readonly TrancheMove[];
  readonly receivable: Cents;
};

/**
 * What a bank return is decided on: the wallet, its tranches, and which charges' money was released before.
 */
export type BankReturnGround = {
  readonly wallet: Wallet;
  readonly tranches: ReadonlyMap<Id<'charge'>, Tranche>;
  readonly isReleased: (chargeId: Id<'charge'>) => boolean;
};

/** What an event says of a bank return, before anything of it is believed. */
export type BankReturnDetails = MoneyDetails & {
  readonly accountId: string;
  readonly endToEndId: string;
  readonly devolutionId: string;
  readonly refundId: string;
  readonly status: string;
  readonly bankProfileId: string;
  /** What of it the hold of a case pays. */
  readonly fromDispute?: number;
};

/**
 * The act that an event asks for, or why there can never be one. What the hold of a case pays is no bank
 * return: null where that is all of it.
 */
export function bankReturnOf(details: BankReturnDetails): BankReturnAct | string | null {
  const accountId = parseId('account', details.accountId);
  const chargeId = parseId('charge', details.chargeId);
  const { endToEndId, devolutionId, status, livemode, currency, bankProfileId } = details;
  if (accountId === undefined) return 'the account id is malformed';
  if (accountId === PLATFORM_ACCOUNT) return 'the platform has no wallet';
  if (chargeId === undefined) return 'the charge id is malformed';
  if (endToEndId === '' || endToEndId.includes(':')) return 'there is no end-to-end id';
  if (devolutionId === '') return 'there is no devolution id';
  if (status !== 'IN_PROGRESS' && status !== 'REFUNDED' && status !== 'FAILED') return 'the status is unknown';
  const fault = moneyFault(details);
  if (fault !== undefined) return fault;
  const { amount, fromDispute = 0 } = details;
  if (!Number.isSafeInteger(fromDispute) || fromDispute < 0 || fromDispute > amount)
    return 'more of it is from a dispute than there is';
  if (fromDispute === amount) return null;
  const reference: BankReturnReference = `bank_return:${endToEndId}:${devolutionId}`;
  const named = { accountId, livemode, currency, chargeId, bankProfileId, endToEndId: endToEndId as EndToEndId };
  // A row of no known form is refund's to refuse: the money has left all the same.
  const refundId = parseId('refund', details.refundId);
  const row = refundId === undefined ? {} : { refundId };
  return { kind: 'bank_return', reference, status, amount: cents(amount - fromDispute), ...named, ...row };
}

/**
 * Decides one state of a bank return on what stands under its reference. Under way, it is a hold of what is
 * there; executed, it leaves, and what was not held is taken then; failed, it goes back to where it was. A
 * bank may execute what it had given up; what it has executed stands, and charge tells of no end but that: a
 * failure that comes afterwards was told before it, and comes again or late.
 */
export function decideBankReturn(hold: Hold | undefined, act: BankReturnAct, ground: BankReturnGround): HoldDecision {
  if (hold === undefined) return begin(act, ground);
  const named = act.refundId === undefined ? hold : { ...hold, refundId: act.refundId };
  if (walletName(hold) !== walletName(act) || hold.terms?.amount !== act.amount)
    return { kind: 'conflict', reason: 'hold_says_otherwise' };
  if (act.status === 'REFUNDED' && hold.state !== 'COMMITTED') return execute(named, act, ground);
  if (act.status === 'FAILED' && hold.state === 'HELD') return fail(named, ground);
  return { kind: 'stands', hold };
}

function begin(act: BankReturnAct, ground: BankReturnGround): HoldDecision {
  const { reference, amount, chargeId, bankProfileId, endToEndId } = act;
  const terms = { amount, fee: cents(0), feePayer: 'MERCHANT', chargeId, bankProfileId } as const;
  const row = act.refundId === undefined ? {} : { refundId: act.refundId };
  const bare: Hold = { ...walletKeyOf(act), reference, state: 'VOIDED', held: cents(0), terms, endToEndId, ...row };
  switch (act.status) {
    case 'FAILED':
      return changes(bare, []);
    case 'IN_PROGRESS': {
      const taken = take(amount, act, ground, false);
      const hold: Hold = { ...bare, state: 'HELD', held: sumOf(taken), taken };
      return changes(hold, entriesOfBankReturn(hold));
    }
    default:
      return execute(bare, act, ground);
  }
}

function execute(hold: Hold, act: BankReturnAct, ground: BankReturnGround): HoldDecision {
  const held = hold.state === 'HELD' ? hold.held : 0;
  const rest = take(cents(act.amount - held), act, ground, true);
  const ended: Hold = { ...hold, state: 'COMMITTED', rest };
  return changes(ended, entriesOfBankReturn(ended).slice(-1));
}

/** What was pending is pending again, in its tranche; where that was released meanwhile, it is available. */
function fail(hold: Hold, { isReleased }: BankReturnGround): HoldDecision {
  const { available = cents(0), tranches = [] } = hold.taken ?? {};
  const released = tranches.filter(({ chargeId }) => isReleased(chargeId));
  const back: BankDebit = {
    available: cents(released.reduce((sum, { amount }) => sum + amount, available as number)),
    tranches: tranches.filter((one) => !released.includes(one)),
    receivable: cents(0),
  };
  const ended: Hold = { ...hold, state: 'VOIDED', back };
  return changes(ended, hold.held === 0 ? [] : entriesOfBankReturn(ended).slice(-1));
}

const changes = (hold: Hold, entries: readonly EntryDraft[]): HoldDecision => ({ kind: 'changes', hold, entries });

/**
 * Available first, then the tranche of that very charge, then those released last; `mayOwe`: the merchant
 * owes the rest.
 */
function take(
  amount: Cents,
  { chargeId }: BankReturnAct,
  { wallet, tranches }: BankReturnGround,
  mayOwe: boolean,
): BankDebit {
  const available = Math.min(amount, wallet.available);
  let left = amount - available;
  const moves: TrancheMove[] = [];
  for (const tranche of inOrder([...tranches.values()], chargeId)) {
    const moved = Math.min(left, tranche.amount);
    if (moved <= 0) continue;
    moves.push({ chargeId: tranche.chargeId, amount: cents(moved), releaseAt: tranche.releaseAt });
    left -= moved;
  }
  return { available: cents(available), tranches: moves, receivable: cents(mayOwe ? left : 0) };
}

const inOrder = (tranches: readonly Tranche[], own: Id<'charge'>): readonly Tranche[] =>
  tranches.toSorted(
    (a, b) =>
      Number(b.chargeId === own) - Number(a.chargeId === own) ||
      b.releaseAt.getTime() - a.releaseAt.getTime() ||
      (a.chargeId < b.chargeId ? 1 : -1),
  );

const pendingOf = ({ tranches }: BankDebit): number => tranches.reduce((sum, { amount }) => sum + amount, 0);
const sumOf = (debit: BankDebit): Cents => cents(debit.available + pendingOf(debit));

/** The entries that a bank return has, in their order: what was held, what was given back, what left. */
export function entriesOfBankReturn(hold: Hold): readonly EntryDraft[] {
  const { taken, back, rest, held, terms } = hold;
  const isHeld = taken !== undefined && held > 0;
  const wasReleased = back !== undefined;
  return [
    ...(isHeld ? [draft(hold, 'hold', [...debits(taken), post('merchant:retained', -held)], moves(taken, -1))] : []),
    ...(isHeld && wasReleased
      ? [draft(hold, 'void', [post('merchant:retained', held), ...credits(back)], moves(back, 1))]
      : []),
    ...(rest === undefined || terms === null
      ? []
      : [
          draft(
            hold,
            'confirm',
            [
              post('merchant:retained', isHeld && !wasReleased ? held : 0),
              ...debits(rest),
              post('merchant:receivable', rest.receivable),
              post('provider:clearing', -terms.amount),
            ],
            moves(rest, -1),
          ),
        ]),
  ];
}

const post = (address: Posting['address'], amount: number): Posting => ({ address, amount });
const debits = (debit: BankDebit): readonly Posting[] => [
  post('merchant:available', debit.available),
  post('merchant:pending', pendingOf(debit)),
];
const credits = (back: BankDebit): readonly Posting[] => [
  post('merchant:available', -back.available),
  post('merchant:pending', -pendingOf(back)),
];
const moves = ({ tranches }: BankDebit, sign: 1 | -1): readonly TrancheMove[] =>
  tranches.map((one) => ({ ...one, amount: sign * one.amount }));

const draft = (
  hold: Hold,
  end: 'hold' | 'confirm' | 'void',
  postings: readonly Posting[],
  tranches: readonly TrancheMove[],
): EntryDraft => ({
  ...walletKeyOf(hold),
  reference: `${hold.reference}:${end}`,
  chargeId: hold.terms?.chargeId ?? null,
  endToEndId: hold.endToEndId ?? null,
  ...(end === 'confirm' && hold.terms?.bankProfileId !== undefined ? { bankProfileId: hold.terms.bankProfileId } : {}),
  postings: postings.filter(({ amount }) => amount !== 0),
  ...(tranches.length === 0 ? {} : { tranches }),
  releaseAt: null,
  ...(hold.refundId === undefined ? {} : { refundId: hold.refundId }),
});
