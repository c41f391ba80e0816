import { type ChargeRecord, paymentIdOf, type RefundRecord, type RunEvidence } from './evidence.ts';
import { sum } from './invariant.ts';
import type { DevolutionRecord } from './records.ts';

/** What banks and acquirers take back by themselves, by their own books. */

const amountOf = ({ amount }: { readonly amount: number | null }): number => amount ?? 0;
const mayBeOut = ({ status }: { readonly status: string }): boolean =>
  status !== 'NAO_REALIZADO' && status !== 'failed';

export const isByBank = ({ nature }: DevolutionRecord): boolean => nature !== undefined;
/** The simulator names so what its acquirer gives back by itself. */
export const isByAcquirer = ({ id }: { readonly id: string }): boolean => id.startsWith('MED');

const STATUS: Readonly<Record<string, string>> = {
  DEVOLVIDO: 'REFUNDED',
  EM_PROCESSAMENTO: 'IN_PROGRESS',
  NAO_REALIZADO: 'FAILED',
  done: 'REFUNDED',
  processing: 'IN_PROGRESS',
  failed: 'FAILED',
};

type BankReturnRecord = {
  readonly charge: ChargeRecord;
  readonly endToEndId: string;
  readonly id: string;
  readonly amount: number;
  readonly status: string;
};

/** Of credited money alone: what goes back before that is no refund of anything. */
export function bankReturnsOf({ charges, pix, orders }: RunEvidence): BankReturnRecord[] {
  const credited = charges.flatMap((charge) => {
    const endToEndId = charge.settlement?.endToEndId;
    return charge.settlement?.postedAt == null || endToEndId === undefined ? [] : [{ charge, endToEndId }];
  });
  return credited.flatMap(({ charge, endToEndId }) => {
    const ofPix = pix.find(({ _id }) => _id === endToEndId)?.devolutions.filter(isByBank) ?? [];
    const order = orders.find((one) => one.payments.some((payment) => paymentIdOf(one, payment) === endToEndId));
    const ofOrder = order?.refunds.filter(isByAcquirer) ?? [];
    return [...ofPix, ...ofOrder].map(({ id, amount, status }) => ({
      charge,
      endToEndId,
      id,
      amount,
      status: STATUS[status] ?? status,
    }));
  });
}

/**
 * Every bank return of a credit stands among the refunds of its charge as at its bank, and the ledger has
 * what is final.
 */
export function unlikeAtBank(evidence: RunEvidence): string[] {
  const rows = evidence.refunds.filter(({ kind }) => kind === 'BANK_RETURN');
  const rowOf = ({ endToEndId, id }: BankReturnRecord): RefundRecord | undefined =>
    rows.find(({ bankId }) => bankId === `${endToEndId}:${id}`);
  return bankReturnsOf(evidence).flatMap((one) => {
    const row = rowOf(one);
    // What came to nothing before anybody saw it was never anything.
    if (row === undefined && one.status === 'FAILED') return [];
    if (row === undefined)
      return [`${one.endToEndId}: the bank took ${one.amount} back by ${one.id}, and no refund says so`];
    // From the wallet, or from what was set aside for a case.
    const isItsEntry = (name: string): boolean =>
      name === `bank_return:${one.endToEndId}:${one.id}:confirm` ||
      (name.startsWith('dispute:') && name.endsWith(`:paid:${one.id}`));
    const booked = evidence.entries.some(({ _id, chargeId }) => chargeId === one.charge._id && isItsEntry(_id));
    return [
      ...(row.status === one.status && row.amount === one.amount && row.chargeId === one.charge._id
        ? []
        : [`${row._id} is ${row.status} of ${row.amount}, at the bank ${one.status} of ${one.amount}`]),
      ...(one.status === 'REFUNDED' && !booked ? [`${row._id}: what the bank took back is still in the wallet`] : []),
    ];
  });
}

/**
 * A Pix-out names no payment at its bank: whose refund it is, we say. What a bank takes back after ours has
 * left is more than anybody can keep it from.
 */
export function moreOutThanIn({ pix, pixOuts, refunds }: RunEvidence): string[] {
  return pix.flatMap(({ _id, amount, devolutions }) => {
    const ids = new Set(refunds.filter(({ endToEndId }) => endToEndId === _id).map(({ bankId }) => bankId));
    const sent = pixOuts.filter((one) => mayBeOut(one) && ids.has(one._id.split('/').at(-1) ?? ''));
    const last = Math.max(...sent.map(({ requestedAt }) => requestedAt.getTime()));
    const isBefore = (one: DevolutionRecord): boolean =>
      sent.length === 0 || !isByBank(one) || (one.requestedAt?.getTime() ?? 0) <= last;
    const out = sum([...devolutions.filter((one) => mayBeOut(one) && isBefore(one)), ...sent].map(amountOf));
    return out > amount ? [`${_id}: ${out} went out of ${amount}`] : [];
  });
}
