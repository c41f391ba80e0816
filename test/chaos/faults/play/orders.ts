import type { OrderOutcomeName } from '@gx/providers/test-payer';
import { type CreateOrder, cancel, chargeId, createCharge, nameAtProvider, refund } from './acts.ts';
import { CALL, type FaultStage, insist, isFinal } from './stage.ts';
import type { Creation } from './story.ts';
import { failedReturn, refundEnd, untilPublished } from './until-published.ts';

/**
 * Charges by another method than Pix: what clients ask for, and what payers, issuers and cardholders do about
 * it.
 */

export const CARD = { paymentMethods: ['CREDIT_CARD'], currency: 'BRL' } as const satisfies CreateOrder;
export const BOLETO = { paymentMethods: ['BOLETO'], currency: 'BRL' } as const satisfies CreateOrder;
/** In another currency, and without a way back. */
export const MULTIBANCO = { paymentMethods: ['MULTIBANCO'], currency: 'EUR' } as const satisfies CreateOrder;

/** A charge that its payer can pay; on this surface the answer may come before that. */
export async function newOrder(stage: FaultStage, wish: CreateOrder): Promise<Creation> {
  const creation = await createCharge(stage, wish);
  if (creation.answers[0]?.order == null) await untilPublished(stage, creation, 'charge.created');
  return creation;
}

/** How it is to happen, as the simulated acquirer is told. Everything left out is the happy case. */
export type OutcomeOrder = {
  /** Which of several methods is meant; absent: the one that the charge's own fields tell of. */
  readonly by?: string;
  readonly amount?: number;
  readonly paid_at?: string;
  readonly notify?: 'now' | 'never';
  readonly times?: number;
  /** Nobody asks whether it may be paid: money arrives that should not. */
  readonly force?: boolean;
};

/**
 * Plays the payer, the issuer or the cardholder against the acquirer alone; false when that would not have
 * it.
 */
export async function comes(
  stage: FaultStage,
  creation: Creation,
  outcome: OrderOutcomeName,
  { by, ...order }: OutcomeOrder = {},
): Promise<boolean> {
  const { worker } = stage;
  const reference = await nameAtProvider(stage, creation, by);
  const notifies = order.notify !== 'never';
  if (notifies) worker.expectCallback();
  const { accepted } = await worker.environment.bank.control<{ accepted: boolean }>(
    'POST',
    `/sim/orders/${reference}/outcome?clientId=${worker.bankClient.clientId}`,
    { outcome, ...order },
  );
  if (notifies && !accepted) worker.callbackTaken();
  return accepted;
}

export async function paidCard(stage: FaultStage, amount = 1_990): Promise<Creation> {
  const creation = await newOrder(stage, { ...CARD, amount });
  await comes(stage, creation, 'approved');
  await untilPublished(stage, creation, 'charge.paid');
  return creation;
}

/** Two of them: the fees of the one are covered by the other. */
export async function paidCards(stage: FaultStage): Promise<Creation> {
  const [first] = await Promise.all([paidCard(stage), paidCard(stage, 5_000)]);
  return first;
}

export async function cardAtIssuer(stage: FaultStage): Promise<Creation> {
  const creation = await newOrder(stage, CARD);
  await comes(stage, creation, 'authenticating');
  return creation;
}

export async function cardInDispute(stage: FaultStage): Promise<Creation> {
  const creation = await paidCard(stage);
  await comes(stage, creation, 'dispute');
  await untilPublished(stage, creation, 'charge.dispute_opened');
  return creation;
}

export async function cancelledCard(stage: FaultStage): Promise<Creation> {
  const creation = await newOrder(stage, CARD);
  await cancel(stage, creation);
  return creation;
}

export async function expiredBoleto(stage: FaultStage): Promise<Creation> {
  const creation = await newOrder(stage, BOLETO);
  await comes(stage, creation, 'expired');
  await untilPublished(stage, creation, 'charge.expired');
  return creation;
}

/**
 * Its order ends when it is made, before it is paid, with us and at the acquirer: no test can wait for that,
 * and no bank dates a payment ahead.
 */
export async function paidTooLate(stage: FaultStage, creation: Creation): Promise<boolean> {
  const { worker } = stage;
  const reference = await nameAtProvider(stage, creation);
  const orders = worker.database('bank').collection<{ createdAt: Date }>('orders');
  const over = (await orders.findOne({ reference }))?.createdAt;
  const charges = worker.database('charge').collection<{ _id: string }>('charges');
  await charges.updateOne({ _id: chargeId(creation) }, { $set: { 'paymentOptions.0.order.expiresAt': over } });
  await orders.updateOne({ reference }, { $set: { expiresAt: over } });
  return comes(stage, creation, 'approved', { force: true });
}
/** As soon as the charge was there. */
export const inTime = ({ answers }: Creation): string => new Date(answers[0]?.createdAtMs ?? 0).toISOString();

/** What is left of a card after a refund is disputed, and lost. */
export async function disputeAfterRefund(stage: FaultStage, creation: Creation): Promise<void> {
  const { answers } = await refund(stage, creation, { amount: 500 });
  for (const { id } of answers.slice(0, 1)) await refundEnd(stage, id);
  await comes(stage, creation, 'dispute');
  await comes(stage, creation, 'dispute_lost');
}

/** Money that came twice and has no way back: its return has failed. */
export async function paidTwiceInVain(stage: FaultStage): Promise<Creation> {
  const creation = await newOrder(stage, MULTIBANCO);
  await comes(stage, creation, 'approved');
  await comes(stage, creation, 'approved', { force: true });
  await failedReturn(stage, creation);
  return creation;
}

/** An operator has sent the money back otherwise, and says so until he is heard. */
export async function settleByHand(stage: FaultStage, creation: Creation): Promise<void> {
  const request = { returnId: await failedReturn(stage, creation), operator: 'faults', note: 'by transfer' };
  try {
    await insist(stage, () => stage.worker.gateway.refund.settleReturn(CALL, request));
  } catch (error) {
    // He was heard before, and only the answer was lost.
    if (!isFinal(error)) throw error;
  }
}
