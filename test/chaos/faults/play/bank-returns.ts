import { nameAtProvider, type RefundOrder, refund } from './acts.ts';
import type { FaultStage } from './stage.ts';
import type { Creation } from './story.ts';

/** What a bank and an acquirer take back by themselves, against their books alone. */

export type BankReturnSpec = {
  /** Absent: all that is left. */
  readonly amount?: number;
  /** Of one that there is: what becomes of it. */
  readonly id?: string;
  readonly status?: 'DEVOLVIDO' | 'EM_PROCESSAMENTO' | 'NAO_REALIZADO';
  readonly notify?: 'now' | 'never';
};

/** Takes money of the charge's Pix back; false when nothing of it is left. */
export async function playBankReturn(
  stage: FaultStage,
  creation: Creation,
  order: BankReturnSpec = {},
): Promise<boolean> {
  const { worker } = stage;
  const { clientId } = worker.bankClient;
  const pix = await worker
    .database('bank')
    .collection<{ _id: string }>('pix')
    .findOne({ clientId, txid: await nameAtProvider(stage, creation, 'PIX') });
  if (pix === null) throw new Error('the bank has no Pix of the charge');
  return orderAtBank(stage, `/sim/pix/${pix._id}/bank-returns`, order);
}

/** The acquirer gives the card's holder money back by itself. */
export const playAcquirerRefund = async (
  stage: FaultStage,
  creation: Creation,
  order: Pick<BankReturnSpec, 'amount' | 'notify'> = {},
): Promise<boolean> =>
  orderAtBank(stage, `/sim/orders/${await nameAtProvider(stage, creation)}/acquirer-refunds`, order);

async function orderAtBank({ worker }: FaultStage, path: string, order: BankReturnSpec): Promise<boolean> {
  const notifies = order.notify !== 'never';
  if (notifies) worker.expectCallback();
  try {
    await worker.environment.bank.control('POST', `${path}?clientId=${worker.bankClient.clientId}`, order);
    return true;
  } catch (error) {
    // Refunds of the merchant's were faster: the bank keeps within what came in.
    if (notifies) worker.callbackTaken();
    if (error instanceof Error && /amount/.test(error.message)) return false;
    throw error;
  }
}

const ID = 'MEDfaults';
/** Its bank takes it back, gives that up, and does it after all. */
export async function takenInStates(stage: FaultStage, creation: Creation): Promise<void> {
  for (const status of ['EM_PROCESSAMENTO', 'NAO_REALIZADO', 'DEVOLVIDO'] as const)
    await playBankReturn(stage, creation, { id: ID, amount: 700, status });
}

const CASHOUT = { strategy: 'CASHOUT', destinationKey: 'maria@example.com' } as const satisfies RefundOrder;
/** The bank took all of it and told nobody; then the merchant refunds by Pix-out. */
export async function cashOutOfTaken(stage: FaultStage, creation: Creation): Promise<void> {
  await playBankReturn(stage, creation, { notify: 'never' });
  await refund(stage, creation, CASHOUT);
}

/** The same of a part, and of several Pix at once. */
export async function cashOutsOfPart(stage: FaultStage, creation: Creation): Promise<void> {
  await playBankReturn(stage, creation, { amount: 1_000, notify: 'never' });
  await Promise.all([600, 600, 390].map((amount) => refund(stage, creation, { amount, ...CASHOUT })));
}
