import { isoMillis } from '@gx/core';
import type { Charge, OtherOrder } from '../../gen/gx/charge/v1/charge.ts';

/** Whose time is said in which field; a card and a coin have none. */
const SAYS_WHEN = {
  MBWAY: 'mbExpiresAt',
  MULTIBANCO: 'mbExpiresAt',
  BOLETO: 'boletoExpiresAt',
} as const;
type OrderFields = ReturnType<typeof fieldsOf>;
const hasTime = (method: string): method is keyof typeof SAYS_WHEN => method in SAYS_WHEN;

/**
 * The fields of a charge's orders, all of them null for one that has none. Of several methods that share a
 * field the charge's own says it, then the first.
 */
export const orderFields = ({ order, paymentMethod, otherOrders }: Charge): OrderFields =>
  otherOrders.map(fieldsOf).reduce(filledFrom, fieldsOf({ order: order ?? null, paymentMethod }));

const filledFrom = (fields: OrderFields, other: OrderFields): OrderFields =>
  Object.fromEntries(
    Object.entries(fields).map(([field, value]) => [field, value ?? other[field as keyof OrderFields]]),
  ) as OrderFields;

/**
 * What the payer needs where the method is not Pix (specification, Payment): null where it does not apply.
 */
function fieldsOf({ order, paymentMethod }: OtherOrder) {
  const its = order ?? undefined;
  const when = its === undefined || !hasTime(paymentMethod) ? undefined : SAYS_WHEN[paymentMethod];
  const timeIn = (field: 'mbExpiresAt' | 'boletoExpiresAt'): string | null =>
    its !== undefined && field === when ? isoMillis(new Date(its.expiresAtMs)) : null;
  return {
    cardRedirectUrl: its?.redirectUrl ?? null,
    mbEntity: its?.entity ?? null,
    mbReference: its?.paymentReference ?? null,
    mbExpiresAt: timeIn('mbExpiresAt'),
    boletoBarcode: its?.barcode ?? null,
    boletoLine: its?.line ?? null,
    boletoPdfUrl: its?.pdfUrl ?? null,
    boletoExpiresAt: timeIn('boletoExpiresAt'),
    cryptoAddress: its?.address ?? null,
    cryptoAmount: its?.coinAmount ?? null,
    cryptoNetwork: its?.network ?? null,
    cryptoCurrency: its?.coin ?? null,
  };
}
