import { documentKey, type Id, notFound, Refusal } from '@gx/core';
import type { Logger } from '@gx/runtime';
import type { Charge } from '../domain/charge.ts';
import { valuesOf } from '../domain/personal-data.ts';
import type { ChargesOfKeys } from '../store/charges-of-keys.ts';
import type { CustomerKeys, OwnedKey } from '../store/customer-keys.ts';
import type { OlderEvidence } from '../store/older-evidence.ts';
import type { Payers } from '../store/payers.ts';
import type { SingleKeys } from '../store/single-keys.ts';

export type PersonalDataDeps = {
  readonly keys: CustomerKeys;
  readonly chargesOfKeys: ChargesOfKeys;
  readonly payers: Payers;
  readonly singleKeys: SingleKeys;
  readonly olderEvidence: Pick<OlderEvidence, 'isThere'>;
  readonly log: Logger;
};
/** A person: by the document that merchants gave or banks reported, at one account or at all. */
export type NamedCustomer = { readonly document: string; readonly accountId: Id<'account'> | undefined };

const NAMED_MAX = 5;

/**
 * Destroys the keys of a customer, in two steps. A charge that can still be paid keeps its customer, since
 * somebody is about to be charged, and so does one in a case, whose evidence is still to be read.
 */
export async function erasePersonalData(deps: PersonalDataDeps, customer: NamedCustomer) {
  const { keys, chargesOfKeys, log } = deps;
  const document = documentOf(customer);
  const { accountId } = customer;
  await demandNoneInClear(chargesOfKeys, document, accountId);
  const found = await keys.named(document, accountId === undefined ? {} : { accountId });
  await demandNoneOpen(chargesOfKeys, found);
  await demandNoOlderEvidence(deps, found);
  const { destroyed, waitMs, inForceAfterMs } = await keys.erase(found.map(({ id }) => id));
  const counts = await Promise.all(found.filter(({ id }) => destroyed.includes(id)).map(chargesOfKeys.count));
  const charges = counts.reduce((sum, count) => sum + count, 0);
  if (destroyed.length > 0) log.info({ keys: destroyed.length, charges }, 'personal data of a customer was erased');
  return { keys: destroyed.length, charges, waitMs, inForceAfterMs };
}

/** A customer without a document, by the one charge that names it. */
export type CustomerOfCharge = Omit<NamedCustomer, 'document'> & { readonly chargeId: Id<'charge'> };

/**
 * The same of a customer without a document: the key is of the charge alone, and nothing new goes under it.
 */
export async function erasePersonalDataOfCharge(deps: PersonalDataDeps, customer: CustomerOfCharge) {
  const charge = await chargeWithoutDocument(deps, customer);
  if (charge.personalData === undefined || charge.isErased) return { keys: 0, charges: 0, waitMs: 0 };
  const key = { id: charge.personalData.keyId, tenant: charge.tenant };
  await demandNoneOpen(deps.chargesOfKeys, [key]);
  await demandNoOlderEvidence(deps, [key]);
  const { destroyed, inForceAfterMs } = await deps.singleKeys.erase(key);
  const count = destroyed ? 1 : 0;
  if (destroyed) deps.log.info({ keys: count, charges: count }, 'personal data of a customer was erased');
  return { keys: count, charges: count, waitMs: 0, inForceAfterMs };
}

/**
 * The charge; a Refusal where its customer has a document, by which all its charges are found, or is in the
 * clear.
 */
export async function chargeWithoutDocument(
  { chargesOfKeys, singleKeys }: PersonalDataDeps,
  { chargeId, accountId }: CustomerOfCharge,
): Promise<Charge> {
  const charge = await chargesOfKeys.byId(chargeId);
  if (charge === undefined || (accountId ?? charge.tenant.accountId) !== charge.tenant.accountId)
    throw notFound('charge');
  const { personalData } = charge;
  if (personalData === undefined && Object.keys(valuesOf(charge)).length > 0)
    throw failed('personal_data_in_clear', 'A version before stored the charge.');
  if (personalData === undefined || charge.isErased || (await singleKeys.isSingle(personalData.keyId))) return charge;
  throw new Refusal('invalid_request', 'The customer of the charge has a document: name that.', { param: 'charge_id' });
}

/** The document as it was given; Refusal `invalid_document` for one that names nobody. */
export function documentOf({ document }: NamedCustomer): string {
  if (documentKey(document) !== '') return document;
  throw new Refusal('invalid_document', 'Name the document of the customer.', { param: 'document' });
}

/** Charges of before are under no key: neither the export nor the erasure of a customer would be whole. */
export async function demandNoneInClear(
  charges: ChargesOfKeys,
  document: string,
  accountId: Id<'account'> | undefined,
): Promise<void> {
  const clear = await charges.inClear(document, accountId);
  if (clear > 0) throw failed('personal_data_in_clear', `${clear} charges of an older version name the customer.`);
}

async function demandNoneOpen(charges: ChargesOfKeys, found: readonly OwnedKey[]): Promise<void> {
  const open = (await Promise.all(found.map((key) => charges.open(key, NAMED_MAX)))).flat();
  if (open.length === 0) return;
  const some = open.slice(0, NAMED_MAX).join(', ');
  throw failed(
    'charge_open',
    `The customer can still pay, money is held, or a case is open: end the charges, or wait for their end: ${some}.`,
  );
}

/** Evidence of an older version is under no key of the person: the erasure would not be whole. */
async function demandNoOlderEvidence({ olderEvidence }: PersonalDataDeps, found: readonly OwnedKey[]): Promise<void> {
  if (await olderEvidence.isThere(found))
    throw failed('personal_data_in_clear', 'Evidence of an older version is about charges of the customer.');
}

const failed = (reason: 'charge_open' | 'personal_data_in_clear', message: string): Refusal =>
  new Refusal('unprocessable_entity', message, { reason });
