import type { Txid } from '@gx/core';
import type { ProviderOrder } from '@gx/providers';
import { traceparent } from '@gx/runtime';
import type { Bank } from '../banks/bank-directory.ts';
import { applyOrderAt, isUpToDate } from '../domain/apply-order-status.ts';
import { isAheadOfClock } from '../domain/bank-clock.ts';
import type { Charge } from '../domain/charge.ts';
import { isMismatch } from '../domain/dispute.ts';
import { returnIdsOf } from '../domain/disputes.ts';
import { orderOptionOf } from '../domain/payment-options.ts';
import type { ApplyDeps } from './apply-provider-charge.ts';
import { warnOfClock } from './bank-clock.ts';
import { recordBankReturns, type ShownDevolution } from './record-bank-returns.ts';
import { shownOrderRefunds } from './shown-devolutions.ts';
import { shownOrder } from './shown-order.ts';

export type ApplyOrderResult = { readonly charge: Charge; readonly outcome: 'complete' | 'open' };

/**
 * Brings a charge to where the acquirer shows an order of it, in one write. Open: something of it waits for
 * the wallet, for the acquirer, or for its time.
 */
export async function applyProviderOrder(
  deps: ApplyDeps,
  bank: Bank,
  found: Charge,
  order: ProviderOrder,
): Promise<ApplyOrderResult> {
  const all = shownOrder(order);
  const ahead = all.payments.filter((payment) => isAheadOfClock({}, payment, deps.now()));
  for (const payment of ahead) warnOfClock(deps, payment, { bank_profile: bank.id, charge_id: found.id });
  const shown = { ...all, payments: all.payments.filter((payment) => !ahead.includes(payment)) };
  const trace = traceparent() ?? null;
  let before = found;
  const charge = await deps.charges.update(found.tenant, found, (current) => {
    before = current;
    return applyOrderAt(current, order.reference as Txid, shown, { now: deps.now(), traceparent: trace });
  });
  report(deps, bank, before, charge);
  const recorded = await recordBankReturns(deps, charge, ofCredit(charge, order));
  return { charge: recorded.charge, outcome: isUpToDate(recorded.charge, all) ? recorded.outcome : 'open' };
}

/**
 * What the acquirer shows as sent back of the credited payment. It does not say of which payment of an order:
 * our returns have their ids, and what is as much as a payment that we have not returned ourselves is that
 * one's, sent back by a person.
 */
function ofCredit(charge: Charge, order: ProviderOrder): readonly ShownDevolution[] {
  const endToEndId = charge.settlement?.endToEndId;
  if (endToEndId === undefined || orderOptionOf(charge, endToEndId)?.txid !== order.reference) return [];
  const done = new Set(order.refunds.filter(({ status }) => status === 'refunded').map(({ id }) => id));
  const returned = charge.payments.filter(({ decision }) => decision.kind === 'returned');
  const ours = new Set(returned.flatMap(returnIdsOf));
  const amounts = returned.filter((one) => !returnIdsOf(one).some((id) => done.has(id))).map(({ amount }) => amount);
  return shownOrderRefunds(order).flatMap((refund) => {
    if (refund.id !== null && ours.has(refund.id)) return [];
    const at = refund.amount === null ? -1 : amounts.indexOf(refund.amount);
    if (at < 0) return [{ ...refund, endToEndId }];
    amounts.splice(at, 1);
    return [];
  });
}

/**
 * Money that goes back is counted in the log, since it goes by itself; a dispute that fits nothing is a
 * person's.
 */
function report({ log }: ApplyDeps, bank: Bank, before: Charge, after: Charge): void {
  for (const { decision } of after.payments.slice(before.payments.length)) {
    if (decision.kind === 'returned')
      log.info({ charge_id: after.id, reason: decision.reason }, 'money that may not be kept goes back');
  }
  for (const dispute of (after.disputes ?? []).slice(before.disputes?.length ?? 0).filter(isMismatch)) {
    log.error(
      { alarm: 'dispute_mismatch', charge_id: after.id, bank_profile: bank.id, dispute_id: dispute.id },
      'a dispute fits no money of its charge',
    );
  }
}
