import { type Id, Refusal } from '@gx/core';
import { becomes, type CreatedCharge, create, looking, pay, type Scene } from './scene.ts';

/** Valid documents that belong to nobody. */
const DOCUMENTS = { owner: '52998224725', stranger: '11144477735' } as const;
const LOCK = { expected_payer_tax_id: DOCUMENTS.owner, customer: { name: 'Ana' } } as const;

/**
 * A charge that only its owner may pay, and somebody pays it. How the bank tells of payers is the bank's
 * matter.
 */
export async function payLocked(
  scene: Scene,
  payer: keyof typeof DOCUMENTS,
  report: 'notification' | 'query' | 'never',
): Promise<CreatedCharge> {
  const charge = await create(scene, LOCK);
  await pay(scene, charge, { payer: { tax_id: DOCUMENTS[payer] }, report_payer: report });
  return charge;
}

/** Cancels a charge; the answer's status, which is one that the rules allow. */
export async function cancel({ merchant, history }: Scene, { id }: CreatedCharge): Promise<number> {
  const beganAt = performance.now();
  const { status } = await merchant.shop.post(`/v1/payments/${id}/cancel`);
  if (status !== 200 && status !== 422) history.problem(`a cancel was answered ${status}`);
  if (status === 200) history.note('close', beganAt);
  merchant.cancels.push({ chargeId: id.slice('ch_'.length), outcome: status === 200 ? 'cancelled' : 'refused' });
  return status;
}

export const isApproved = (scene: Scene, charge: CreatedCharge): Promise<CreatedCharge> =>
  isReviewed(scene, charge, 'APPROVE');
export const isRejected = (scene: Scene, charge: CreatedCharge): Promise<CreatedCharge> =>
  isReviewed(scene, charge, 'REJECT');

/** An operator ends the review of money that is held, and asks again until somebody answers. */
async function isReviewed(scene: Scene, charge: CreatedCharge, verdict: 'APPROVE' | 'REJECT'): Promise<CreatedCharge> {
  await becomes(scene, charge, ['processing']);
  const decision = { chargeId: charge.id.slice('ch_'.length) as Id<'charge'>, verdict, operator: 'ana' };
  await looking(`${charge.id} is reviewed`, async () => {
    try {
      return await scene.operator.decideReview({ requestId: 'operator' }, decision);
    } catch (error) {
      if (error instanceof Refusal && error.code === 'service_unavailable') return undefined;
      scene.history.problem(`${charge.id}: the review was refused: ${String(error)}`);
      throw error;
    }
  });
  return charge;
}
