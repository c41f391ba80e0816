import { type Id, notFound, Refusal, type Tenant, type Txid, unavailable } from '@gx/core';
import type { Outcome } from '@gx/providers';
import type {
  OrderOutcome,
  OrderOutcomeResult,
  PaymentOrder,
  PaymentResult,
  SimulatedProviderState,
  TestPayer,
} from '@gx/providers/test-payer';
import type { Charge } from '../domain/charge.ts';
import { orderPaymentId } from '../domain/order.ts';
import { optionOf, orderOptionsOf, otherOptionsOf, pixOptionOf } from '../domain/payment-options.ts';
import type { ChargeStore } from '../store/charges.ts';
import type { CheckoutStore } from '../store/checkouts.ts';

export type SimulateDeps = {
  readonly charges: ChargeStore;
  /** The simulator's payer side; undefined where there is no simulator. */
  readonly payer: TestPayer | undefined;
};

/**
 * How much may be played on one charge: payments, disputes, and bank returns. Real payers pay
 * once, and what they do beyond that is a payment, a dispute or a row each in the document of the charge
 * (docs/adr/0077).
 */
export const SIMULATED_MAX = 100;

/**
 * Plays the payer's bank against the simulator and touches nothing of ours: the money arrives as money does.
 */
export async function simulatePayment(
  deps: SimulateDeps,
  tenant: Tenant,
  id: Id<'charge'>,
  order: PaymentOrder,
): Promise<PaymentResult> {
  const { charge, payer } = await testCharge(deps, tenant, id);
  const { pix, txid } = pixOptionOf(charge) ?? {};
  if (pix?.brCode === undefined || txid === undefined)
    throw new Refusal('unprocessable_entity', 'The charge has no code to pay.', { reason: 'payment_rejected' });
  // Unforced, the payer's bank lets a charge be paid once. What came before is in the bank's books before
  // it is in ours.
  if (order.force === true) refuseIfFull(answered(await payer.simulatedProviderState(txid))?.pix.length);
  return answered(await payer.simulatePayment(pix.brCode, order));
}

type SimulateCheckoutDeps = SimulateDeps & { readonly checkouts: CheckoutStore };

/**
 * The same for anybody with its id: a payer who presses the button of the page is let in by a payer lock,
 * pays exactly and at once. Unforced, so a charge is paid once however often it is pressed.
 */
export async function simulateCheckoutPayment(deps: SimulateCheckoutDeps, id: Id<'charge'>): Promise<PaymentResult> {
  const charge = await deps.checkouts.byId(id);
  if (charge === undefined) throw notFound('charge');
  const { tenant, expectedPayerTaxId: taxId } = charge;
  return simulatePayment(deps, tenant, id, { reportPayer: 'query', ...(taxId ? { payer: { taxId } } : {}) });
}

/** `method`: by which of its methods a charge of several is paid. */
export type PlayedOutcome = OrderOutcome & { readonly method?: string };

const DISPUTES: ReadonlySet<OrderOutcome['outcome']> = new Set(['dispute', 'chargeback']);

/** Plays payer, issuer and cardholder of an order: what comes of it comes by the acquirer's callback. */
export async function simulateOutcome(
  deps: SimulateDeps,
  tenant: Tenant,
  id: Id<'charge'>,
  { method, ...outcome }: PlayedOutcome,
): Promise<OrderOutcomeResult> {
  const { charge, payer } = await testCharge(deps, tenant, id);
  const reference = playedOn(charge, method);
  if (outcome.force === true || DISPUTES.has(outcome.outcome)) {
    const books = answered(await payer.orderBooks(reference));
    refuseIfFull(books === null ? 0 : books.payments.length + books.disputes.length);
  }
  return answered(await payer.simulateOutcome(reference, outcome));
}

/**
 * Which of the options of a charge is played on: the one that is named, else the one that the charge stands
 * for, else the first that is there.
 */
function playedOn(charge: Charge, named: string | undefined): Txid {
  const rejected = (message: string): Refusal =>
    new Refusal('unprocessable_entity', message, { reason: 'payment_rejected' });
  const paymentOptions = orderOptionsOf(charge).filter(({ method }) => named === undefined || method === named);
  if (paymentOptions.length === 0)
    throw rejected(
      named === undefined || named === 'PIX'
        ? 'A Pix charge is paid with simulate_payment.'
        : 'The charge cannot be paid by this method.',
    );
  const option = paymentOptions.find(({ order }) => order !== undefined);
  if (option === undefined) throw rejected('The acquirer has not confirmed the charge.');
  return option.txid;
}

export function refuseIfFull(played = 0): void {
  if (played < SIMULATED_MAX) return;
  const message = `The charge has had ${SIMULATED_MAX} simulated payments, disputes or bank returns, and can have no more.`;
  throw new Refusal('unprocessable_entity', message, { reason: 'payment_rejected' });
}

/** Of an order what went back is of whichever payment: the acquirer does not say. */
export type SimulatedState = SimulatedProviderState & {
  readonly refunds?: SimulatedProviderState['pix'][number]['devolutions'];
};

/** The bank's own books for a charge, or its acquirer's; of one of several options those of all of them. */
export async function getSimulatedProviderState(
  deps: SimulateDeps,
  tenant: Tenant,
  id: Id<'charge'>,
): Promise<SimulatedState> {
  const { charge, payer } = await testCharge(deps, tenant, id);
  const txids = [optionOf(charge), ...otherOptionsOf(charge)].map(({ txid }) => txid);
  const pixTxid = pixOptionOf(charge)?.txid;
  const books = await Promise.all(
    txids.map((txid) => (txid === pixTxid ? pixBooks(payer, txid) : orderBooks(payer, txid))),
  );
  const [own, ...others] = books.filter((one) => one !== null);
  if (own === undefined) throw notFound('charge');
  if (others.length === 0) return own;
  const every = [own, ...others];
  const refunds = every.flatMap((one) => one.refunds ?? []);
  return { ...own, pix: every.flatMap(({ pix }) => pix), ...(refunds.length === 0 ? {} : { refunds }) };
}

const pixBooks = async (payer: TestPayer, txid: string): Promise<SimulatedState | null> =>
  answered(await payer.simulatedProviderState(txid));

async function orderBooks(payer: TestPayer, reference: string): Promise<SimulatedState | null> {
  const order = answered(await payer.orderBooks(reference));
  if (order === null) return null;
  const { status, payments, refunds } = order;
  return {
    txid: reference as Txid,
    status,
    pix: payments.map(({ id, amount, paidAt }) => ({
      endToEndId: orderPaymentId(reference, id),
      amount,
      receivedAt: paidAt,
      devolutions: [],
      infractions: [],
    })),
    refunds,
  };
}

/** Test mode only: for a live key these routes do not exist. */
export async function testCharge(
  { charges, payer }: SimulateDeps,
  tenant: Tenant,
  id: Id<'charge'>,
): Promise<{ charge: Charge; payer: TestPayer }> {
  if (tenant.livemode || payer === undefined) throw notFound('charge');
  return { charge: await charges.byId(tenant, id), payer };
}

export function answered<T>(outcome: Outcome<T>): T {
  switch (outcome.kind) {
    case 'done':
    case 'pending':
      return outcome.value;
    case 'declined':
      throw new Refusal('invalid_request', 'The simulated bank does not take this order.');
    case 'not_sent':
    case 'unknown':
      throw unavailable('The simulated bank cannot be reached now.');
  }
}
