import { ASSERTIONS_SPEC } from '../grpc/assertions-config.ts';
import { type ConfigOf, integer, oneOf, optional, type Spec, secret, setting, text, url } from './config.ts';
import { allowPlaintext, mongoLacks } from './plaintext.ts';

/** What every service reads: spread it into the service's own spec. */
export const SERVICE_SPEC = {
  ENVIRONMENT: setting(
    'in production, what only a test may do is refused at the start',
    oneOf(['local', 'production'], 'production'),
  ),
  LOG_LEVEL: setting('the least that is logged', oneOf(['debug', 'info', 'warn', 'error'], 'info')),
  LOG_FORMAT: setting('one JSON object per line, or lines for people', oneOf(['json', 'pretty'], 'json')),
  OTEL_EXPORTER_OTLP_ENDPOINT: setting(
    'where traces and metrics are sent (OTLP over HTTP); without it no span is recorded, and trace ids still travel',
    optional(url()),
  ),
  HEALTH_PORT: setting(
    'serves `/healthz`, `/readyz` and `/metrics`; 0 takes a free port',
    integer({ min: 0, max: 65_535, fallback: 9_000 }),
  ),
  DRAIN_DELAY_MS: setting(
    'after SIGTERM: how long callers have to see that the service is not ready before it stops taking work',
    integer({ min: 0, max: 60_000, fallback: 5_000 }),
  ),
} as const satisfies Spec;

export type ServiceConfig = ConfigOf<typeof SERVICE_SPEC>;

/** What a service reads whose operators' acts take two of them; spread it into its spec. */
export const TWO_OPERATORS_SPEC = {
  TWO_OPERATORS: setting(
    'whether bank profiles, reviews and settling by hand take two operators: the first call changes nothing, the same call by another one within 24 hours does it; the same in charge and refund',
    oneOf(['off', 'required'], 'off'),
  ),
} as const satisfies Spec;

/**
 * What a service reads that keeps what it says of persons under keys of their own; spread it into its spec.
 */
export const personalDataSpec = (records: string) => ({
  PERSONAL_DATA: setting(
    `\`encrypted\`: what new ${records} say of persons is under the key of the person; \`clear\`: as older versions read it, while some still run (operations/upgrade.md)`,
    oneOf(['encrypted', 'clear'], 'encrypted'),
  ),
  CUSTOMER_KEY_SECONDS: setting(
    'how long a process goes by what it has read of a person’s key; an erasure waits three times as long. The same for every pod, and no creation takes as long',
    integer({ min: 1, max: 600, fallback: 30 }),
  ),
});

/** What every service with RPCs and a database of its own reads; spread it into its spec. */
export const rpcServiceSpec = (port: number, database: string) => ({
  ...SERVICE_SPEC,
  GRPC_PORT: setting(
    'where its RPCs are served; 0 takes a free port',
    integer({ min: 0, max: 65_535, fallback: port }),
  ),
  GRPC_OPERATORS_PORT: setting(
    'where `ops` comes in, and nobody else: what operators alone may do is not served at `GRPC_PORT`. Without it, it is',
    optional(integer({ min: 0, max: 65_535 })),
  ),
  ...ASSERTIONS_SPEC,
  MONGO_URL: setting('a MongoDB replica set', secret()),
  MONGO_DB: setting('its database', text(database)),
  ALLOW_PLAINTEXT_MONGODB: allowPlaintext('ALLOW_PLAINTEXT_MONGODB', {
    by: 'MONGO_URL',
    lacks: (given) => mongoLacks(given('MONGO_URL') ?? ''),
    risk: 'who reads or reaches it has its data and can write balances',
  }),
});
