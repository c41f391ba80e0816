import { type Cents, cents, type EndToEndId, type Id, Refusal, type Tenant } from '@gx/core';
import type { BankReturnOrder, PlayedBankReturn, TestPayer } from '@gx/providers/test-payer';
import type { Charge } from '../domain/charge.ts';
import { orderOptionOf } from '../domain/payment-options.ts';
import {
  answered,
  getSimulatedProviderState,
  refuseIfFull,
  type SimulateDeps,
  type SimulatedState,
  testCharge,
} from './simulate-payment.ts';

export type SimulatedBankReturn = PlayedBankReturn & { readonly endToEndId: EndToEndId };

/**
 * Plays a bank or an acquirer that takes a paid charge's money back by itself: what comes of it comes by its
 * callback, or is found.
 */
export async function simulateBankReturn(
  deps: SimulateDeps,
  tenant: Tenant,
  id: Id<'charge'>,
  order: BankReturnOrder,
): Promise<SimulatedBankReturn> {
  const { charge, payer } = await testCharge(deps, tenant, id);
  const books = await getSimulatedProviderState(deps, tenant, id);
  const payment = paymentOf(charge, books);
  if (payment === undefined)
    throw new Refusal('unprocessable_entity', 'The bank has no payment of this charge: pay it with simulate_payment.', {
      reason: 'payment_rejected',
    });
  const { endToEndId } = payment;
  const reference = orderOptionOf(charge, endToEndId)?.txid;
  refuseMismatch(order, payment.amount, reference === undefined ? payment.devolutions : (books.refunds ?? []));
  return { endToEndId, ...(await play(payer, { endToEndId, reference }, order)) };
}

type Where = { readonly endToEndId: EndToEndId; readonly reference: string | undefined };

const play = async (
  payer: TestPayer,
  { endToEndId, reference }: Where,
  order: BankReturnOrder,
): Promise<PlayedBankReturn> =>
  answered(
    await (reference === undefined
      ? payer.playBankReturn(endToEndId, order)
      : payer.playAcquirerRefund(reference, order)),
  );

/** The payment that was credited, else the first that came. */
export const paymentOf = ({ settlement }: Charge, { pix }: SimulatedState): SimulatedState['pix'][number] | undefined =>
  pix.find(({ endToEndId }) => endToEndId === settlement?.endToEndId) ?? pix[0];

type Devolution = SimulatedState['pix'][number]['devolutions'][number];

/** Words of the bank and of the acquirer for what came to nothing, and for what is under way. */
const FAILED: ReadonlySet<string> = new Set(['NAO_REALIZADO', 'failed']);
const UNDER_WAY: ReadonlySet<string> = new Set(['EM_PROCESSAMENTO', 'in_progress', 'processing']);

function refuseMismatch(
  { id, amount, status }: BankReturnOrder,
  paid: Cents,
  devolutions: readonly Devolution[],
): void {
  const known = devolutions.find((one) => one.id === id);
  if (known !== undefined) {
    refuseMove(known, { amount, status });
    return;
  }
  refuseIfFull(devolutions.length);
  const gone = devolutions.reduce((sum, one) => (FAILED.has(one.status) ? sum : sum + one.amount), 0);
  const left = cents(Math.max(0, paid - gone));
  if (left === 0)
    throw new Refusal('unprocessable_entity', 'Nothing is left of the payment.', { reason: 'payment_rejected' });
  if (amount !== undefined && amount > left)
    throw new Refusal('invalid_amount', `The amount is more than what is left of the payment, ${left}.`, {
      param: 'amount',
    });
}

function refuseMove(
  known: Devolution,
  { amount, status }: { readonly amount: Cents | undefined; readonly status: string },
): void {
  if (amount !== undefined && amount !== known.amount)
    throw new Refusal('invalid_amount', `A devolution keeps its amount, ${known.amount}.`, { param: 'amount' });
  if (UNDER_WAY.has(known.status) || (FAILED.has(known.status) && status !== 'EM_PROCESSAMENTO')) return;
  if (known.status !== status)
    throw new Refusal('unprocessable_entity', `A devolution that is ${known.status} cannot be ${status}.`, {
      reason: 'payment_rejected',
    });
}
