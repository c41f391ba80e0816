import {
  ConfigError,
  type ConfigOf,
  certificates,
  flag,
  integer,
  optional,
  positiveNumber,
  privateKey,
  type Reader,
  readConfig,
  SERVICE_SPEC,
  secret,
  setting,
  text,
} from '@gx/runtime';
import { type ClientSpec, clientSpecs } from './requests/client-spec.ts';

const clientList: Reader<readonly ClientSpec[]> = {
  kind: 'JSON list of clients',
  fallback: [],
  parse: (raw) =>
    clientSpecs(raw) ?? new Error('must be a JSON list of {clientId, clientSecret, pixKey, name, city, taxId}'),
};
/** A location may have 77 characters; `/qr/v2/` and the token are 39 of them. */
const locationHost: Reader<string> = {
  kind: 'host, with a port if need be',
  parse: (raw) =>
    /^[a-z0-9.:-]{1,38}$/.test(raw)
      ? raw
      : new Error('must be a host, with a port if need be, of at most 38 characters'),
};

export const SPEC = {
  ...SERVICE_SPEC,
  HOST: setting('address it listens on; a client that reaches it can pay charges', text('127.0.0.1')),
  PORT: setting('API Pix, payer and controls', integer({ min: 0, max: 65_535, fallback: 8_090 })),
  MONGO_URL: setting('a MongoDB replica set', secret()),
  MONGO_DB: setting('its database', text('gx_bank')),
  SIM_CLIENTS: setting('clients that exist at the start', clientList),
  SIM_LOCATION_HOST: setting('host in payload locations: where the bank is reached', {
    ...locationHost,
    fallback: '127.0.0.1:8090',
  }),
  SIM_TOKEN_SECONDS: setting('how long an OAuth token lives', integer({ min: 1, max: 86_400, fallback: 3_600 })),
  SIM_CALLBACK_TIMEOUT_MS: setting(
    'how long a callback may go unanswered',
    integer({ min: 100, max: 60_000, fallback: 10_000 }),
  ),
  SIM_CALLBACK_RETRY_SCALE: setting('multiplies the waits between attempts of a callback', positiveNumber(1)),
  SIM_CALLBACK_CERTIFICATE: setting('shown to who takes callbacks by https', optional(certificates)),
  SIM_CALLBACK_PRIVATE_KEY: setting('of `SIM_CALLBACK_CERTIFICATE`', optional(privateKey)),
  SIM_CALLBACK_AUTHORITY: setting(
    'by whose signature the receiver of a callback is believed; without it by that of a public authority',
    optional(certificates),
  ),
  ALLOW_SIMULATOR: setting('lets it start where `ENVIRONMENT` is `production`', flag(false)),
} as const;

export type BankSimulatorConfig = ConfigOf<typeof SPEC>;

/**
 * Reads the environment. A production environment gets no simulated money unless somebody says so in as many
 * words.
 */
export function loadConfig(env: Readonly<Record<string, string | undefined>> = process.env): BankSimulatorConfig {
  const config = readConfig(env, SPEC);
  if (config.ENVIRONMENT === 'production' && !config.ALLOW_SIMULATOR)
    throw new ConfigError('ENVIRONMENT is production: a simulated bank starts there only with ALLOW_SIMULATOR=true');
  // The bank is another company's system: it exports no spans of its own into the product's traces.
  return { ...config, OTEL_EXPORTER_OTLP_ENDPOINT: undefined };
}
