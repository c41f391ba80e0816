import { addMillis, cents, type EndToEndId, type Id } from '@gx/core';
import type { BankReturnAct } from '../src/domain/bank-return.ts';
import { type EntryDraft, type JournalEntry, paidReference, releaseReference } from '../src/domain/entry.ts';
import { type Act, type ActOnHold, fold, type WalletSnapshot } from '../src/domain/fold.ts';
import type { HoldAct } from '../src/domain/hold.ts';
import type { PayoutReturnAct } from '../src/domain/payout-return.ts';
import { paidPostings } from '../src/domain/postings.ts';
import { releasedCharge, trancheOf } from '../src/domain/tranche.ts';
import { unopenedWallet, type WalletKey } from '../src/domain/wallet.ts';

/** An id that looks like ours, of a number: the same in each run. */
export const numbered = (nth: number): string => `019ae000-0000-7000-8000-${nth.toString(16).padStart(12, '0')}`;
const charge = (nth: number): Id<'charge'> => numbered(nth) as Id<'charge'>;
const pix = (nth: number): EndToEndId => `E${String(nth).padStart(31, '0')}` as EndToEndId;

/** How many charges, refunds, payouts, disputes and returns the random life of a wallet is about, each. */
const MANY = 12;

/** One step of a random life: numbers that `actOf` makes something of. */
export type Chance = { readonly what: number; readonly nth: number; readonly amount: number };

/** Everything that a merchant's wallet may be told; `wave` sets the ids of one stretch of life apart. */
export function actOf(key: WalletKey, { what, nth: chosen, amount: some }: Chance, wave = 0): Act {
  const nth = wave * MANY + (chosen % MANY);
  const amount = cents(1 + (some % 2_000));
  const hold = (act: WithoutWallet<ActOnHold>): Act => ({ kind: 'hold', act: { ...key, ...act } as ActOnHold });
  const rows: readonly (() => Act)[] = [
    () => ({ kind: 'post', draft: paid(key, nth) }),
    () => ({ kind: 'post', draft: paid(key, nth + 0x1000000) }),
    () => ({ kind: 'post', draft: release(key, nth) }),
    () => hold({ ...refund(nth, amount), kind: 'place' }),
    () => hold({ reference: `refund:${numbered(nth)}`, kind: 'commit' }),
    () => hold({ reference: `refund:${numbered(nth)}`, kind: 'void' }),
    () => hold({ ...payout(nth, amount), kind: 'place' }),
    () => hold({ reference: `payout:${numbered(nth)}`, kind: 'commit' }),
    () => hold({ reference: `payout:${numbered(nth)}`, kind: 'void' }),
    () => hold(payoutReturn(nth, some)),
    () => hold({ ...dispute(nth), kind: 'place' }),
    () => hold({ reference: `dispute:${numbered(nth)}`, kind: 'commit' }),
    () => hold({ reference: `dispute:${numbered(nth)}`, kind: 'void' }),
    () => hold(bankReturn(nth, 'IN_PROGRESS')),
    () => hold(bankReturn(nth, 'REFUNDED')),
    () => hold(bankReturn(nth, 'FAILED')),
  ];
  return (rows[what % rows.length] as () => Act)();
}

type WithoutWallet<T> = T extends unknown ? Omit<T, keyof WalletKey> : never;
type Placed = Required<Pick<Extract<HoldAct, { kind: 'place' }>, 'reference' | 'terms'>>;

/** So late that nobody but a step of the life releases it. */
const RELEASE_AT = new Date('2036-01-01T00:00:00.000Z');

/** Half of them are held back. */
function paid(key: WalletKey, nth: number): EntryDraft {
  const isDelayed = nth % 2 === 0;
  const amount = 700 + (nth % 300);
  return {
    ...key,
    reference: paidReference(charge(nth)),
    chargeId: charge(nth),
    endToEndId: pix(nth),
    postings: paidPostings({ amount: cents(amount), providerFee: cents(10), platformFee: cents(nth % 50) }, isDelayed),
    bankProfileId: 'bank',
    releaseAt: isDelayed ? RELEASE_AT : null,
  };
}

const release = (key: WalletKey, nth: number): EntryDraft => ({
  ...key,
  reference: releaseReference(charge(nth)),
  chargeId: charge(nth),
  endToEndId: null,
  // What a fold makes of it is what the tranche holds by then.
  postings: [
    { address: 'merchant:pending', amount: 1 },
    { address: 'merchant:available', amount: -1 },
  ],
  releaseAt: null,
});

const refund = (nth: number, amount: number): Placed => ({
  reference: `refund:${numbered(nth)}`,
  terms: {
    amount: cents(amount),
    fee: cents(nth % 3 === 0 ? 0 : 50),
    feePayer: nth % 3 === 1 ? 'PLATFORM' : 'MERCHANT',
    chargeId: charge(nth),
    creditMax: cents(60),
  },
});

const payout = (nth: number, amount: number): Placed => ({
  reference: `payout:${numbered(nth)}`,
  terms: {
    amount: cents(amount),
    fee: cents(80),
    feePayer: 'MERCHANT',
    chargeId: null,
    providerFee: cents(20 * (nth % 6)),
  },
});

const dispute = (nth: number): Placed => ({
  reference: `dispute:${numbered(nth)}`,
  terms: { amount: cents(700 + nth), fee: cents(0), feePayer: 'MERCHANT', chargeId: charge(nth) },
});

const payoutReturn = (nth: number, some: number): Omit<PayoutReturnAct, keyof WalletKey> => ({
  kind: 'payout_return',
  reference: `${some % 2 === 0 ? 'payout' : 'refund'}:${numbered(nth)}`,
  returnId: `D${some % 4}`,
  amount: cents(1 + (some % 4) * 100),
  bankProfileId: 'bank',
});

const bankReturn = (nth: number, status: BankReturnAct['status']): Omit<BankReturnAct, keyof WalletKey> => ({
  kind: 'bank_return',
  reference: `bank_return:${pix(nth)}:D:${nth}`,
  status,
  amount: cents(500 + (nth % 100)),
  chargeId: charge(nth),
  endToEndId: pix(nth),
  bankProfileId: 'bank',
  refundId: numbered(0x2000000 + nth) as Id<'refund'>,
});

/** A ledger in memory that follows the store's rules; each act is folded alone, a minute after the one before. */
export function live(key: WalletKey, chances: readonly Chance[], from: Date) {
  let standing: WalletSnapshot = {
    wallet: unopenedWallet(key),
    entries: new Map(),
    holds: new Map(),
    tranches: new Map(),
    lent: new Map(),
  };
  const journal: JournalEntry[] = [];
  for (const [minute, chance] of chances.entries()) {
    const at = addMillis(from, minute * 60_000);
    const folded = fold(standing, [actOf(key, chance)], { at, creditMax: cents(1_000) });
    const tranches = new Map(standing.tranches);
    for (const entry of folded.entries) {
      const opened = trancheOf(entry);
      if (opened !== undefined) tranches.set(opened.chargeId, opened);
      const released = releasedCharge(entry);
      if (released !== undefined) tranches.delete(released);
    }
    for (const [id, tranche] of folded.tranches) tranche === null ? tranches.delete(id) : tranches.set(id, tranche);
    journal.push(...folded.entries);
    standing = {
      ...standing,
      wallet: folded.after,
      tranches,
      entries: new Map(journal.map((entry) => [entry.reference, entry])),
      holds: new Map([...standing.holds, ...folded.holds.map((one) => [one.reference, one] as const)]),
    };
  }
  return { standing, journal };
}
