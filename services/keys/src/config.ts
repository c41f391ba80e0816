import { DATABASES } from '@gx/contracts';
import { AMOUNT_MAX } from '@gx/core';
import { type ConfigOf, integer, optional, readConfig, rpcServiceSpec, setting, text } from '@gx/runtime';
import { redisUrl } from '@gx/runtime/redis';
import { es256PrivateKey, es256PublicKeys } from './signing-keys.ts';

const DAY_SECONDS = 86_400;

export const SPEC = {
  ...rpcServiceSpec(50_051, DATABASES.keys),
  REDIS_URL: setting('where the gateways keep key records; it is only ever deleted from here', redisUrl()),
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
} as const;

export type KeysConfig = ConfigOf<typeof SPEC>;

export const loadConfig = (env: NodeJS.ProcessEnv = process.env): KeysConfig => readConfig(env, SPEC);
