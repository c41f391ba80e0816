import { type Id, notFound, Refusal, type Tenant } from '@gx/core';
import type { ChargeStore } from '../store/charges.ts';

type Deps = { readonly charges: ChargeStore };
type ReceiptFile = { readonly contentType: string; readonly content: Buffer };

const unavailableReceipt = (message: string): Refusal =>
  new Refusal('unprocessable_entity', message, { reason: 'receipt_unavailable' });

/** The bank's own receipt of a settled charge. API Pix has none, so no bank of today makes one (decisions A43). */
export const getReceiptFile =
  ({ charges }: Deps) =>
  async (tenant: Tenant, id: Id<'charge'> | undefined): Promise<ReceiptFile> => {
    const charge = id === undefined ? undefined : await charges.byId(tenant, id);
    if (charge === undefined) throw notFound('charge');
    if (charge.settlement === null || charge.settlement.postedAt === null)
      throw unavailableReceipt('There is a receipt only for a charge that was paid.');
    throw unavailableReceipt('The bank of this charge makes no receipts.');
  };
