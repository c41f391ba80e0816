import { type MessageInit, SERVICES } from '@gx/contracts';
import type { BankProfile } from '@gx/contracts/charge';
import type { GetAccountSettingsRequest, PayoutSettings, ReadTokenRequest } from '@gx/contracts/keys';
import { type Id, newId, Refusal, type Tenant, unavailable } from '@gx/core';
import type { Host } from '@gx/runtime';
import { serveRpcs, testHost } from '@gx/testkit';
import { type ActRecords, actRecords } from '@gx/testkit/stand-ins';

/**
 * The services around payout, as far as these tests need them: each speaks the real contract over the real
 * wire. The ledger is the one of every such test.
 */

type StoppableHost = Host & { readonly stop: () => Promise<void> };
type Playable = {
  readonly address: string;
  /** Until it is up again, nobody can ask it. */
  down: boolean;
  readonly stop: () => Promise<void>;
};

export type ChargesStandIn = Playable & { readonly profiles: BankProfile[] };

/** `charge`: bank profiles. */
export async function startCharges(host: StoppableHost = testHost('charge')): Promise<ChargesStandIn> {
  const charges: Omit<ChargesStandIn, 'address'> = { down: false, profiles: [], stop: host.stop };
  const ListBankProfiles = () => {
    if (charges.down) throw unavailable('down');
    return { profiles: charges.profiles };
  };
  const handlers = { ListBankProfiles } as never;
  const { port } = await serveRpcs(host, { definition: SERVICES.charge, handlers });
  return Object.assign(charges, { address: `127.0.0.1:${port}` });
}

export type StandInRole = 'owner' | 'finance' | 'developer' | 'viewer';
export type User = { readonly userId: Id<'user'>; readonly accessToken: string };

export type AccountsStandIn = Playable & {
  /**
   * Bounds the payouts of a tenant; one that was never bounded has no limit, no approval and no fee of its
   * own.
   */
  readonly bound: (tenant: Tenant, settings: MessageInit<PayoutSettings>) => void;
  /**
   * What an account may do; of one that was never put anywhere nothing is said, as before there were
   * states.
   */
  readonly put: (accountId: Id<'account'>, state: string) => void;
  /** A user of an account, logged in. */
  readonly user: (accountId: Id<'account'>, role?: StandInRole) => User;
  /** What it was given to file. */
  readonly records: ActRecords;
};

/** `keys`, as far as it is asked for settings of payouts and for the owners of login tokens. */
export async function startAccounts(host: StoppableHost = testHost('keys')): Promise<AccountsStandIn> {
  const settings = new Map<string, MessageInit<PayoutSettings>>();
  const states = new Map<string, string>();
  const users = new Map<string, { accountId: string; userId: string; role: StandInRole }>();
  const nameOf = ({ accountId, livemode }: GetAccountSettingsRequest): string => `${accountId}:${livemode}`;
  const accounts: Omit<AccountsStandIn, 'address'> = {
    down: false,
    records: actRecords(),
    stop: host.stop,
    bound: (tenant, bounds) => void settings.set(nameOf(tenant), bounds),
    put: (accountId, state) => void states.set(accountId, state),
    user(accountId, role = 'finance') {
      const userId = newId('user');
      const accessToken = `token-${userId}`;
      users.set(accessToken, { accountId, userId, role });
      return { userId, accessToken };
    },
  };
  const refuseIfDown = (): void => {
    if (accounts.down) throw unavailable('down');
  };
  const GetAccountSettings = (_ctx: unknown, request: GetAccountSettingsRequest) => {
    refuseIfDown();
    const state = states.get(request.accountId);
    return { name: 'Loja', payouts: settings.get(nameOf(request)) ?? {}, ...(state === undefined ? {} : { state }) };
  };
  const ReadToken = (_ctx: unknown, { accessToken, right }: ReadTokenRequest) => {
    refuseIfDown();
    const owner = users.get(accessToken);
    if (owner === undefined) throw new Refusal('unauthorized', 'This token is not good.');
    if (right !== 'decide_payouts' || !['owner', 'finance'].includes(owner.role))
      throw new Refusal('forbidden', 'This user may not do that.', { reason: 'role_not_allowed' });
    return owner;
  };
  const handlers = { GetAccountSettings, ReadToken, RecordActs: accounts.records.RecordActs } as never;
  const { port } = await serveRpcs(host, { definition: SERVICES.keys, handlers });
  return Object.assign(accounts, { address: `127.0.0.1:${port}` });
}
