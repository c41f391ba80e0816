import { AMOUNT_MAX, type AuditChange, type ErrorDetail } from '@gx/core';
import { type Act, type AuditEvent, actOf } from './audit.ts';
import { refused } from './problems.ts';

export type Mode = 'live' | 'test';
export const MODES: readonly Mode[] = ['live', 'test'];

/** In centavos, or how many; null: there is none. */
export type Limit = number | null;

/**
 * What bounds an account's payouts and refunds in one mode (decisions, sections 7 and 10). A night's limit is
 * of the sum of what is sent from 20 h to 6 h, so that no payout of a night is above it either.
 */
export type PayoutAndRefundSettings = {
  readonly payoutApproval: 'none' | 'required';
  /** In centavos; undefined: what the bank takes. */
  readonly payoutFee: number | undefined;
  readonly payoutPerPaymentMax: Limit;
  readonly payoutPerDayMax: Limit;
  readonly payoutPerNightMax: Limit;
  readonly payoutNewDestinationMax: Limit;
  readonly refundDestinations: 'any' | 'payer_only';
  readonly refundCountPerDay: Limit;
  readonly refundSumPerDay: Limit;
  readonly refundNewDestinationsPerDay: Limit;
};
export type SettingName = keyof PayoutAndRefundSettings;

/** What an account has of its own; for the others the deployment's is in force. */
export type OwnSettings = { readonly [N in SettingName]?: Exclude<PayoutAndRefundSettings[N], undefined> };

/** What is in force for accounts without settings of their own. */
export type DeploymentSettings = PayoutAndRefundSettings & {
  /** In place of a sum of refunds a day: twice the average daily sales, and at least this, in centavos. */
  readonly refundSumPerDayBySalesMin: Limit;
};
export type SettingsByMode = Readonly<Record<Mode, DeploymentSettings>>;

/** Settings as an operator writes them; absent: as it is. */
export type SettingTexts = { readonly [N in SettingName]?: string | undefined };
/** The same once they were read; undefined goes back to the deployment's. */
type ReadSettings = { readonly [N in SettingName]?: OwnSettings[N] | undefined };

const COUNT_MAX = 1_000_000;

type Rule<V> = { readonly must: string; readonly read: (text: string) => V | undefined };
const words = <const W extends string>(...values: readonly W[]): Rule<W> => ({
  must: values.join(', '),
  read: (text) => values.find((value) => value === text),
});
const upTo = (max: number, what: string): Rule<number> => ({
  must: `a whole number of ${what} up to ${max}`,
  read: (text) => (/^\d{1,15}$/.test(text) && Number(text) <= max ? Number(text) : undefined),
});
const limit = ({ must, read }: Rule<number>): Rule<Limit> => ({
  must: `${must}, none`,
  read: (text) => (text === 'none' ? null : read(text)),
});
const CENTAVOS = upTo(AMOUNT_MAX, 'centavos');

// biome-ignore format: one row per setting, read as a table
const RULES: { readonly [N in SettingName]: Rule<Exclude<PayoutAndRefundSettings[N], undefined>> } = {
  payoutApproval:              words('none', 'required'),
  payoutFee:                   CENTAVOS,
  payoutPerPaymentMax:         limit(CENTAVOS),
  payoutPerDayMax:             limit(CENTAVOS),
  payoutPerNightMax:           limit(CENTAVOS),
  payoutNewDestinationMax:     limit(CENTAVOS),
  refundDestinations:          words('any', 'payer_only'),
  refundCountPerDay:           limit(upTo(COUNT_MAX, 'refunds')),
  refundSumPerDay:             limit(CENTAVOS),
  refundNewDestinationsPerDay: limit(upTo(COUNT_MAX, 'Pix keys')),
};
export const SETTING_NAMES = Object.keys(RULES) as readonly SettingName[];

/** Goes back to the deployment's. */
const DEFAULT = 'default';

/** `payout_per_day_max` for payoutPerDayMax: the setting as operators and audit events name it. */
const snake = (name: SettingName): string => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** A setting of an account as an operator would write it. */
const textOf = (value: OwnSettings[SettingName]): string =>
  value === undefined ? DEFAULT : value === null ? 'none' : String(value);

/** What an account has of its own, as an operator would write it. */
export const ownTexts = (own: OwnSettings): { [N in SettingName]?: string } =>
  Object.fromEntries(SETTING_NAMES.filter((name) => own[name] !== undefined).map((name) => [name, textOf(own[name])]));

/**
 * Throws one Refusal `invalid_request` that names every setting that is wrong, or says that there is none.
 */
export function readSettings(texts: SettingTexts): ReadSettings {
  const given = SETTING_NAMES.flatMap((name) => (texts[name] === undefined ? [] : [{ name, text: texts[name] }]));
  const read = given.map(({ name, text }) => ({ name, text, value: RULES[name].read(text) }));
  const wrong = read.filter(({ text, value }) => text !== DEFAULT && value === undefined);
  if (given.length === 0) throw refused([{ param: 'values', message: 'No setting is given.' }]);
  if (wrong.length > 0) throw refused(wrong.map(({ name }) => problemOf(name)));
  return Object.fromEntries(read.map(({ name, value }) => [name, value]));
}

function problemOf(name: SettingName): ErrorDetail {
  const param = snake(name);
  return { param, message: `${param} must be ${RULES[name].must} or ${DEFAULT}.` };
}

/** What is in force: the account's own, else the deployment's. */
export const inForce = (own: OwnSettings, deployment: DeploymentSettings): DeploymentSettings => ({
  ...deployment,
  ...own,
  ...(own.refundSumPerDay === undefined ? {} : { refundSumPerDayBySalesMin: null }),
});

/** One setting of one mode that changes; undefined: it is the deployment's from now on. */
export type SettingChange = {
  readonly mode: Mode;
  readonly name: SettingName;
  readonly value: OwnSettings[SettingName];
};
export type SettingsChange = { readonly changes: readonly SettingChange[]; readonly audits: readonly AuditEvent[] };
type SettingsOwner = { readonly id: AuditEvent['accountId']; readonly own: Readonly<Record<Mode, OwnSettings>> };

/**
 * What changes of an account's own settings, with an audit event for each mode; nothing that is so already.
 */
export function changeSettings(
  { id, own }: SettingsOwner,
  read: ReadSettings,
  acts: { readonly [M in Mode]?: Act },
): SettingsChange {
  const byMode = MODES.flatMap((mode) => {
    const act = acts[mode];
    const names = SETTING_NAMES.filter((name) => name in read && read[name] !== own[mode][name]);
    if (act === undefined || names.length === 0) return [];
    const changes = names.map(
      (name): AuditChange => ({
        field: snake(name),
        before: textOf(own[mode][name]),
        after: textOf(read[name]),
      }),
    );
    const action = 'account.settings_changed' as const;
    const audit: AuditEvent = { ...actOf(act), accountId: id, livemode: mode === 'live', action, changes };
    return [{ audit, changes: names.map((name): SettingChange => ({ mode, name, value: read[name] })) }];
  });
  return { changes: byMode.flatMap(({ changes }) => changes), audits: byMode.map(({ audit }) => audit) };
}
