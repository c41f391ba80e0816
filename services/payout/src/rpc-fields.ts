import { parseId, Refusal, type Tenant } from '@gx/core';

type TenantMessage = { readonly accountId: string; readonly livemode: boolean } | null;

/** Whose data a request is about; refused where it does not say. */
export function tenantOf(tenant: TenantMessage): Tenant {
  const accountId = parseId('account', tenant?.accountId ?? '');
  if (tenant === null || accountId === undefined) throw new Refusal('invalid_request', 'A tenant is needed.');
  return { accountId, livemode: tenant.livemode };
}
