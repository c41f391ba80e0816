import { AMOUNT_MAX, type Cents, type ErrorDetail, type Id, isCents, isVisible, Refusal } from '@gx/core';

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
  readonly createdAt: Date;
};
export type User = {
  readonly id: Id<'user'>;
  readonly accountId: Id<'account'>;
  readonly name: string;
  /** As it was given; `emailKey` decides who it is. */
  readonly email: string;
  readonly passwordHash: string;
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

const NAME_MAX = 120;
const EMAIL_MAX = 254;
const PASSWORD_MIN = 8;
const PASSWORD_MAX = 256;
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
    ...lengthProblems('name', seen(account.name), { min: 1, max: NAME_MAX }),
    ...lengthProblems('user_name', seen(account.userName), { min: 1, max: NAME_MAX }),
    ...emailProblems(account.email),
    ...lengthProblems('password', account.password, { min: PASSWORD_MIN, max: PASSWORD_MAX }),
    ...settingProblems(account.settings),
  ];
  if (problems.length > 0) throw refused(problems);
}

/** The answer to a second user with one e-mail. It does not repeat the address. */
export const emailInUse = (): Refusal => refused([{ param: 'email', message: 'email belongs to a user already.' }]);

function refused(details: readonly ErrorDetail[]): Refusal {
  const [first] = details;
  const message = details.map((detail) => detail.message).join(' ');
  return new Refusal('invalid_request', message, { ...(first ? { param: first.param } : {}), details });
}

const seen = (text: string): string => (isVisible(text) ? text.trim() : '');

function lengthProblems(param: string, value: string, { min, max }: { min: number; max: number }): ErrorDetail[] {
  const { length } = [...value];
  return length >= min && length <= max ? [] : [{ param, message: `${param} must have ${min} to ${max} characters.` }];
}

function emailProblems(email: string): ErrorDetail[] {
  const fits =
    email.length <= EMAIL_MAX &&
    /^[^\s\p{Cc}\p{Cf}@]+@[^\s\p{Cc}\p{Cf}@.]+(\.[^\s\p{Cc}\p{Cf}@.]+)*$/u.test(email.trim());
  return fits ? [] : [{ param: 'email', message: 'email must be an e-mail address.' }];
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
