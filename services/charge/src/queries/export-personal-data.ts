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
  { keys, chargesOfKeys, payers }: PersonalDataDeps,
  customer: NamedCustomer,
  after: Id<'charge'> | undefined,
) {
  const { accountId } = customer;
  const document = documentOf(customer);
  await demandNoneInClear(chargesOfKeys, document, accountId);
  const found = await keys.named(document, accountId === undefined ? {} : { accountId });
  const own = new Set(found.map(({ id }) => id));
  const charges = await chargesOfKeys.page(found, after, PAGE);
  const payerDocuments = await Promise.all(charges.map(payers.documentOf));
  return {
    records: charges.map((charge, at) => ({
      tenant: charge.tenant,
      chargeId: charge.id,
      createdAtMs: charge.createdAt.getTime(),
      // A charge may name two persons: who exports one sees nothing of the other.
      values: {
        ...(own.has(charge.personalData?.keyId ?? '') ? valuesOf(charge) : {}),
        ...(own.has(charge.paidBy?.keyId ?? '') ? payerOf(payerDocuments[at]) : {}),
      },
    })),
    hasMore: charges.length === PAGE,
  };
}

const payerOf = (document: string | undefined): Readonly<Record<string, string>> =>
  document === undefined ? {} : { 'payer.document': document };
