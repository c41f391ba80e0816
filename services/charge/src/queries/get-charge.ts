import { type Id, notFound, type Tenant } from '@gx/core';
import { type ChargeView, chargeView, type PublicAddresses } from '../domain/charge-view.ts';
import type { ChargeStore } from '../store/charges.ts';

type Deps = { readonly charges: ChargeStore; readonly addresses: PublicAddresses };

/** One charge of the tenant. Unknown, foreign and of the other environment are one answer. */
export const getCharge =
  ({ charges, addresses }: Deps) =>
  async (tenant: Tenant, id: Id<'charge'> | undefined): Promise<ChargeView> => {
    const charge = id === undefined ? undefined : await charges.byId(tenant, id);
    if (charge === undefined) throw notFound('charge');
    return chargeView(charge, addresses);
  };
