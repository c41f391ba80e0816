import type { ListIncomingPaymentsRequest, ListIncomingPaymentsResponse } from '@gx/contracts/charge';
import { type EndToEndId, notFound, Refusal } from '@gx/core';
import type { BankDirectory } from '../banks/bank-directory.ts';
import type { IncomingPaymentStore, OwnPayment } from '../store/payments.ts';

export type ListIncomingPaymentsDeps = {
  readonly banks: Pick<BankDirectory, 'listed'>;
  readonly payments: IncomingPaymentStore;
};

/** Of one answer: a message of them stays far below what gRPC takes. */
const PAYMENTS_MAX = 5_000;
const IDS_MAX = 100;

/**
 * What we have of a bank's Pix: of a window by its own time, or these, through any profile of the same
 * environment.
 */
export async function listIncomingPayments(
  { banks, payments }: ListIncomingPaymentsDeps,
  { bankProfileId, fromMs, toMs, endToEndIds: ids }: ListIncomingPaymentsRequest,
): Promise<ListIncomingPaymentsResponse> {
  if (ids.length > IDS_MAX) throw new Refusal('invalid_request', `At most ${IDS_MAX}.`, { param: 'end_to_end_ids' });
  const all = await banks.listed();
  const bank = all.find(({ id }) => id === bankProfileId);
  if (bank === undefined) throw notFound('bank profile');
  if (ids.length > 0) {
    const peers = all.filter(({ livemode }) => livemode === bank.livemode).map(({ id }) => id);
    return { payments: (await payments.ofPix(peers, ids as EndToEndId[])).map(message), truncated: false };
  }
  const window = { from: new Date(fromMs), to: new Date(toMs) };
  const found = await payments.settled(bankProfileId, window, PAYMENTS_MAX + 1);
  return { payments: found.slice(0, PAYMENTS_MAX).map(message), truncated: found.length > PAYMENTS_MAX };
}

const message = ({ paidAt, ...payment }: OwnPayment) => ({ ...payment, paidAtMs: paidAt.getTime() });
