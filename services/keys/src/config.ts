import { AMOUNT_MAX } from '@gx/core';
import { type ConfigOf, integer, optional, readConfig, SERVICE_SPEC, secret, text } from '@gx/runtime';
import { es256PrivateKey, es256PublicKeys } from './signing-keys.ts';

const DAY_SECONDS = 86_400;

const SPEC = {
  ...SERVICE_SPEC,
  GRPC_PORT: integer({ min: 0, max: 65_535, fallback: 50_051 }),
  MONGO_URL: secret(),
  MONGO_DB: text('gx_keys'),
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

export type Config = ConfigOf<typeof SPEC>;

export const loadConfig = (env: NodeJS.ProcessEnv = process.env): Config => readConfig(env, SPEC);
