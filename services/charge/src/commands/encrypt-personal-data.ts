import { Refusal } from '@gx/core';
import type { ClearCharges } from '../store/clear-charges.ts';
import type { OlderEvidence } from '../store/older-evidence.ts';

export type EncryptPersonalDataDeps = {
  readonly clearCharges: ClearCharges;
  readonly olderEvidence: Pick<OlderEvidence, 'encryptStep'>;
  /** Whether this process stores new charges under the keys of their customers. */
  readonly isEncrypted: boolean;
};

/** Before the place of a walk that has passed every charge. */
const EVIDENCE = 'evidence:';

/**
 * A step of the walk that brings charges of older versions under keys, then the evidence about charges, from
 * after the charge or the piece that is named.
 */
export async function encryptPersonalData(
  { clearCharges, olderEvidence, isEncrypted }: EncryptPersonalDataDeps,
  after: string | undefined,
) {
  if (isEncrypted && after?.startsWith(EVIDENCE)) {
    const { next, ...done } = await olderEvidence.encryptStep(after.slice(EVIDENCE.length));
    return { encrypted: 0, left: 0, ...done, ...(next === undefined ? {} : { next: EVIDENCE + next }) };
  }
  if (isEncrypted) return { evidence: 0, next: EVIDENCE, ...(await clearCharges.encryptStep(after)) };
  throw new Refusal('unprocessable_entity', 'Charges are stored in the clear: take PERSONAL_DATA=clear out first.', {
    reason: 'personal_data_in_clear',
  });
}
