import type { Id } from '@gx/core';
import { heldOf } from '../domain/payee.ts';
import type { NamedPayee, PayeeErasure } from '../store/customer-keys.ts';
import type { PayoutsOfPayees } from '../store/payouts-of-payees.ts';

export type ExportPersonalDataDeps = { readonly payees: PayeeErasure; readonly ofPayees: PayoutsOfPayees };

const PAGE = 200;

/** A page of what payouts hold of a payee, in the order of their ids (LGPD, article 18). */
export async function exportPersonalData(
  { payees, ofPayees }: ExportPersonalDataDeps,
  payee: NamedPayee,
  after: Id<'payout'> | undefined,
) {
  const payouts = await ofPayees.page(await payees.keysOf(payee), after, PAGE);
  return {
    records: payouts.map(({ secrets, ...payout }) => ({
      tenant: payout.tenant,
      id: payout.id,
      createdAtMs: payout.createdAt.getTime(),
      values: { ...heldOf(payout, secrets) },
    })),
    hasMore: payouts.length === PAGE,
  };
}
