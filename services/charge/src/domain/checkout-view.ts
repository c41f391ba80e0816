import { maskedTaxId } from '@gx/core';
import { type Charge, isAwaitingPosting, type PaymentOption } from './charge.ts';
import { otherOrders, visible } from './charge-view.ts';
import type { ReturnReason } from './decide-payment.ts';
import { descriptionIn } from './metadata.ts';
import { orderView } from './order.ts';
import { mayChoose, optionOf, otherOptionsOf } from './payment-options.ts';

/** The part of a charge that tells where its payer stands. */
export type CheckoutStatus = Pick<Charge, 'id' | 'status' | 'settlement' | 'method' | 'paymentOptions' | 'payments'>;

/** Until when it can be paid; undefined before the bank or the acquirer has it. */
function endOf(charge: CheckoutStatus): Date | undefined {
  const { pix, order } = optionOf(charge);
  return (pix ?? order)?.expiresAt;
}

/** Where a payer stands; the fields are those of the message gx.charge.v1.CheckoutStanding. */
export function standingView(charge: CheckoutStatus) {
  return {
    id: charge.id,
    status: visible(charge),
    confirming: isAwaitingPosting(charge),
    expiresAtMs: endOf(charge)?.getTime(),
    paymentMethods: charge.paymentOptions.length === 1 ? undefined : methodsOpen(charge),
    returnReason: lastReturnOf(charge),
  };
}

/** Of the money that was not kept, a payer looks for what went last. */
function lastReturnOf({ payments }: CheckoutStatus): ReturnReason | undefined {
  const decision = payments.findLast((payment) => payment.decision.kind === 'returned')?.decision;
  return decision?.kind === 'returned' ? decision.reason : undefined;
}

/** The methods of a charge of several that a payer may use now, as far as the charge itself can be paid. */
const methodsOpen = (charge: CheckoutStatus): string[] =>
  charge.status === 'WAITING_PAYMENT'
    ? [charge.method, ...otherOptionsOf(charge).flatMap(({ state, method }) => (state === 'open' ? [method] : []))]
    : [];

type CheckoutSpec = {
  readonly merchantName: string | undefined;
  /** Whether this deployment plays payers in test mode. */
  readonly hasSimulator: boolean;
  readonly now: Date;
};

/**
 * A charge for a reader of its address: amount, merchant and, while it can be paid, the code. Money that
 * would be given back (late, or a second time) is not asked for, so the code goes before the status does.
 * Holds the code: never log it.
 */
export function checkoutView(charge: Charge, { merchantName, hasSimulator, now }: CheckoutSpec) {
  const { status, returnUrl, expectedPayerTaxId } = charge;
  const { order, pix } = optionOf(charge);
  const inState = (wanted: PaymentOption['state']) =>
    otherOrders(otherOptionsOf(charge).filter(({ state }) => state === wanted));
  const open = inState('open');
  // Once an end is intended they are over because of that.
  const failed = mayChoose(charge) ? inState('over') : [];
  const expiresAt = endOf(charge);
  const isOpen = !isAwaitingPosting(charge) && expiresAt !== undefined && now < expiresAt;
  const payable = isOpen && status === 'WAITING_PAYMENT';
  // No money of a card is here yet: its payer may have left the issuer's page undecided. A Pix in this status
  // is money that is held.
  const atIssuer = isOpen && status === 'PROCESSING' && order?.instructions?.method === 'CREDIT_CARD';
  const brCode = payable ? pix?.brCode : undefined;
  return {
    standing: standingView(charge),
    amount: charge.amount,
    currency: charge.currency,
    // Pix where Pix is among several, until another one has paid (ADR 59).
    paymentMethod: charge.method,
    livemode: charge.tenant.livemode,
    merchantName,
    brCode,
    order: (payable || atIssuer) && order ? orderView(order) : undefined,
    otherOrders: payable ? open : [],
    failedMethods: payable ? failed.map(({ paymentMethod }) => paymentMethod) : [],
    returnUrl,
    description: descriptionIn(charge.metadataJson),
    expectedPayer: expectedPayerTaxId ? maskedTaxId(expectedPayerTaxId) : undefined,
    simulated: hasSimulator && !charge.tenant.livemode && brCode !== undefined,
  };
}
