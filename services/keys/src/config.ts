import { DATABASES } from '@gx/contracts';
import { AMOUNT_MAX } from '@gx/core';
import {
  ASSERTION_SIGNING_SPEC,
  type ConfigOf,
  demanding,
  identitySpec,
  integer,
  key256,
  keys256,
  oneOf,
  optional,
  type Reader,
  readConfig,
  rpcServiceSpec,
  setting,
  text,
  url,
} from '@gx/runtime';
import { ALLOW_PLAINTEXT_REDIS, redisUrl } from '@gx/runtime/redis';
import { es256PrivateKey, es256PublicKeys } from './credentials/signing-keys.ts';
import type { Limit, SettingsByMode } from './domain/account-settings.ts';

const DAY_SECONDS = 86_400;
const COUNT_MAX = 1_000_000;

/** A whole number up to `max`, or `none`. */
const limit = (max: number, fallback: number): Reader<Limit> => ({
  kind: `integer, 0 to ${max}, or none`,
  fallback,
  parse: (raw) => {
    const value = raw === 'none' ? null : integer({ min: 0, max }).parse(raw);
    return value instanceof Error ? new Error(`${value.message}, or none`) : value;
  },
});
/** As Standard Webhooks 1.0 writes it: 24 to 64 bytes. */
const hookSecret: Reader<string> = {
  kind: 'secret, whsec_ and 24 to 64 bytes in base64',
  parse: (raw) =>
    /^whsec_[A-Za-z0-9+/]{32,86}={0,2}$/.test(raw) ? raw : new Error('must be whsec_ and 24 to 64 bytes in base64'),
};
const approval = (fallback: 'none' | 'required') => oneOf(['none', 'required'], fallback);

export const SPEC = {
  ...rpcServiceSpec(50_051, DATABASES.keys),
  ...identitySpec('keys'),
  ...ASSERTION_SIGNING_SPEC,
  REDIS_URL: setting('where the gateways keep key records; it is only ever deleted from here', redisUrl()),
  ALLOW_PLAINTEXT_REDIS,
  REDIS_PREFIX: setting('before every Redis key; the same as the gateways’', text('gx:')),
  JWT_SIGNING_KEY: setting(
    'signs login tokens; its public half is published at `/.well-known/jwks.json`',
    es256PrivateKey(),
  ),
  JWT_PREVIOUS_KEYS: setting(
    'keys whose tokens are still accepted and published while the signing key changes',
    optional(es256PublicKeys()),
  ),
  JWT_ISSUER: setting('`iss` of the tokens', text()),
  ENCRYPTION_KEY: setting('encrypts the secrets of users’ second factors at rest', key256()),
  DECRYPTION_KEYS: setting(
    'keys that only open, between commas: the next `ENCRYPTION_KEY` before it encrypts, the last one while something is under it',
    optional(keys256()),
  ),
  TOTP_ISSUER: setting('what authenticator apps show beside a user’s e-mail', text('gx')),
  MAIL_HOOK_URL: setting(
    'is sent a POST for each mail with a link to a user, to mail it. Without it nobody can be invited, and no password reset is sent; where `ENVIRONMENT` is `local`, links are lines of the log',
    demanding(optional(url()), (given) => {
      const hook = given('MAIL_HOOK_URL');
      if (hook === undefined) return undefined;
      if (given('MAIL_HOOK_SECRET') === undefined || given('ACCOUNT_URL') === undefined)
        return 'needs MAIL_HOOK_SECRET and ACCOUNT_URL';
      if (/^\w+:\/\/[^/]*@/.test(hook)) return 'must hold no name and no password: the hook is signed';
      const isPlain = !hook.startsWith('https:') && given('ENVIRONMENT') !== 'local';
      return isPlain ? 'must be an https URL: who reads the links is let in' : undefined;
    }),
  ),
  MAIL_HOOK_SECRET: setting('signs what the mail hook is sent, as Standard Webhooks do', optional(hookSecret)),
  ACCOUNT_URL: setting(
    'the page of the merchants’ front end that the links of mails open, with `#invitation=<token>` or `#password_reset=<token>` behind it',
    url('http://localhost'),
  ),
  DEFAULT_PLATFORM_FEE_BASIS_POINTS: setting(
    'share of each paid charge for a new account, in hundredths of a percent',
    integer({ min: 0, max: 10_000, fallback: 100 }),
  ),
  DEFAULT_PLATFORM_FEE_FIXED: setting(
    'added to the share, in centavos',
    integer({ min: 0, max: AMOUNT_MAX, fallback: 0 }),
  ),
  DEFAULT_EXPIRES_IN_SECONDS: setting(
    'for a new account: how long a charge can be paid when its request does not say',
    integer({ min: 60, max: DAY_SECONDS, fallback: 3_600 }),
  ),
  SETTLEMENT_DELAY_SECONDS: setting(
    'for a new account: how long a credit stays pending; 0 credits at once',
    integer({ min: 0, max: 365 * DAY_SECONDS, fallback: 0 }),
  ),
  PAYOUT_LIVE_APPROVAL: setting('whether another user has to approve each live payout', approval('required')),
  PAYOUT_TEST_APPROVAL: setting('whether another user has to approve each test payout', approval('none')),
  PAYOUT_LIVE_PER_PAYMENT_MAX: setting('of one live payout, in centavos', limit(AMOUNT_MAX, 1_000_000_000)),
  PAYOUT_LIVE_PER_DAY_MAX: setting(
    'sum of an account’s live payouts of a day (America/Sao_Paulo), in centavos',
    limit(AMOUNT_MAX, 1_000_000_000),
  ),
  PAYOUT_LIVE_PER_NIGHT_MAX: setting(
    'sum of an account’s live payouts of a night (20 h to 6 h, America/Sao_Paulo), in centavos',
    limit(AMOUNT_MAX, 100_000),
  ),
  PAYOUT_LIVE_NEW_DESTINATION_MAX: setting(
    'sum of an account’s live payouts to a destination within 24 hours of the first one, in centavos',
    limit(AMOUNT_MAX, 1_000_000),
  ),
  REFUND_LIVE_COUNT_PER_DAY: setting('live refunds of an account in a day', limit(COUNT_MAX, 1_000)),
  REFUND_LIVE_SUM_PER_DAY_MIN: setting(
    'an account’s live refunds of a day may sum up to twice its average daily sales of 30 days, and at least to this, in centavos',
    limit(AMOUNT_MAX, 1_000_000),
  ),
  REFUND_LIVE_NEW_DESTINATIONS_PER_DAY: setting(
    'Pix keys that an account’s live refunds of a day may go to for the first time',
    limit(COUNT_MAX, 50),
  ),
} as const;

