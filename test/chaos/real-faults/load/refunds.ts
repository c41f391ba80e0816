import type { PublicRefund } from '@gx/contracts';
import { type CreatedCharge, looking, type RefundAsk, type Scene } from './scene.ts';
import { newKey } from './shop.ts';

type FinalStatus = 'REFUNDED' | 'FAILED';
const STRATEGY = { strategy: 'devolution' } as const;

/** Refunds all of a charge, and waits for the end; undefined when it was refused. */
export const refundFully = async (scene: Scene, charge: CreatedCharge): Promise<FinalStatus | undefined> => {
  const refund = await order(scene, charge, {});
  return refund && ends(scene, charge, refund);
};

/** Four refunds of thirty in a hundred at once: three fit. How much went back in the end. */
export async function refundInParts(scene: Scene, charge: CreatedCharge): Promise<number> {
  const amount = Math.floor(charge.amount * 0.3);
  const orders = await Promise.all(Array.from({ length: 4 }, () => order(scene, charge, { amount })));
  const accepted = orders.filter((refund) => refund !== undefined);
  if (accepted.length > 3) scene.history.problem(`${charge.id}: ${accepted.length} refunds of 30 % were accepted`);
  const ended = await Promise.all(accepted.map(async (refund) => ({ refund, end: await ends(scene, charge, refund) })));
  return ended.reduce((sum, { refund, end }) => (end === 'REFUNDED' ? sum + refund.amount : sum), 0);
}

/** Orders a refund under one key until there is an answer; undefined for a refusal that the rules allow. */
async function order(
  { merchant, history, random }: Scene,
  { id }: CreatedCharge,
  more: { readonly amount?: number },
): Promise<PublicRefund | undefined> {
  const request: RefundAsk = { key: newKey(), chargeId: id, amount: more.amount, answers: [] };
  merchant.refunds.push(request);
  const body = { idempotencyKey: request.key, ...STRATEGY, ...more };
  const ask = () => merchant.shop.post(`/v1/payments/${id}/refund`, body);
  const answer = await ask();
  if (answer.status === 400 || answer.status === 422) return undefined;
  if (answer.status !== 201) {
    history.problem(`a refund was answered ${answer.status} ${JSON.stringify(answer.body)}`);
    return undefined;
  }
  const refund = answer.body as PublicRefund;
  request.answers.push(refund);
  if (random.chance(0.3)) {
    const again = await ask();
    if (again.status === 201) request.answers.push(again.body as PublicRefund);
    if (again.status !== 201 || again.body['id'] !== refund.id || !again.replayed)
      history.problem(`one refund key, two answers: ${refund.id} and ${again.status} ${String(again.body['id'])}`);
  }
  return refund;
}

/** Waits until a refund of the bank's own is among those of the charge and final. */
export const isTakenBack = ({ merchant }: Scene, { id }: CreatedCharge): Promise<unknown> =>
  looking(`what the bank took of ${id} is refunded`, async () => {
    const { body } = await merchant.shop.get(`/v1/payments/${id}/refunds`);
    const refunds = body['data'] as PublicRefund[] | undefined;
    return refunds?.some(({ initiator, status }) => initiator === 'bank' && status === 'REFUNDED');
  });

async function ends(
  { merchant, history }: Scene,
  { id }: CreatedCharge,
  { id: refundId }: PublicRefund,
): Promise<FinalStatus> {
  const beganAt = performance.now();
  const end = await looking(`${refundId} has ended`, async () => {
    const { body } = await merchant.shop.get(`/v1/payments/${id}/refunds`);
    const found = (body['data'] as PublicRefund[] | undefined)?.find((refund) => refund.id === refundId);
    return found?.status === 'REFUNDED' || found?.status === 'FAILED' ? found.status : undefined;
  });
  if (end === 'FAILED') history.problem(`${refundId} failed, and the bank never reported it`);
  history.note('refund', beganAt);
  return end;
}
