import { DATABASES } from '@gx/contracts';
import {
  CONSUMER_SPEC,
  ConfigError,
  type ConfigOf,
  identitySpec,
  integer,
  key256,
  keys256,
  list,
  optional,
  positiveNumber,
  type Reader,
  readConfig,
  rpcServiceSpec,
  setting,
  text,
} from '@gx/runtime';
import { DEFAULT_PORTS, isCidr, portRange } from './send/address-guard.ts';

/** A name of several labels: what has none is refused anyway. */
const HOST = /^(?=.{4,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$/i;

type ListForm = {
  readonly kind: string;
  /** What an item that does not fit is not. */
  readonly item: string;
  readonly fits: (item: string) => boolean;
  readonly fallback?: readonly string[];
};

/** Items of one form between commas. */
const listOf = ({ kind, item, fits, fallback = [] }: ListForm): Reader<readonly string[]> => {
  const items = list(fallback);
  return {
    ...items,
    kind: `${kind}, between commas`,
    parse: (raw) => {
      const found = items.parse(raw);
      if (found instanceof Error) return found;
      const wrong = found.find((one) => !fits(one));
      return wrong === undefined ? found : new Error(`holds what is no ${item}: ${wrong}`);
    },
  };
};
/** Ranges such as 127.0.0.1/32. */
const cidrs = listOf({ kind: 'CIDRs', item: 'CIDR', fits: isCidr });
/** Hosts such as api.example.com and ranges such as 203.0.113.0/24. */
const targets = listOf({
  kind: 'hosts and CIDRs',
  item: 'host and no CIDR',
  fits: (one) => isCidr(one) || HOST.test(one),
});
/** Ports such as 443 and ranges such as 8000-8999. */
const ports = listOf({
  kind: 'ports and ranges of them',
  item: 'port and no range',
  fits: (one) => portRange(one) !== undefined,
  fallback: DEFAULT_PORTS,
});

export const SPEC = {
  ...rpcServiceSpec(50_055, DATABASES.webhooks),
  ...identitySpec('webhooks'),
  ...CONSUMER_SPEC,
  CHARGE_ADDRESS: setting(
    '`host:port` of charge, which opens what its events hide of persons as they are sent and shown',
    text(),
  ),
  KEYS_ADDRESS: setting('`host:port` of keys, which files what merchants do to endpoints in the audit log', text()),
  PAYOUT_ADDRESS: setting(
    '`host:port` of payout, which opens what its events hide of payees as they are sent and shown',
    text(),
  ),
  ENCRYPTION_KEY: setting('encrypts the endpoints’ secrets at rest', key256()),
  DECRYPTION_KEYS: setting(
    'keys that only open, between commas: the next `ENCRYPTION_KEY` before it encrypts, the last one while something is under it',
    optional(keys256()),
  ),
  WEBHOOK_RETRY_TIME_SCALE: setting(
    'multiplies the waits between attempts and their jitter, never a `Retry-After`; for tests',
    positiveNumber(1),
  ),
  WEBHOOK_TIMEOUT_MS: setting(
    'one attempt, from asking the name server to the last byte of the answer',
    integer({ min: 50, max: 120_000, fallback: 30_000 }),
  ),
  WEBHOOK_ENDPOINTS_MAX: setting(
    'how many endpoints an account may register in each environment',
    integer({ min: 1, max: 1_000, fallback: 32 }),
  ),
  WEBHOOK_MANUAL_SENDS_PER_DAY: setting(
    'how many test and repeated webhooks an account may ask for on a day (UTC) in each environment',
    integer({ min: 1, max: 10_000_000, fallback: 10_000 }),
  ),
  WEBHOOK_REPLAY_EVENTS_MAX: setting(
    'how many events the span of one replay may hold',
    integer({ min: 1, max: 1_000_000, fallback: 100_000 }),
  ),
  WEBHOOK_BODY_DAYS: setting(
    'after so many days a delivery that has ended loses its body and its log; bodies are kept for 30 days at most',
    integer({ min: 1, max: 30, fallback: 30 }),
  ),
  WEBHOOK_HOST_PER_SECOND: setting(
    'attempts at one host in any second, over all accounts and replicas; more of them wait, and none is counted for it',
    integer({ min: 1, max: 1_000_000, fallback: 1_000 }),
  ),
  WEBHOOK_ALLOWED_PRIVATE_TARGETS: setting(
    'ranges that webhooks may reach although they are not public; refused where `ENVIRONMENT` is `production`',
    cidrs,
  ),
  WEBHOOK_REFUSED_TARGETS: setting(
    'hosts, with all under them, and ranges that webhooks may not reach although they are public: those of this deployment itself',
    targets,
  ),
  WEBHOOK_ALLOWED_PORTS: setting(
    'ports of public hosts that a webhook may be registered for and sent to; a private target that is allowed has any',
    ports,
  ),
} as const;

export type WebhooksConfig = ConfigOf<typeof SPEC>;

/** Private targets exist where nobody else's network is (decisions, section 13). */
export function loadConfig(env: NodeJS.ProcessEnv = process.env): WebhooksConfig {
  const config = readConfig(env, SPEC);
  if (config.ENVIRONMENT === 'production' && config.WEBHOOK_ALLOWED_PRIVATE_TARGETS.length > 0)
    throw new ConfigError('ENVIRONMENT is production: WEBHOOK_ALLOWED_PRIVATE_TARGETS must be absent');
  return config;
}
