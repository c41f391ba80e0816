import type { TenantMessage } from '@gx/contracts';
import { invariant, parseId, type Tenant } from '@gx/core';

/** Whose call it is. Without one, or with a malformed one, it is its caller's bug. */
export function toTenant(message: TenantMessage | null): Tenant {
  invariant(message !== null, 'a call without a tenant');
  const accountId = parseId('account', message.accountId);
  invariant(accountId !== undefined, 'a call for a malformed account id');
  return { accountId, livemode: message.livemode };
}
