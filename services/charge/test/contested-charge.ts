import { cents, type EndToEndId, newId } from '@gx/core';
import type { BankReturnStatus } from '../src/domain/bank-return.ts';
import type { Charge, ChargeEvent, Decision, RefundStatus } from '../src/domain/charge.ts';
import { decideConfirmed } from '../src/domain/decide-confirmed.ts';
import type { Dispute } from '../src/domain/dispute.ts';
import { disputesOf } from '../src/domain/disputes.ts';
import { markPaid } from '../src/domain/mark-paid.ts';
import { applyCase, type CaseDecision, type ShownCase } from '../src/domain/pix-case.ts';
import { recordBankReturns } from '../src/domain/record-bank-returns.ts';
import { progressRefund } from '../src/domain/refund-progress.ts';
import { arrival, arrived, changed, NOW, pendingCharge, presentedCharge } from './pending-charge.ts';

export const PIX = 'E1' as EndToEndId;
export const AMOUNT = 1_000;

/** A charge of 10.00 whose Pix is in the wallet. */
export const paid = (): Charge => {
  const accepted = changed(decideConfirmed(presentedCharge(pendingCharge()), arrival(arrived('E1')), NOW));
  return changed(markPaid(accepted, { endToEndId: PIX }, NOW));
};
export const shown = (change: Partial<ShownCase> = {}): ShownCase => ({
  id: newId('dispute'),
  providerId: 'med-1',
  endToEndId: PIX,
  amount: cents(AMOUNT),
  status: 'open',
  reason: 'fraud',
  evidenceDueBy: null,
  updatedAt: null,
  ...change,
});

/** A charge on its way through decisions, and every event so far. */
export type Life = { readonly charge: Charge; readonly events: readonly ChargeEvent[]; readonly last: string };
export const begin = (charge: Charge = paid()): Life => ({ charge, events: [], last: '' });
export function next({ charge, events }: Life, decision: Decision | CaseDecision | { readonly kind: string }): Life {
  if (decision.kind !== 'change' || !('charge' in decision)) return { charge, events, last: decision.kind };
  return { charge: decision.charge, events: [...events, ...decision.events], last: 'change' };
}
export const says = (life: Life, change: Partial<ShownCase> = {}): Life =>
  next(life, applyCase(life.charge, shown(change), NOW));
export const takes = (
  life: Life,
  devolutionId: string,
  amount: number,
  status: BankReturnStatus,
  isOfCase = true,
): Life =>
  next(
    life,
    recordBankReturns(
      life.charge,
      [
        {
          ...{ id: newId('refund'), endToEndId: PIX, devolutionId, amount: cents(amount), status, isOfCase },
          reason: isOfCase ? 'MED_FRAUD' : 'BANK_RETURN',
        },
      ],
      NOW,
    ),
  );
export const refunds = (
  life: Life,
  id: ReturnType<typeof newId<'refund'>>,
  amount: number,
  status: RefundStatus,
): Life => next(life, progressRefund(life.charge, { id, amount: cents(amount), status, initiator: 'merchant' }, NOW));

export const kinds = ({ events }: Life): string[] =>
  events.map((event) =>
    event.type === 'charge.dispute_closed'
      ? `closed ${event.dispute.status} ${event.paid}`
      : event.type === 'charge.dispute_paid'
        ? `paid ${event.bankReturn.dispute?.amount}`
        : event.type.replace('charge.', ''),
  );
export const only = ({ charge }: Life): Dispute => {
  const [one] = disputesOf(charge);
  if (one === undefined) throw new Error('no dispute');
  return one;
};
