import type { ListedPix, ListProviderPaymentsRequest, ListProviderPaymentsResponse } from '@gx/contracts/charge';
import { type EndToEndId, notFound, Refusal, unavailable } from '@gx/core';
import { ListUnread, type PixElement, type ProviderPayment } from '@gx/providers';
import type { Bank, BankDirectory } from '../banks/bank-directory.ts';

export type ListProviderPaymentsDeps = { readonly banks: Pick<BankDirectory, 'byId'> };

/** Of one answer: a message of them stays far below what gRPC takes. */
const PIX_MAX = 5_000;
const IDS_MAX = 100;

/** What a bank says now of Pix that settled in a window, or of these. */
export async function listProviderPayments(
  { banks }: ListProviderPaymentsDeps,
  request: ListProviderPaymentsRequest,
): Promise<ListProviderPaymentsResponse> {
  const { bankProfileId, fromMs, toMs, endToEndIds: ids } = request;
  if (ids.length > IDS_MAX) throw new Refusal('invalid_request', `At most ${IDS_MAX}.`, { param: 'end_to_end_ids' });
  const bank = await banks.byId(bankProfileId);
  if (bank === undefined) throw notFound('bank profile');
  if (ids.length > 0) return { pix: await these(bank, ids), unreadable: 0, truncated: false };
  return within(bank, { from: new Date(fromMs), to: new Date(toMs) });
}

async function within(bank: Bank, { from, to }: { from: Date; to: Date }): Promise<ListProviderPaymentsResponse> {
  const pix = new Map<string, ListedPix>();
  let unreadable = 0;
  try {
    for await (const page of bank.provider.listSettlements({ from, to })) {
      unreadable += page.filter(({ kind }) => kind === 'unreadable').length;
      // Whether the end of a window belongs to it is not the same at every bank.
      const listed = page.flatMap(paymentOf).filter(({ paidAt }) => paidAt >= from && paidAt < to);
      for (const payment of listed) pix.set(payment.endToEndId, message(payment));
      if (pix.size > PIX_MAX) return { pix: [], unreadable: 0, truncated: true };
    }
  } catch (error) {
    if (!(error instanceof ListUnread)) throw error;
    throw unread(bank, error.message);
  }
  return { pix: [...pix.values()], unreadable, truncated: false };
}

async function these(bank: Bank, ids: readonly string[]): Promise<ListedPix[]> {
  const found: ListedPix[] = [];
  for (const id of ids) {
    const outcome = await bank.provider.getPayment(id as EndToEndId);
    if (outcome.kind !== 'done' && outcome.kind !== 'pending') {
      throw unread(bank, outcome.kind === 'declined' ? outcome.code : outcome.cause.reason);
    }
    if (outcome.value !== null) found.push(message(outcome.value));
  }
  return found;
}

const unread = ({ id }: Bank, why: string) => unavailable(`Bank ${id} cannot be read: ${why}`);

const paymentOf = (element: PixElement): ProviderPayment[] => (element.kind === 'payment' ? [element.payment] : []);

const message = ({ endToEndId, amount, paidAt, devolutions }: ProviderPayment): ListedPix => ({
  endToEndId,
  amount,
  paidAtMs: paidAt.getTime(),
  devolutions: devolutions.map(({ id, status, amount: given }) => ({
    id: id ?? '',
    status,
    ...(given === null ? {} : { amount: given }),
  })),
});
