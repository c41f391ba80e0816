import { addCents, basisPointsOf, type Cents, cents, subtractCents } from '@gx/core';

/** A price: a share of the amount in hundredths of a percent, plus a fixed part. */
export type Tariff = { readonly basisPoints: number; readonly fixed: Cents };
/** What a charge costs once it is paid, fixed when it is created. */
export type Fees = { readonly provider: Cents; readonly platform: Cents };

/**
 * The provider takes its fee first, then the platform; both are capped, so that the net amount is never
 * negative (decisions A54).
 */
export function feesOf(amount: Cents, tariffs: { readonly provider: Tariff; readonly platform: Tariff }): Fees {
  const provider = capped(priceOf(amount, tariffs.provider), amount);
  return { provider, platform: capped(priceOf(amount, tariffs.platform), subtractCents(amount, provider)) };
}

const priceOf = (amount: Cents, tariff: Tariff): Cents =>
  addCents(basisPointsOf(amount, tariff.basisPoints), tariff.fixed);
const capped = (price: Cents, most: Cents): Cents => cents(Math.min(price, most));
