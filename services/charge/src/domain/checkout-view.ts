import { type Charge, isClearing, methodOf } from './charge.ts';
import { otherOrders, visible } from './charge-view.ts';
import { orderView } from './order.ts';
import { pixWayOf } from './ways.ts';

/** The part of a charge that tells where its payer stands. */
export type Standing = Pick<Charge, 'id' | 'status' | 'settlement' | 'pix' | 'order'>;

/** Until when it can be paid; undefined before the bank or the acquirer has it. */
const endOf = ({ pix, order }: Standing): Date | undefined => pix?.expiresAt ?? order?.expiresAt;

/** Where a payer stands; the fields are those of the message gx.charge.v1.CheckoutStanding. */
export function standingView(charge: Standing) {
  const expiresAt = endOf(charge);
  return {
    id: charge.id as string,
    status: visible(charge),
    confirming: isClearing(charge),
    ...(expiresAt === undefined ? {} : { expiresAtMs: expiresAt.getTime() }),
  };
}

/**
 * A charge for whoever was sent its address: amount, merchant and, while it can be paid, the code. Money that would be given back
 * (late, or a second time) is not asked for, so the code goes before the status does. Holds the code: never log it.
 */
export function checkoutView(charge: Charge, { merchantName, now }: { merchantName: string | undefined; now: Date }) {
  const { order, status, returnUrl } = charge;
  const pixWay = pixWayOf(charge);
  const others = otherOrders(charge);
  const expiresAt = endOf(charge);
  const isOpen = !isClearing(charge) && expiresAt !== undefined && now < expiresAt;
  const payable = isOpen && status === 'WAITING_PAYMENT';
  // No money of a card is here yet: its payer may have left the issuer's page undecided. A Pix in this status is money that is held.
  const atIssuer =
    isOpen && status === 'PROCESSING' && !charge.pix && !pixWay && order?.instructions.method === 'CREDIT_CARD';
  return {
    standing: standingView(charge),
    amount: charge.amount as number,
    currency: charge.currency as string,
    // A charge that Pix may pay is paid by Pix here, whatever else may pay it.
    paymentMethod: pixWay === undefined ? methodOf(charge) : 'PIX',
    livemode: charge.tenant.livemode,
    ...(merchantName === undefined ? {} : { merchantName }),
    ...(payable && pixWay?.pix ? { brCode: pixWay.pix.brCode } : {}),
    ...((payable || atIssuer) && order !== undefined ? { order: orderView(order) } : {}),
    ...(payable && others.length > 0 ? { otherOrders: others } : {}),
    ...(returnUrl === undefined ? {} : { returnUrl }),
  };
}
