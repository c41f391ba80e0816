import { type Cents, type EndToEndId, type Id, unreachable } from '@gx/core';
import type { Status } from './transitions.ts';

/** One Pix as the bank itself reports it. `settledAt` is the bank's own time of the payment (`horario`), which decides. */
export type PixReceived = { readonly endToEndId: EndToEndId; readonly amount: Cents; readonly settledAt: Date };

/** Why money must not be kept (architecture, section 5). */
export type ReturnReason =
  | 'PAYER_MISMATCH'
  | 'PAYER_UNKNOWN'
  | 'AMOUNT_MISMATCH'
  | 'PAID_AFTER_EXPIRY'
  | 'DUPLICATE_PAYMENT'
  | 'CHARGE_CLOSED'
  | 'CANCELLED_WHILE_HELD'
  // The bank had given it back before we first saw it: never ordered.
  | 'RETURNED_AT_BANK';
/** Whether the payer lock lets a Pix in; what nobody asked yet is null. */
export type PayerVerdict = 'match' | 'mismatch' | 'unknown';
/** What is known about one Pix beside the Pix itself. */
export type Evidence = {
  readonly payer: PayerVerdict | null;
  /** The bank shows all of it as given back already. */
  readonly goneAtBank: boolean;
  /** The id of its return, should it have to go back. */
  readonly returnId: Id<'refund'>;
};
/**
 * `returnId` names the return at the refund service: made with the decision, so that ordering it twice is once. Null only for what an
 * earlier version stored, which ordered nothing.
 */
export type Disposition =
  | { readonly kind: 'accepted' }
  | { readonly kind: 'held' }
  | { readonly kind: 'returned'; readonly reason: ReturnReason; readonly returnId: Id<'refund'> | null };
/** One Pix that arrived and what became of it: written once; only held money is decided about once more. */
export type Receipt = PixReceived & {
  readonly disposition: Disposition;
  readonly disposedAt: Date;
  /** When the refund service said that the money is back at the payer. */
  readonly returnedAt: Date | null;
  /** The order to return it, which is the same event however often it is told. Absent where nothing was ordered, or by an earlier version. */
  readonly ordered?: { readonly sequence: number; readonly at: Date };
  /** When the refund service first said anything of its return: it has the order. */
  readonly takenUpAt?: Date;
};

/** What `dispose` looks at. */
export type Payable = {
  readonly status: Status;
  readonly amount: Cents;
  readonly expiresAt: Date | null;
  readonly receipts: readonly Receipt[];
};

const TAKES_MONEY: ReadonlySet<Status> = new Set(['PENDING', 'WAITING_PAYMENT', 'EXPIRED']);

/**
 * What happens to money that arrived: each Pix is accepted, held or returned, never refused, and never judged twice. The order is the
 * precedence: a second payment is a duplicate whatever its amount, a late one is late whoever paid. Null: it hangs on who
 * paid, and nobody has asked yet.
 */
export function dispose(charge: Payable, pix: PixReceived, evidence: Evidence): Disposition | null {
  const earlier = charge.receipts.find((receipt) => receipt.endToEndId === pix.endToEndId);
  if (earlier !== undefined) return earlier.disposition;
  const reason = reasonToReturn(charge, pix) ?? (evidence.goneAtBank ? 'RETURNED_AT_BANK' : undefined);
  if (reason !== undefined) return returned(reason, evidence);
  switch (evidence.payer) {
    case null:
      return null;
    case 'match':
      return { kind: 'accepted' };
    case 'mismatch':
      return returned('PAYER_MISMATCH', evidence);
    case 'unknown':
      return { kind: 'held' };
    default:
      return unreachable(evidence.payer);
  }
}

/** Why this Pix may not be kept, whoever paid it. */
function reasonToReturn(charge: Payable, pix: PixReceived): ReturnReason | undefined {
  if (charge.receipts.some(({ disposition }) => disposition.kind !== 'returned')) return 'DUPLICATE_PAYMENT';
  if (!TAKES_MONEY.has(charge.status)) return 'CHARGE_CLOSED';
  if (charge.expiresAt === null || pix.settledAt > charge.expiresAt) return 'PAID_AFTER_EXPIRY';
  return pix.amount === charge.amount ? undefined : 'AMOUNT_MISMATCH';
}

const returned = (reason: ReturnReason, { returnId }: Evidence): Disposition => ({
  kind: 'returned',
  reason,
  returnId,
});
