import { chargeId, nameAtProvider, type RefundOrder, refund } from './acts.ts';
import { type BankReturnSpec, playBankReturn } from './bank-returns.ts';
import { CALL, type FaultStage, insist } from './stage.ts';
import type { Creation } from './story.ts';
import { refundEnd, untilPublished } from './until-published.ts';

/** Payers who contest a Pix, the bank that decides, and what the merchant says to it. */

type ContestSpec = {
  /** Absent: all that is left. */
  readonly amount?: number;
  readonly notify?: 'now' | 'never';
};

/** Opens a case at the bank, or has it decided; no money moves by that. */
export async function contest(
  stage: FaultStage,
  creation: Creation,
  outcome: 'opened' | 'won' | 'lost',
  order: ContestSpec = {},
): Promise<void> {
  const { worker } = stage;
  const { clientId } = worker.bankClient;
  const txid = await nameAtProvider(stage, creation, 'PIX');
  const pix = await worker.database('bank').collection<{ _id: string }>('pix').findOne({ clientId, txid });
  if (pix === null) throw new Error('the bank has no Pix of the charge');
  if (order.notify !== 'never') worker.expectCallback();
  await worker.environment.bank.control('POST', `/sim/pix/${pix._id}/infractions`, {
    ...{ outcome, devolution: 'none' },
    ...order,
  });
}

export async function contested(stage: FaultStage, creation: Creation, order: ContestSpec = {}): Promise<Creation> {
  await contest(stage, creation, 'opened', order);
  await untilPublished(stage, creation, 'charge.dispute_opened');
  return creation;
}

/** The bank decides for the merchant. */
export async function win(stage: FaultStage, creation: Creation): Promise<void> {
  await contest(stage, creation, 'won');
  await untilPublished(stage, creation, 'charge.dispute_closed');
}

/** The bank decides for the payer, and takes what it may in one piece or in several. */
export async function lose(stage: FaultStage, creation: Creation, ...pieces: readonly BankReturnSpec[]): Promise<void> {
  await contest(stage, creation, 'lost');
  for (const piece of pieces) await playBankReturn(stage, creation, piece);
}

/** Decided while nobody hears of it, and found later. */
export async function loseWithoutCallback(stage: FaultStage, creation: Creation): Promise<void> {
  const notify = 'never';
  await contest(stage, creation, 'opened', { notify });
  await contest(stage, creation, 'lost', { notify });
  await playBankReturn(stage, creation, { notify });
}

/** The bank gives its devolution up, and makes another one. */
export async function returnInTheEnd(stage: FaultStage, creation: Creation): Promise<void> {
  await contest(stage, creation, 'lost');
  for (const status of ['EM_PROCESSAMENTO', 'NAO_REALIZADO'] as const)
    await playBankReturn(stage, creation, { id: 'MEDfailed', amount: 1_990, status });
  await playBankReturn(stage, creation, { id: 'MEDdone', amount: 990 });
}

/** A refund went its way; the payer contests what is left, and gets it. */
export async function caseAfterRefund(stage: FaultStage, creation: Creation): Promise<void> {
  const { answers } = await refund(stage, creation, { amount: 500 });
  for (const { id } of answers.slice(0, 1)) await refundEnd(stage, id);
  await contest(stage, creation, 'opened');
  await lose(stage, creation, {});
}

/** A payer contests it while the merchant refunds it; the bank takes what is left then. */
export async function caseAgainstRefund(
  stage: FaultStage,
  creation: Creation,
  order: RefundOrder = { amount: 500 },
): Promise<void> {
  const [{ answers }] = await Promise.all([
    refund(stage, creation, order),
    contest(stage, creation, 'opened', { amount: 1_990 }),
  ]);
  // What a bank takes while ours is on its way out is more than anybody can keep it from.
  for (const { id } of answers.slice(0, 1)) await refundEnd(stage, id);
  await lose(stage, creation, {});
}

/** The first case of the charge that is listed to its merchant. */
async function caseOf(stage: FaultStage, creation: Creation) {
  const { worker, merchant } = stage;
  const request = { tenant: merchant.tenant, limit: 1, chargeId: chargeId(creation) };
  const { disputes } = await insist(stage, () => worker.gateway.charge.listDisputes(CALL, request));
  return { tenant: merchant.tenant, id: disputes[0]?.id ?? '' };
}

export async function defend(stage: FaultStage, creation: Creation): Promise<void> {
  const name = await caseOf(stage, creation);
  await insist(stage, () => stage.worker.gateway.charge.submitEvidence(CALL, { ...name, text: 'entregue' }));
}

/** What accepts it again after a lost answer finds it closed. */
export async function accept(stage: FaultStage, creation: Creation): Promise<void> {
  const name = await caseOf(stage, creation);
  await insist(stage, () => stage.worker.gateway.charge.acceptDispute(CALL, name)).catch((error: unknown) => {
    if (!(error instanceof Error && /dispute is lost/.test(error.message))) throw error;
  });
}
