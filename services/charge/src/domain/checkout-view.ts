import type { Charge } from './charge.ts';
import { isClearing } from './charge.ts';
import { visible } from './charge-view.ts';

/** The part of a charge that tells where its payer stands. */
export type Standing = Pick<Charge, 'id' | 'status' | 'settlement' | 'pix'>;

/** Where a payer stands; the fields are those of the message gx.charge.v1.CheckoutStanding. */
export function standingView(charge: Standing) {
  return {
    id: charge.id as string,
    status: visible(charge),
    confirming: isClearing(charge),
    ...(charge.pix === null ? {} : { expiresAtMs: charge.pix.expiresAt.getTime() }),
  };
}

/**
 * A charge for whoever was sent its address: amount, merchant and, while it can be paid, the code. Money that would be given back
 * (late, or a second time) is not asked for, so the code goes before the status does. Holds the code: never log it.
 */
export function checkoutView(charge: Charge, { merchantName, now }: { merchantName: string | undefined; now: Date }) {
  const { pix, status, returnUrl, paymentMethods } = charge;
  const payable = status === 'WAITING_PAYMENT' && !isClearing(charge) && pix !== null && now < pix.expiresAt;
  return {
    standing: standingView(charge),
    amount: charge.amount as number,
    currency: charge.currency as string,
    // A charge that Pix may pay is paid by Pix here, whatever else may pay it.
    paymentMethod: paymentMethods.includes('PIX') ? 'PIX' : (paymentMethods[0] ?? 'PIX'),
    livemode: charge.tenant.livemode,
    ...(merchantName === undefined ? {} : { merchantName }),
    ...(payable ? { brCode: pix.brCode } : {}),
    ...(returnUrl === undefined ? {} : { returnUrl }),
  };
}
