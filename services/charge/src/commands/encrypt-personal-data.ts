import { Refusal } from '@gx/core';
import type { ClearCharges } from '../store/clear-charges.ts';

export type EncryptPersonalDataDeps = {
  readonly clearCharges: ClearCharges;
  /** Whether this process stores new charges under the keys of their customers. */
  readonly isEncrypted: boolean;
};

/**
 * A step of the walk that brings charges of older versions under keys, from after the charge that is named.
 */
export async function encryptPersonalData(
  { clearCharges, isEncrypted }: EncryptPersonalDataDeps,
  after: string | undefined,
) {
  if (isEncrypted) return clearCharges.encryptStep(after);
  throw new Refusal('unprocessable_entity', 'Charges are stored in the clear: take PERSONAL_DATA=clear out first.', {
    reason: 'personal_data_in_clear',
  });
}
