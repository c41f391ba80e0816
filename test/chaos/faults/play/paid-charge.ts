import { createCharge, pay } from './acts.ts';
import type { FaultStage } from './stage.ts';
import type { Creation } from './story.ts';
import { untilPublished } from './until-published.ts';

export async function paidCharge(stage: FaultStage, amount = 1_990): Promise<Creation> {
  const creation = await createCharge(stage, { amount });
  await pay(stage, creation);
  await untilPublished(stage, creation, 'charge.paid');
  return creation;
}

/** Two paid charges: the fees of the one are covered by the other. */
export async function paidCharges(stage: FaultStage): Promise<Creation> {
  const [first] = await Promise.all([paidCharge(stage), paidCharge(stage, 5_000)]);
  return first;
}
