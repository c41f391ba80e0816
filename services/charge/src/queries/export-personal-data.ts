import type { Id, PersonalValues } from '@gx/core';
import {
  type CustomerOfCharge,
  chargeWithoutDocument,
  demandNoneInClear,
  documentOf,
  type NamedCustomer,
  type PersonalDataDeps,
} from '../commands/erase-personal-data.ts';
import type { Charge } from '../domain/charge.ts';
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
  const payerDocuments = await Promise.all(
    charges.map((charge) => (own.has(charge.paidBy?.keyId ?? '') ? payers.documentOf(charge) : undefined)),
  );
  return {
    records: charges.map((charge, at) =>
      // A charge may name two persons: who exports one sees nothing of the other.
      recordOf(charge, {
        ...(own.has(charge.personalData?.keyId ?? '') ? valuesOf(charge) : {}),
        ...payerOf(payerDocuments[at]),
      }),
    ),
    hasMore: charges.length === PAGE,
  };
}

/** What one charge holds of a customer without a document. */
export async function exportPersonalDataOfCharge(deps: PersonalDataDeps, customer: CustomerOfCharge) {
  const charge = await chargeWithoutDocument(deps, customer);
  const values = valuesOf(charge);
  return { records: charge.isErased || Object.keys(values).length === 0 ? [] : [recordOf(charge, values)] };
}

const recordOf = ({ tenant, id: chargeId, createdAt }: Charge, values: PersonalValues) => ({
  tenant,
  chargeId,
  createdAtMs: createdAt.getTime(),
  values: { ...values },
});

const payerOf = (document: string | undefined): Readonly<Record<string, string>> =>
  document === undefined ? {} : { 'payer.document': document };
