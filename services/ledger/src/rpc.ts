import type { SERVICES, TenantMessage } from '@gx/contracts';
import { invariant, parseId, type Tenant } from '@gx/core';
import type { Handlers } from '@gx/runtime';
import type { listWallets } from './queries/list-wallets.ts';
import type { verifyLedger } from './queries/verify-ledger.ts';

type Queries = {
  readonly listWallets: ReturnType<typeof listWallets>;
  readonly verifyLedger: ReturnType<typeof verifyLedger>;
};

/** The ledger's RPCs. Both only read: money moves by events and by the ledger's own job. */
export const ledgerRpc = (queries: Queries): Handlers<(typeof SERVICES)['ledger']> => ({
  ListWallets: (_ctx, { tenant }) => queries.listWallets(toTenant(tenant)),
  VerifyLedger: (ctx) => queries.verifyLedger(ctx.signal),
});

function toTenant(message: TenantMessage | null): Tenant {
  invariant(message !== null, 'a call without a tenant');
  const accountId = parseId('account', message.accountId);
  invariant(accountId !== undefined, 'a call for a malformed account id');
  return { accountId, livemode: message.livemode };
}
