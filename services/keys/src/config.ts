import { DATABASES } from '@gx/contracts';
import { AMOUNT_MAX } from '@gx/core';
import {
  type ConfigOf,
  integer,
  optional,
  readConfig,
  SERVICE_SPEC,
  type SettingDocsOf,
  secret,
  text,
} from '@gx/runtime';
import { es256PrivateKey, es256PublicKeys } from './signing-keys.ts';

const DAY_SECONDS = 86_400;

export const SPEC = {
  ...SERVICE_SPEC,
  GRPC_PORT: integer({ min: 0, max: 65_535, fallback: 50_051 }),
  MONGO_URL: secret(),
  MONGO_DB: text(DATABASES.keys),
  REDIS_URL: secret(),
  REDIS_PREFIX: text('gx:'),
  JWT_SIGNING_KEY: es256PrivateKey(),
  JWT_PREVIOUS_KEYS: optional(es256PublicKeys()),
  JWT_ISSUER: text(),
  DEFAULT_PLATFORM_FEE_BASIS_POINTS: integer({ min: 0, max: 10_000, fallback: 100 }),
  DEFAULT_PLATFORM_FEE_FIXED: integer({ min: 0, max: AMOUNT_MAX, fallback: 0 }),
  DEFAULT_EXPIRES_IN_SECONDS: integer({ min: 60, max: DAY_SECONDS, fallback: 3_600 }),
  SETTLEMENT_DELAY_SECONDS: integer({ min: 0, max: 365 * DAY_SECONDS, fallback: 0 }),
} as const;

/** What each variable means; docs/reference/configuration.md is made from it. */
export const SETTING_DOCS: SettingDocsOf<typeof SPEC> = {
  GRPC_PORT: 'where its RPCs are served; 0 takes a free port',
  MONGO_URL: 'a MongoDB replica set',
  MONGO_DB: 'its database',
  REDIS_URL: 'where the gateways keep key records; it is only ever deleted from here',
  REDIS_PREFIX: 'before every Redis key; the same as the gateways’',
  JWT_SIGNING_KEY: 'signs login tokens; its public half is published at `/.well-known/jwks.json`',
  JWT_PREVIOUS_KEYS: 'keys whose tokens are still accepted and published while the signing key changes',
  JWT_ISSUER: '`iss` of the tokens',
  DEFAULT_PLATFORM_FEE_BASIS_POINTS: 'share of each paid charge for a new account, in hundredths of a percent',
  DEFAULT_PLATFORM_FEE_FIXED: 'added to the share, in centavos',
  DEFAULT_EXPIRES_IN_SECONDS: 'for a new account: how long a charge can be paid when its request does not say',
  SETTLEMENT_DELAY_SECONDS: 'for a new account: how long a credit stays pending; 0 credits at once',
};

export type KeysConfig = ConfigOf<typeof SPEC>;

export const loadConfig = (env: NodeJS.ProcessEnv = process.env): KeysConfig => readConfig(env, SPEC);