export type KeysConfig = ConfigOf<typeof SPEC>;

/**
 * What is in force for accounts without settings of their own (decisions, sections 7 and 10). In test mode
 * money is play: nothing is limited there but by an account's own settings.
 */
export const settingsByMode = (config: KeysConfig): SettingsByMode => ({
  live: {
    payoutApproval: config.PAYOUT_LIVE_APPROVAL,
    payoutFee: undefined,
    payoutPerPaymentMax: config.PAYOUT_LIVE_PER_PAYMENT_MAX,
    payoutPerDayMax: config.PAYOUT_LIVE_PER_DAY_MAX,
    payoutPerNightMax: config.PAYOUT_LIVE_PER_NIGHT_MAX,
    payoutNewDestinationMax: config.PAYOUT_LIVE_NEW_DESTINATION_MAX,
    refundDestinations: 'any',
    refundCountPerDay: config.REFUND_LIVE_COUNT_PER_DAY,
    refundSumPerDay: null,
    refundSumPerDayBySalesMin: config.REFUND_LIVE_SUM_PER_DAY_MIN,
    refundNewDestinationsPerDay: config.REFUND_LIVE_NEW_DESTINATIONS_PER_DAY,
  },
  test: {
    payoutApproval: config.PAYOUT_TEST_APPROVAL,
    payoutFee: undefined,
    payoutPerPaymentMax: null,
    payoutPerDayMax: null,
    payoutPerNightMax: null,
    payoutNewDestinationMax: null,
    refundDestinations: 'any',
    refundCountPerDay: null,
    refundSumPerDay: null,
    refundSumPerDayBySalesMin: null,
    refundNewDestinationsPerDay: null,
  },
});

export const loadConfig = (env: NodeJS.ProcessEnv = process.env): KeysConfig => readConfig(env, SPEC);
