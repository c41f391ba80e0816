import type { PostedHold } from '@gx/contracts/ledger';
import type { OwnPixOut as PayoutsPixOut } from '@gx/contracts/payout';
import type { OwnPixOut as RefundsPixOut } from '@gx/contracts/refund';
import { type Difference, sumOf, type Totals } from './compare-books.ts';

/** A Pix that we sent for a refund or a payout, as its service has it and as its bank does. */
export type OwnPixOut = {
  /** In the journal, under which its money was set aside. */
  readonly reference: string;
  /** Ours, unique at the bank. */
  readonly bankId: string;
  /** In the smallest unit. */
  readonly amount: number;
  /** How it ended here; undefined while it is under way. */
  readonly ended: 'sent' | 'failed' | undefined;
  /** Null: the bank does not know it. */
  readonly atBank: { readonly status: string; readonly amount: number | null } | null;
};

/** A Pix that we sent, and what the journal has of its hold; null: no entry. */
export type PixOut = { readonly own: OwnPixOut; readonly posted: PostedHold | null };

const FINAL: Readonly<Partial<Record<string, OwnPixOut['ended']>>> = {
  REFUNDED: 'sent',
  PAID: 'sent',
  FAILED: 'failed',
  CANCELLED: 'failed',
};

/** What refund says of a Pix that it sent. */
export const pixOutOfRefund = ({ refundId, bankId, amount, status, atBank }: RefundsPixOut): OwnPixOut => ({
  reference: `refund:${refundId}`,
  bankId,
  amount,
  ended: FINAL[status],
  atBank: atBank ? { status: atBank.status, amount: atBank.amount ?? null } : null,
});

/** What payout says of one. A payout that was returned whole had been sent: its hold is spent all the same. */
export const pixOutOfPayout = (own: PayoutsPixOut): OwnPixOut => ({
  reference: `payout:${own.payoutId}`,
  bankId: own.bankId,
  amount: own.amount,
  ended: own.returned ? 'sent' : FINAL[own.status],
  atBank: own.bankStatus === undefined ? null : { status: own.bankStatus, amount: own.bankAmount ?? null },
});

/**
 * In which way the books differ about one Pix that we sent. What either side has under way is no difference:
 * the other may know its end first.
 */
export const differencesOfPixOut = ({ own, posted }: PixOut): Difference[] => [
  ...differencesAtBank(own),
  ...differencesInJournal(own, posted),
];

function differencesAtBank({ bankId: endToEndId, amount, ended: ours, atBank }: OwnPixOut): Difference[] {
  if (ours === undefined) return [];
  if (!atBank) return ours === 'sent' ? [{ kind: 'out_not_at_bank', endToEndId, bank: null, ours: amount }] : [];
  const { status: theirs, amount: bank = null } = atBank;
  if (theirs !== 'sent' && theirs !== 'failed') return [];
  if (theirs !== ours) return [{ kind: 'out_status_differs', endToEndId, bank, ours: amount }];
  return ours === 'sent' && bank !== null && bank !== amount
    ? [{ kind: 'out_amount_differs', endToEndId, bank, ours: amount }]
    : [];
}

/**
 * A refund or payout is final only after its hold has ended: one that was sent has left the wallet, whole; of one that
 * failed nothing has left, and nothing is set aside any more. A hold that was given back before it was placed
 * has no entries.
 */
function differencesInJournal(
  { bankId, amount, ended: ours, atBank }: OwnPixOut,
  posted: PostedHold | null,
): Difference[] {
  if (ours === undefined) return [];
  const agrees =
    ours === 'sent'
      ? posted?.state === 'COMMITTED' && posted.amount === amount
      : posted === null || posted.state === 'VOIDED';
  if (agrees) return [];
  const bank = atBank?.amount ?? null;
  return [{ kind: 'out_entry_differs', endToEndId: bankId, bank, ours: posted?.amount ?? null }];
}

/**
 * Pix that we sent, in counts and centavos: at the bank and by us; then what of it the journal has as
 * gone.
 */
export function pixOutTotalsOf(pixOuts: readonly PixOut[]): Pick<Totals, 'sent' | 'sentPosted'> {
  const sentAtBank = pixOuts.filter(({ own }) => own.atBank?.status === 'sent');
  const sentByUs = pixOuts.filter(({ own }) => own.ended === 'sent');
  const posted = pixOuts.flatMap((one) => (one.posted?.state === 'COMMITTED' ? [one.posted.amount] : []));
  return {
    sent: {
      bank: sumOf(sentAtBank.map(({ own }) => own.atBank?.amount ?? own.amount)),
      ours: sumOf(sentByUs.map(({ own }) => own.amount)),
    },
    sentPosted: { bank: null, ours: sumOf(posted) },
  };
}
