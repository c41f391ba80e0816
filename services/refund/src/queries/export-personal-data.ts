import type { Id } from '@gx/core';
import type { NamedPayee, PayeeErasure } from '../store/customer-keys.ts';
import type { RefundsOfPayees } from '../store/refunds-of-payees.ts';

export type ExportPersonalDataDeps = { readonly payees: PayeeErasure; readonly ofPayees: RefundsOfPayees };

const PAGE = 200;

/** A page of what refunds hold of whom they went to, in the order of their ids (LGPD, article 18). */
export async function exportPersonalData(
  { payees, ofPayees }: ExportPersonalDataDeps,
  payee: NamedPayee,
  after: Id<'refund'> | undefined,
) {
  const refunds = await ofPayees.page(await payees.keysOf(payee), after, PAGE);
  return {
    records: refunds.map(({ tenant, id, createdAt, destinationKey }) => ({
      tenant,
      id,
      createdAtMs: createdAt.getTime(),
      values: destinationKey === null ? {} : { destinationKey },
    })),
    hasMore: refunds.length === PAGE,
  };
}
