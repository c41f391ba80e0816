import { invariant } from '@gx/core';
import type { Charge, PaymentOption } from './charge.ts';
import { orderView } from './order.ts';
import { optionOf, otherOptionsOf, pixOptionOf } from './payment-options.ts';
import { hidden } from './personal-data.ts';
import type { VisibleStatus } from './transitions.ts';

/** Where payers are sent. */
export type PublicAddresses = { readonly publicBaseUrl: string; readonly checkoutBaseUrl: string };

/** A charge as it leaves the service; the fields are those of the message gx.charge.v1.Charge. */
export type ChargeView = ReturnType<typeof chargeView>;

/** The charge as it stands. Holds personal data and the payment code: never log it. */
export function chargeView(charge: Charge, { publicBaseUrl, checkoutBaseUrl }: PublicAddresses) {
  // Nulls would say that its customer was erased.
  invariant(charge.isUnreadable === undefined, 'the key of what a charge says of its customer is lost');
  const { method, settlement } = charge;
  const { order } = optionOf(charge);
  const { pix, txid = '' } = pixOptionOf(charge) ?? {};
  const posted = settlement?.postedAt == null ? undefined : settlement;
  return {
    id: charge.id,
    tenant: charge.tenant,
    surface: charge.surface,
    amount: charge.amount,
    currency: charge.currency,
    status: visible(charge),
    paymentMethod: method,
    paymentMethods: charge.paymentMethods,
    customer: charge.customer,
    customerId: charge.customerId ?? undefined,
    webhookUrl: charge.webhookUrl ?? undefined,
    // Of one whose payer was erased: nothing.
    expectedPayerTaxId: charge.expectedPayerTaxId || undefined,
    personalData: charge.isErased && hiddenFields(charge, ''),
    pix:
      pix?.brCode === undefined
        ? undefined
        : {
            brCode: pix.brCode,
            qrCodeUrl: `${publicBaseUrl}/qr/${charge.id}.png`,
            expiresAtMs: pix.expiresAt.getTime(),
            txid,
          },
    order: order && orderView(order),
    otherOrders: otherOrders(otherOptionsOf(charge)),
    checkoutUrl: `${checkoutBaseUrl}/${charge.id}`,
    // An end-to-end id is the central bank's: other payments have none.
    endToEndId: method === 'PIX' ? posted?.endToEndId : undefined,
    paidAtMs: posted?.paidAt.getTime(),
    metadataJson: charge.metadataJson,
    createdAtMs: charge.createdAt.getTime(),
    providerFee: charge.fees.provider,
    platformFee: charge.fees.platform,
  };
}

/** The charge as it stands for the bus: what it says of persons is under the key of its customer. */
export const encryptedView = (charge: Charge, addresses: PublicAddresses): ChargeView => ({
  ...chargeView(hidden(charge), addresses),
  personalData: hiddenFields(charge, charge.personalData?.values ?? ''),
});

/**
 * The charge as one of a list: one whose key is lost holds up none of the others, and is shown without what
 * it says of persons, which stays encrypted. Read alone it is refused.
 */
export const listedView = (charge: Charge, addresses: PublicAddresses): ChargeView =>
  charge.isUnreadable ? encryptedView(charge, addresses) : chargeView(charge, addresses);

const hiddenFields = ({ personalData }: Charge, ciphertext: string) =>
  personalData && { keyId: personalData.keyId, ciphertext, fields: [...personalData.fields] };

/**
 * What the payer needs who chooses another of the options; the fields are those of the message
 * gx.charge.v1.OtherOrder.
 */
export const otherOrders = (paymentOptions: readonly PaymentOption[]) =>
  paymentOptions.flatMap(({ method, order: code }) => {
    const order = code && orderView(code);
    return order === undefined ? [] : [{ paymentMethod: method, order }];
  });

/**
 * The first answer again: status and settlement as at creation, whatever has happened since (decisions A56).
 */
export const firstView = (charge: Charge, addresses: PublicAddresses): ChargeView =>
  chargeView({ ...charge, status: charge.firstStatus ?? charge.status, settlement: null }, addresses);

/**
 * The charge for the bus when it could first be paid, which its creation tells of whatever the first answer
 * showed (decisions A62).
 */
export const presentedView = (charge: Charge, addresses: PublicAddresses): ChargeView =>
  encryptedView({ ...charge, status: 'WAITING_PAYMENT', settlement: null }, addresses);

/** The status that clients see; a charge that the bank declined must not get here. */
export function visible({ status }: Pick<Charge, 'status'>): VisibleStatus {
  invariant(status !== 'REJECTED', 'a rejected charge is in no answer');
  return status;
}
