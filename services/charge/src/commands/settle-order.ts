import type { ProviderOrder } from '@gx/acquirer';
import type { Txid } from '@gx/core';
import { traceparent } from '@gx/runtime';
import type { Bank } from '../banks/bank-directory.ts';
import type { Charge } from '../domain/charge.ts';
import { isMisfit } from '../domain/disputes.ts';
import { followAt, hasFollowed } from '../domain/follow-order.ts';
import type { SettleDeps } from './settle-books.ts';
import { shownOrder } from './shown-order.ts';

export type SettledOrder = { readonly charge: Charge; readonly outcome: 'complete' | 'open' };

/** Brings a charge to where the acquirer shows an order of it, in one write. Open: something of it waits for the wallet, or for the acquirer. */
export async function settleOrder(
  deps: SettleDeps,
  bank: Bank,
  found: Charge,
  order: ProviderOrder,
): Promise<SettledOrder> {
  const shown = shownOrder(order);
  const trace = traceparent() ?? null;
  let before = found;
  const charge = await deps.charges.update(found.tenant, found, (current) => {
    before = current;
    return followAt(current, order.reference as Txid, shown, { now: deps.now(), traceparent: trace });
  });
  report(deps, bank, before, charge);
  return { charge, outcome: hasFollowed(charge, shown) ? 'complete' : 'open' };
}

/** Money that goes back is counted in the log, since it goes by itself; a dispute that fits nothing is a person's. */
function report({ log }: SettleDeps, bank: Bank, before: Charge, after: Charge): void {
  for (const { disposition } of after.receipts.slice(before.receipts.length)) {
    if (disposition.kind === 'returned')
      log.info({ charge_id: after.id, reason: disposition.reason }, 'money that may not be kept goes back');
  }
  for (const dispute of (after.disputes ?? []).slice(before.disputes?.length ?? 0).filter(isMisfit)) {
    log.error(
      { alarm: 'dispute_misfit', charge_id: after.id, bank_profile: bank.id, dispute_id: dispute.id },
      'a dispute fits no money of its charge',
    );
  }
}
