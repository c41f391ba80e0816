import {
  type ConfigOf,
  type Environment,
  integer,
  networks,
  readConfig,
  SERVICE_SPEC,
  type SettingDocsOf,
  text,
} from '@gx/runtime';

export const SPEC = {
  ...SERVICE_SPEC,
  PORT: integer({ min: 0, max: 65_535, fallback: 8_081 }),
  CHARGE_ADDRESS: text(),
  TRUSTED_PROXIES: networks(),
  REQUESTS_PER_ADDRESS_PER_MINUTE: integer({ min: 1, max: 1_000_000, fallback: 600 }),
  STREAMS_PER_ADDRESS: integer({ min: 1, max: 100_000, fallback: 100 }),
  STREAMS_MAX: integer({ min: 1, max: 100_000, fallback: 5_000 }),
  POLL_EVERY_MS: integer({ min: 50, max: 60_000, fallback: 1_000 }),
} as const;

/** What each variable means; docs/reference/configuration.md is made from it. */
export const SETTING_DOCS: SettingDocsOf<typeof SPEC> = {
  PORT: 'payers',
  CHARGE_ADDRESS: '`host:port`, several between commas, or a name that resolves to several',
  TRUSTED_PROXIES: 'whose `X-Forwarded-For` counts; without it all payers behind an ingress share its address',
  REQUESTS_PER_ADDRESS_PER_MINUTE:
    'pages, questions and streams that one client address may open in any 60 s, per process',
  STREAMS_PER_ADDRESS: 'open pages of one client address that are told of changes at once, per process; others ask',
  STREAMS_MAX: 'open pages that are told of changes at once, per process, for which the chart gives memory; others ask',
  POLL_EVERY_MS: 'how often `charge` is asked where the open pages stand, all of them together',
};

export type CheckoutConfig = ConfigOf<typeof SPEC>;

export const checkoutConfig = (env: Environment = process.env): CheckoutConfig => readConfig(env, SPEC);
