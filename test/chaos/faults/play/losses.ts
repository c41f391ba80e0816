import { refund } from './acts.ts';
import type { FaultStage } from './stage.ts';
import type { Creation } from './story.ts';
import { lostRefund, refundEnd } from './until-published.ts';

/**
 * A Pix-out that the bank fails in so many words and pays after all: the merchant has its money back, and the
 * platform has lost it. Another flow that sends a Pix out meanwhile may meet the failure instead; then this
 * one arrives, and nothing is lost.
 */
export async function loseCashOut(stage: FaultStage, creation: Creation): Promise<void> {
  const { bank } = stage.worker.environment;
  const { clientId } = stage.worker.bankClient;
  await bank.control('POST', '/sim/scenarios', { clientId, kind: 'fails', operation: 'pix_out_put', times: 1 });
  try {
    const order = { amount: 500, strategy: 'CASHOUT', destinationKey: 'maria@example.com' } as const;
    const id = (await refund(stage, creation, order)).answers[0]?.id;
    if (id === undefined || (await refundEnd(stage, id)) !== 'FAILED') return;
    await bank.control('POST', `/sim/pix-out/${id.replaceAll('-', '')}`, { status: 'REALIZADO' });
    stage.merchant.losses?.push(id);
    await lostRefund(stage, id);
  } finally {
    await bank.control('DELETE', `/sim/scenarios?clientId=${clientId}`);
  }
}
