import { type CustomerName, documentKey, type Id, Refusal } from '@gx/core';
import type { Logger } from '@gx/runtime';
import { payeeBehind } from '../domain/payee.ts';
import type { CustomerKeys, OwnedKey } from '../store/customer-keys.ts';
import type { OlderPayouts } from '../store/older-payouts.ts';
import type { PayoutsOfPayees } from '../store/payouts-of-payees.ts';

export type PersonalDataDeps = {
  readonly keys: CustomerKeys;
  readonly ofPayees: PayoutsOfPayees;
  readonly older: OlderPayouts;
  readonly log: Logger;
};
/** A payee: by a document, or by a Pix key or code whose owner is not known; at one account or at all. */
export type NamedPayee = {
  readonly document: string;
  readonly pixKey: string;
  readonly accountId: Id<'account'> | undefined;
};

const NAMED_MAX = 5;

/**
 * Destroys the keys of a payee, in two steps. A payout that has not ended keeps its payee: its money may be
 * on its way.
 */
export async function erasePersonalData({ keys, ofPayees, older, log }: PersonalDataDeps, payee: NamedPayee) {
  const found = await keysOf({ keys, older }, payee);
  await demandNoneOpen(ofPayees, found);
  const { destroyed, waitMs, inForceAfterMs } = await keys.erase(found.map(({ id }) => id));
  const counts = await Promise.all(found.filter(({ id }) => destroyed.includes(id)).map(ofPayees.count));
  const records = counts.reduce((sum, count) => sum + count, 0);
  if (destroyed.length > 0) log.info({ keys: destroyed.length, records }, 'personal data of a payee was erased');
  return { keys: destroyed.length, records, waitMs, inForceAfterMs };
}

/**
 * Every key of a payee. Payouts of an older version are under none: neither the export nor the erasure of a
 * payee would be whole.
 */
export async function keysOf(
  { keys, older }: Pick<PersonalDataDeps, 'keys' | 'older'>,
  payee: NamedPayee,
): Promise<readonly OwnedKey[]> {
  const { accountId } = payee;
  const name = nameOf(payee);
  if (await older.exist(accountId))
    throw failed('personal_data_in_clear', 'Payouts of an older version are being encrypted. Repeat it later.');
  return keys.named(name, accountId === undefined ? {} : { accountId });
}

function nameOf({ document, pixKey }: NamedPayee): CustomerName {
  if ((document === '') === (pixKey === ''))
    throw new Refusal('invalid_request', 'Name a document or a Pix key.', { param: 'document' });
  const name = pixKey === '' ? document : payeeBehind(pixKey);
  if (name === undefined)
    throw new Refusal('invalid_request', 'This is no Pix key as the directory writes it, and no Pix code.', {
      param: 'pix_key',
    });
  if (typeof name === 'string' && documentKey(name) === '')
    throw new Refusal('invalid_document', 'Name the document of the payee.', { param: 'document' });
  return name;
}

async function demandNoneOpen(payouts: PayoutsOfPayees, found: readonly OwnedKey[]): Promise<void> {
  const open = (await Promise.all(found.map((key) => payouts.open(key, NAMED_MAX)))).flat();
  if (open.length === 0) return;
  const some = open.slice(0, NAMED_MAX).join(', ');
  throw failed('payout_open', `Payouts to the payee have not ended: cancel them, or wait for their end: ${some}.`);
}

const failed = (reason: 'payout_open' | 'personal_data_in_clear', message: string): Refusal =>
  new Refusal('unprocessable_entity', message, { reason });
