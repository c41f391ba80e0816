import type { Id } from '@gx/core';
import {
  demandNoneInClear,
  documentOf,
  type NamedCustomer,
  type PersonalDataDeps,
} from '../commands/erase-personal-data.ts';
import { valuesOf } from '../domain/personal-data.ts';

const PAGE = 200;

/**
 * A page of what charges hold of a customer, in the order of their ids: for the customer, who may ask what is
 * known (LGPD, article 18).
 */
export async function exportPersonalData(
  { keys, chargesOfKeys }: PersonalDataDeps,
  customer: NamedCustomer,
  after: Id<'charge'> | undefined,
) {
  const { accountId } = customer;
  const document = documentOf(customer);
  await demandNoneInClear(chargesOfKeys, document, accountId);
  const found = await keys.named(document, accountId === undefined ? {} : { accountId });
  const charges = await chargesOfKeys.page(found, after, PAGE);
  return {
    records: charges.map((charge) => ({
      tenant: charge.tenant,
      chargeId: charge.id,
      createdAtMs: charge.createdAt.getTime(),
      values: { ...valuesOf(charge) },
    })),
    hasMore: charges.length === PAGE,
  };
}
