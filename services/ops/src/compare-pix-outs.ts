import type { PostedHold } from '@gx/contracts/ledger';
import type { OwnPixOut } from '@gx/contracts/refund';
import { type Difference, sumOf, type Totals } from './compare-books.ts';

/**
 * A Pix that we sent: what refund and its bank say of it, and what the journal has of its hold; null: no
 * entry.
 */
export type PixOut = { readonly own: OwnPixOut; readonly posted: PostedHold | null };

/** The reference in the journal under which the money of a refund was set aside. */
export const holdOf = ({ refundId }: Pick<OwnPixOut, 'refundId'>): string => `refund:${refundId}`;

const FINAL: Readonly<Partial<Record<string, 'sent' | 'failed'>>> = { REFUNDED: 'sent', FAILED: 'failed' };

/**
 * In which way the books differ about one Pix that we sent. What either side has under way is no difference:
 * the other may know its end first.
 */
export const differencesOfPixOut = ({ own, posted }: PixOut): Difference[] => [
  ...differencesAtBank(own),
  ...differencesInJournal(own, posted),
];

function differencesAtBank({ bankId: endToEndId, amount, status, atBank }: OwnPixOut): Difference[] {
  const ours = FINAL[status];
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
 * A refund is final only after its hold has ended: one that was sent has left the wallet, whole; of one that
 * failed nothing has left, and nothing is set aside any more. A hold that was given back before it was placed
 * has no entries.
 */
function differencesInJournal({ bankId, amount, status, atBank }: OwnPixOut, posted: PostedHold | null): Difference[] {
  const ours = FINAL[status];
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
 * Pix that we sent, in counts and centavos: at the bank and by refund; then what of it the journal has as
 * gone.
 */
export function pixOutTotalsOf(pixOuts: readonly PixOut[]): Pick<Totals, 'sent' | 'sentPosted'> {
  const sentAtBank = pixOuts.filter(({ own }) => own.atBank?.status === 'sent');
  const sentByUs = pixOuts.filter(({ own }) => FINAL[own.status] === 'sent');
  const posted = pixOuts.flatMap((one) => (one.posted?.state === 'COMMITTED' ? [one.posted.amount] : []));
  return {
    sent: {
      bank: sumOf(sentAtBank.map(({ own }) => own.atBank?.amount ?? own.amount)),
      ours: sumOf(sentByUs.map(({ own }) => own.amount)),
    },
    sentPosted: { bank: null, ours: sumOf(posted) },
  };
}
