import type { AccountSettings, AccountSettingValues, AccountStanding } from '@gx/contracts/keys';
import { type Id, plainLine, wireId } from '@gx/core';
import { standingRow, standingText } from './account-standing.ts';
import { textTable } from './text-table.ts';
import type { Connection } from './with-client.ts';

type SettingName = keyof AccountSettingValues;
type Setting = {
  /** What may be written behind the option, and what it means, for its help. */
  readonly value: string;
  readonly says: string;
  /** What is in force of it, as an operator would write it. */
  readonly of: (settings: AccountSettings) => string;
};

const limit = (value: number | undefined): string => (value === undefined ? 'none' : String(value));
/** Twice the average daily sales, and at least so much. */
const bySales = (min: number | undefined): string => (min === undefined ? 'none' : `by sales, at least ${min}`);

/** What an operator may set of an account, for each mode (decisions, sections 7 and 10). */
export const ACCOUNT_SETTINGS: { readonly [N in SettingName]-?: Setting } = {
  payoutApproval: {
    value: 'none|required',
    says: 'whether another user approves each payout',
    of: ({ payouts }) => (payouts?.approvalRequired ? 'required' : 'none'),
  },
  payoutFee: {
    value: 'centavos',
    says: 'what a payout costs the merchant; by default what its bank takes',
    of: ({ payouts }) => (payouts?.fee === undefined ? 'the bank’s' : String(payouts.fee)),
  },
  payoutPerPaymentMax: {
    value: 'centavos|none',
    says: 'of one payout',
    of: ({ payouts }) => limit(payouts?.perPaymentMax),
  },
  payoutPerDayMax: {
    value: 'centavos|none',
    says: 'sum of the payouts of a day of São Paulo',
    of: ({ payouts }) => limit(payouts?.perDayMax),
  },
  payoutPerNightMax: {
    value: 'centavos|none',
    says: 'sum of the payouts of a night, 20 h to 6 h',
    of: ({ payouts }) => limit(payouts?.perNightMax),
  },
  payoutNewDestinationMax: {
    value: 'centavos|none',
    says: 'sum to a destination within 24 hours of the first payout to it',
    of: ({ payouts }) => limit(payouts?.newDestinationMax),
  },
  refundDestinations: {
    value: 'any|payer_only',
    says: 'whose Pix keys a cashout may go to',
    of: ({ refunds }) => (refunds?.payerOnly ? 'payer_only' : 'any'),
  },
  refundCountPerDay: {
    value: 'n|none',
    says: 'refunds of a day',
    of: ({ refunds }) => limit(refunds?.countPerDay),
  },
  refundSumPerDay: {
    value: 'centavos|none',
    says: 'sum of the refunds of a day; by default twice the average daily sales of 30 days',
    of: ({ refunds }) =>
      refunds?.sumPerDay === undefined ? bySales(refunds?.sumPerDayBySalesMin) : String(refunds.sumPerDay),
  },
  refundNewDestinationsPerDay: {
    value: 'n|none',
    says: 'Pix keys that refunds of a day go to for the first time',
    of: ({ refunds }) => limit(refunds?.newDestinationsPerDay),
  },
};
export const SETTING_NAMES = Object.keys(ACCOUNT_SETTINGS) as readonly SettingName[];

/** `payout-per-day-max` for payoutPerDayMax. */
export const optionOf = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

type SettingsInForce = {
  readonly live: AccountSettings;
  readonly test: AccountSettings;
  readonly standing: AccountStanding;
};

/** What is in force for an account. */
export async function readSettings(
  { client, call }: Connection<'keys'>,
  accountId: Id<'account'>,
): Promise<SettingsInForce> {
  const [live, test, standing] = await Promise.all([
    client.getAccountSettings(call, { accountId, livemode: true }),
    client.getAccountSettings(call, { accountId, livemode: false }),
    client.getAccountStanding(call, { accountId }),
  ]);
  return { live, test, standing };
}

/** What an account has of its own from its opening on, in both modes. */
const FROM_OPENING = [
  'platformFeeBasisPoints',
  'platformFeeFixed',
  'defaultExpiresInSeconds',
  'settlementDelaySeconds',
] as const;

type ValueInForce = { readonly value: string; readonly own: boolean };
type SettingRow = { readonly setting: string } & Readonly<Record<'live' | 'test', ValueInForce>>;

/** What is in force for an account in each mode, and what of it is its own. */
function settingRows({ live, test }: SettingsInForce): SettingRow[] {
  const opened = FROM_OPENING.map((name) => {
    const inForce = (settings: AccountSettings) => ({ value: String(settings[name]), own: true });
    return { setting: optionOf(name), live: inForce(live), test: inForce(test) };
  });
  const set = SETTING_NAMES.map((name) => {
    const inForce = (settings: AccountSettings) => ({
      value: ACCOUNT_SETTINGS[name].of(settings),
      own: settings.own?.[name] !== undefined,
    });
    return { setting: optionOf(name), live: inForce(live), test: inForce(test) };
  });
  return [...opened, ...set];
}

const cell = ({ value, own }: ValueInForce): string => (own ? `${value} (own)` : value);

/** What is in force for an account, for an operator or, as JSON, for a program. */
export function settingsText(
  id: Id<'account'>,
  inForce: SettingsInForce,
  { json }: { readonly json: boolean },
): string {
  const accountId = wireId('account', id);
  const { name } = inForce.live;
  const settings = settingRows(inForce);
  const { standing } = inForce;
  if (json) return `${JSON.stringify({ accountId, name, ...standingRow(standing), settings })}\n`;
  const cells = settings.map(({ setting, live, test }) => [setting, cell(live), cell(test)]);
  return `${accountId} ${plainLine(name)}\n${standingText(standing)}\n${textTable(['SETTING', 'LIVE', 'TEST'], cells)}\n`;
}
