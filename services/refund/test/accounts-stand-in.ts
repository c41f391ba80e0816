import { type MessageInit, SERVICES } from '@gx/contracts';
import type { GetAccountSettingsRequest, RefundSettings } from '@gx/contracts/keys';
import { type Tenant, unavailable } from '@gx/core';
import type { Host } from '@gx/runtime';
import { serveRpcs, testHost } from '@gx/testkit';
import { type ActRecords, actRecords } from '@gx/testkit/stand-ins';

export type AccountsStandIn = {
  readonly address: string;
  /** Until it is up again, nobody can ask it. */
  down: boolean;
  /** Bounds the refunds of a tenant; one that was never bounded has no limit. */
  readonly bound: (tenant: Tenant, settings: MessageInit<RefundSettings>) => void;
  readonly records: ActRecords;
  readonly stop: () => Promise<void>;
};

/** `keys`, as far as it is asked for what bounds an account's refunds, and given what was done. */
export async function startAccounts(
  host: Host & { readonly stop: () => Promise<void> } = testHost('keys'),
): Promise<AccountsStandIn> {
  const settings = new Map<string, MessageInit<RefundSettings>>();
  const nameOf = ({ accountId, livemode }: GetAccountSettingsRequest): string => `${accountId}:${livemode}`;
  const accounts = {
    down: false,
    bound: (tenant: Tenant, bounds: MessageInit<RefundSettings>) => void settings.set(nameOf(tenant), bounds),
    records: actRecords(),
    stop: host.stop,
  };
  const GetAccountSettings = (_ctx: unknown, request: GetAccountSettingsRequest) => {
    if (accounts.down) throw unavailable('down');
    return { name: 'Loja', refunds: settings.get(nameOf(request)) ?? {} };
  };
  const handlers = { GetAccountSettings, RecordActs: accounts.records.RecordActs } as never;
  const { port } = await serveRpcs(host, { definition: SERVICES.keys, handlers });
  return Object.assign(accounts, { address: `127.0.0.1:${port}` });
}
