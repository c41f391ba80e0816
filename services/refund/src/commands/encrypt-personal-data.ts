import { parseId, Refusal } from '@gx/core';
import type { OlderRefunds } from '../store/refunds-of-payees.ts';

export type EncryptPersonalDataDeps = {
  readonly older: OlderRefunds;
  /** Whether this process stores new refunds under the keys of whom they go to. */
  readonly isEncrypted: boolean;
};

/** A step of the walk that brings refunds of older versions under keys, from after `after` on. */
export async function encryptPersonalData({ older, isEncrypted }: EncryptPersonalDataDeps, after: string | undefined) {
  if (!isEncrypted)
    throw new Refusal(
      'unprocessable_entity',
      'Refunds are stored as older versions read them: unset PERSONAL_DATA=clear first.',
      { reason: 'personal_data_in_clear' },
    );
  const { encrypted, left, failures, last } = await older.encryptSome(positionOf(after));
  const next = last === undefined ? {} : { next: `${last.accountId} ${last._id}` };
  return { encrypted, left, unreadable: failures.length, evidence: 0, ...next };
}

function positionOf(after: string | undefined) {
  if (after === undefined) return undefined;
  const [account = '', refund = ''] = after.split(' ');
  const [accountId, _id] = [parseId('account', account), parseId('refund', refund)];
  if (accountId === undefined || _id === undefined)
    throw new Refusal('invalid_cursor', 'No such position among refunds.', { param: 'after' });
  return { accountId, _id };
}
