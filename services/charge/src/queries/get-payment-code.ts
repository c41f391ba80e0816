import { type Id, notFound } from '@gx/core';
import { pixOptionOf } from '../domain/payment-options.ts';
import type { ChargeStore } from '../store/charges.ts';

export type GetPaymentCodeDeps = { readonly charges: ChargeStore };

/** The code behind the public image, while the charge can be paid (decisions A55). */
export async function getPaymentCode({ charges }: GetPaymentCodeDeps, id: Id<'charge'>): Promise<{ brCode: string }> {
  const charge = await charges.presentedById(id);
  const brCode = charge === undefined ? undefined : pixOptionOf(charge)?.pix?.brCode;
  if (brCode === undefined) throw notFound('charge');
  return { brCode };
}
