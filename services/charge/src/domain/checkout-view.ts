import { type Charge, isAwaitingPosting, type PaymentOption } from './charge.ts';
import { otherOrders, visible } from './charge-view.ts';
import { orderView } from './order.ts';
import { mayChoose, optionOf, otherOptionsOf } from './payment-options.ts';

/** The part of a charge that tells where its payer stands. */
export type CheckoutStatus = Pick<Charge, 'id' | 'status' | 'settlement' | 'method' | 'paymentOptions'>;

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
  };
}

/** The methods of a charge of several that a payer may use now, as far as the charge itself can be paid. */
const methodsOpen = (charge: CheckoutStatus): string[] =>
  charge.status === 'WAITING_PAYMENT'
    ? [charge.method, ...otherOptionsOf(charge).flatMap(({ state, method }) => (state === 'open' ? [method] : []))]
    : [];

/**
 * A charge for a reader of its address: amount, merchant and, while it can be paid, the code. Money that
 * would be given back (late, or a second time) is not asked for, so the code goes before the status does.
 * Holds the code: never log it.
 */
export function checkoutView(charge: Charge, { merchantName, now }: { merchantName: string | undefined; now: Date }) {
  const { status, returnUrl } = charge;
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
  const atIssuer = isOpen && status === 'PROCESSING' && order?.instructions.method === 'CREDIT_CARD';
  return {
    standing: standingView(charge),
    amount: charge.amount,
    currency: charge.currency,
    // Pix where Pix is among several, until another one has paid (ADR 59).
    paymentMethod: charge.method,
    livemode: charge.tenant.livemode,
    merchantName,
    brCode: payable ? pix?.brCode : undefined,
    order: (payable || atIssuer) && order ? orderView(order) : undefined,
    otherOrders: payable ? open : [],
    failedMethods: payable ? failed.map(({ paymentMethod }) => paymentMethod) : [],
    returnUrl,
  };
}
