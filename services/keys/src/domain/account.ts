import { AMOUNT_MAX, type Cents, type ErrorDetail, type Id, isCents } from '@gx/core';
import type { Mode, OwnSettings } from './account-settings.ts';
import type { Standing } from './account-standing.ts';
import { passwordProblems } from './password-rule.ts';
import { emailProblems, nameProblems, refused } from './problems.ts';

/** What the other services need to know of an account. */
export type Settings = {
  readonly platformFeeBasisPoints: number;
  readonly platformFeeFixed: Cents;
  readonly defaultExpiresInSeconds: number;
  /** How long a credit stays pending; 0 makes it available at once. */
  readonly settlementDelaySeconds: number;
};
export type Account = {
  readonly id: Id<'account'>;
  readonly name: string;
  readonly settings: Settings;
  /** What operators set for this account alone, for each mode. */
  readonly own: Readonly<Record<Mode, OwnSettings>>;
  /** What it may do; of both modes. */
  readonly standing: Standing;
  readonly createdAt: Date;
};
/** An account and its first user, as an operator asks for them. */
export type NewAccount = {
  readonly name: string;
  readonly userName: string;
  readonly email: string;
  readonly password: string;
  readonly settings: { readonly [K in keyof Settings]?: number };
};

const DAY_SECONDS = 86_400;

// biome-ignore format: one row per setting, read as a table
const SETTING_RANGES = {
  platformFeeBasisPoints:  { param: 'platform_fee_basis_points',  min: 0,  max: 10_000 },
  platformFeeFixed:        { param: 'platform_fee_fixed',         min: 0,  max: AMOUNT_MAX },
  defaultExpiresInSeconds: { param: 'default_expires_in_seconds', min: 60, max: DAY_SECONDS },
  settlementDelaySeconds:  { param: 'settlement_delay_seconds',   min: 0,  max: 365 * DAY_SECONDS },
} as const satisfies Record<keyof Settings, { param: string; min: number; max: number }>;

/** The settings of a new account: what was asked for, else the deployment's own. */
export const settingsOf = (requested: NewAccount['settings'], defaults: Settings): Settings => {
  const settings = { ...defaults, ...requested };
  if (!isCents(settings.platformFeeFixed)) throw refused([rangeProblem('platformFeeFixed')]);
  return { ...settings, platformFeeFixed: settings.platformFeeFixed };
};

/** Throws one Refusal `invalid_request` that names every field that is wrong. */
export function checkNewAccount(account: NewAccount): void {
  const problems = [
    ...nameProblems('name', account.name),
    ...nameProblems('user_name', account.userName),
    ...emailProblems(account.email),
    ...passwordProblems('password', account.password),
    ...settingProblems(account.settings),
  ];
  if (problems.length > 0) throw refused(problems);
}

function settingProblems(settings: NewAccount['settings']): ErrorDetail[] {
  return (Object.keys(SETTING_RANGES) as (keyof Settings)[])
    .filter((name) => {
      const { min, max } = SETTING_RANGES[name];
      const value = settings[name];
      return value !== undefined && !(Number.isSafeInteger(value) && value >= min && value <= max);
    })
    .map(rangeProblem);
}

function rangeProblem(name: keyof Settings): ErrorDetail {
  const { param, min, max } = SETTING_RANGES[name];
  return { param, message: `${param} must be an integer from ${min} to ${max}.` };
}
