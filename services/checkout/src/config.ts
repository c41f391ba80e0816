import {
  CONNECTIONS_PER_ADDRESS,
  type ConfigOf,
  type Environment,
  identitySpec,
  integer,
  networks,
  readConfig,
  SERVICE_SPEC,
  setting,
  text,
} from '@gx/runtime';

export const SPEC = {
  ...SERVICE_SPEC,
  ...identitySpec('checkout'),
  PORT: setting('payers', integer({ min: 0, max: 65_535, fallback: 8_081 })),
  CHARGE_ADDRESS: setting('`host:port`, several between commas, or a name that resolves to several', text()),
  TRUSTED_PROXIES: setting(
    'whose `X-Forwarded-For` counts; without it all payers behind an ingress share its address',
    networks(),
  ),
  CONNECTIONS_PER_ADDRESS,
  REQUESTS_PER_ADDRESS_PER_MINUTE: setting(
    'pages, questions and streams that one client address may open in any 60 s, per process',
    integer({ min: 1, max: 1_000_000, fallback: 600 }),
  ),
  STREAMS_PER_ADDRESS: setting(
    'open pages of one client address that receive changes at once, per process; others poll',
    integer({ min: 1, max: 100_000, fallback: 100 }),
  ),
  STREAMS_MAX: setting(
    'open pages that receive changes at once, per process, for which the chart gives memory; others poll',
    integer({ min: 1, max: 100_000, fallback: 5_000 }),
  ),
  POLL_EVERY_MS: setting(
    'how often `charge` is queried for the status of the open pages, all of them together',
    integer({ min: 50, max: 60_000, fallback: 1_000 }),
  ),
} as const;

export type CheckoutConfig = ConfigOf<typeof SPEC>;

export const checkoutConfig = (env: Environment = process.env): CheckoutConfig => readConfig(env, SPEC);
