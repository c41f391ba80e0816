import type { SERVICES } from '@gx/contracts';
import type { AccountSettings, SetAccountSettingsRequest } from '@gx/contracts/keys';
import { notFound, parseId } from '@gx/core';
import type { Handlers } from '@gx/runtime';
import { setAccountSettings } from '../commands/set-account-settings.ts';
import type { Deps } from '../deps.ts';
import type { Account } from '../domain/account.ts';
import { inForce, type Limit, MODES, type Mode, ownTexts } from '../domain/account-settings.ts';

type SettingsRpcs = 'GetAccountSettings' | 'SetAccountSettings';

/** The RPCs of gx.keys.v1 about what bounds an account: services read it, `ops` sets it. */
export const settingsHandlers = (deps: Deps): Pick<Handlers<typeof SERVICES.keys>, SettingsRpcs> => ({
  GetAccountSettings: async (_ctx, { accountId, livemode }) => {
    const id = parseId('account', accountId);
    const account = id && (await deps.accounts.confirmed(id));
    if (account === undefined) throw notFound('account');
    return settingsMessage(deps, account, modeOf(livemode));
  },
  SetAccountSettings: async (ctx, request) => {
    await setAccountSettings(deps, ctx.now, {
      accountId: parseId('account', request.accountId),
      modes: modesOf(request),
      texts: request.values ?? {},
      operator: request.operator,
    });
    return {};
  },
});

const modeOf = (livemode: boolean): Mode => (livemode ? 'live' : 'test');
const modesOf = ({ livemode }: SetAccountSettingsRequest): readonly Mode[] =>
  livemode === undefined ? MODES : [modeOf(livemode)];

/** An account's settings with what is in force in a mode. */
export function settingsMessage(
  { deployment }: Pick<Deps, 'deployment'>,
  { name, settings, own, standing }: Account,
  mode: Mode,
): AccountSettings {
  const { payoutFee, ...current } = inForce(own[mode], deployment[mode]);
  return {
    ...settings,
    name,
    payouts: {
      approvalRequired: current.payoutApproval === 'required',
      ...(payoutFee === undefined ? {} : { fee: payoutFee }),
      ...limits({
        perPaymentMax: current.payoutPerPaymentMax,
        perDayMax: current.payoutPerDayMax,
        perNightMax: current.payoutPerNightMax,
        newDestinationMax: current.payoutNewDestinationMax,
      }),
    },
    refunds: {
      payerOnly: current.refundDestinations === 'payer_only',
      ...limits({
        countPerDay: current.refundCountPerDay,
        sumPerDay: current.refundSumPerDay,
        sumPerDayBySalesMin: current.refundSumPerDayBySalesMin,
        newDestinationsPerDay: current.refundNewDestinationsPerDay,
      }),
    },
    own: ownTexts(own[mode]),
    state: standing.state,
  };
}

/** Those that there are: an absent limit is none. */
const limits = <N extends string>(all: Readonly<Record<N, Limit>>): { [K in N]?: number } =>
  Object.fromEntries(Object.entries(all).filter(([, limit]) => limit !== null)) as { [K in N]?: number };
