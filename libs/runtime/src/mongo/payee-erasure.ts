import { type CustomerName, documentKey, type Id, parseId, Refusal } from '@gx/core';
import type { Logger } from '../telemetry/logger.ts';
import type { OwnedKey } from './customer-key.ts';
import type { CustomerKeys } from './customer-keys.ts';
import type { OlderPayeeRecords } from './older-payee-records.ts';
import type { PayeeDocument, PayeeRecords } from './payee-records.ts';

/** A payee: by a document, or by a Pix key or code whose owner is not known; at one account or at all. */
export type NamedPayee = {
  readonly document: string;
  readonly pixKey: string;
  readonly accountId: Id<'account'> | undefined;
};
type Records = {
  readonly keys: Pick<CustomerKeys, 'named' | 'erase'>;
  readonly ofPayees: Pick<PayeeRecords<PayeeDocument, unknown>, 'count' | 'open'>;
  readonly older: Pick<OlderPayeeRecords, 'exist'>;
  readonly log: Pick<Logger, 'info'>;
};
type Words = {
  readonly entity: 'payout' | 'refund';
  /** Whose a Pix key or Pix code is; undefined for a text that is neither. */
  readonly payeeBehind: (text: string) => CustomerName | undefined;
  /** What to do about those that have not ended. */
  readonly advice: string;
};
export type PayeeErasure = ReturnType<typeof payeeErasure>;

const NAMED_MAX = 5;

/** The keys of a payee, found by name and destroyed, of the records of one service. */
export function payeeErasure({ keys, ofPayees, older, log }: Records, { entity, payeeBehind, advice }: Words) {
  /**
   * Every key of a payee: of none, while an older version's records are under none, which nobody could find.
   */
  const keysOf = async (payee: NamedPayee): Promise<readonly OwnedKey[]> => {
    const { accountId } = payee;
    const name = nameOf(payee, payeeBehind);
    if (await older.exist(accountId))
      throw failed(
        'personal_data_in_clear',
        `What an older version stored of ${entity}s is being encrypted. Repeat it later.`,
      );
    return keys.named(name, accountId === undefined ? {} : { accountId });
  };
  const demandNoneOpen = async (found: readonly OwnedKey[]): Promise<void> => {
    const open = (await Promise.all(found.map((key) => ofPayees.open(key, NAMED_MAX)))).flat();
    if (open.length === 0) return;
    const some = open.slice(0, NAMED_MAX).join(', ');
    throw failed(`${entity}_open`, `Of the ${entity}s to the person these have not ended, ${advice}: ${some}.`);
  };
  return {
    keysOf,

    /**
     * Destroys the keys of a payee, in two steps. What has not ended keeps its payee: its money may be on its
     * way.
     */
    async erase(payee: NamedPayee) {
      const found = await keysOf(payee);
      await demandNoneOpen(found);
      const { destroyed, waitMs, inForceAfterMs } = await keys.erase(found.map(({ id }) => id));
      const counts = await Promise.all(found.filter(({ id }) => destroyed.includes(id)).map(ofPayees.count));
      const records = counts.reduce((sum, count) => sum + count, 0);
      if (destroyed.length > 0) log.info({ keys: destroyed.length, records }, 'personal data of a payee was erased');
      return { keys: destroyed.length, records, waitMs, inForceAfterMs };
    },
  };
}

function nameOf({ document, pixKey }: NamedPayee, payeeBehind: Words['payeeBehind']): CustomerName {
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

const failed = (reason: 'payout_open' | 'refund_open' | 'personal_data_in_clear', message: string): Refusal =>
  new Refusal('unprocessable_entity', message, { reason });

/** A payee as operators name it; Refusal `invalid_request` for what is no account. */
export function namedPayee(
  person: { readonly document?: string; readonly pixKey?: string; readonly accountId?: string } | null | undefined,
): NamedPayee {
  const { document = '', pixKey = '', accountId: given } = person ?? {};
  const accountId = given === undefined ? undefined : parseId('account', given);
  if (given !== undefined && accountId === undefined)
    throw new Refusal('invalid_request', 'No such account.', { param: 'account_id' });
  return { document, pixKey, accountId };
}
