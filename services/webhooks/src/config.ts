import {
  type ConfigOf,
  integer,
  key256,
  list,
  optional,
  positiveNumber,
  type Reader,
  readConfig,
  SERVICE_SPEC,
  secret,
  text,
} from '@gx/runtime';
import { isCidr } from './send/address-guard.ts';

/** Ranges such as 127.0.0.1/32, between commas. */
const cidrs = (): Reader<readonly string[]> => {
  const items = list([]);
  return {
    ...items,
    parse: (raw) => {
      const ranges = items.parse(raw);
      if (ranges instanceof Error) return ranges;
      const wrong = ranges.find((range) => !isCidr(range));
      return wrong === undefined ? ranges : new Error(`holds what is no CIDR: ${wrong}`);
    },
  };
};

const SPEC = {
  ...SERVICE_SPEC,
  GRPC_PORT: integer({ min: 0, max: 65_535, fallback: 50_055 }),
  MONGO_URL: secret(),
  MONGO_DB: text('gx_webhooks'),
  KAFKA_BROKERS: list(),
  TOPIC_PREFIX: optional(text()),
  SECRETS_KEY: key256(),
  WEBHOOK_RETRY_TIME_SCALE: positiveNumber(1),
  WEBHOOK_TIMEOUT_MS: integer({ min: 50, max: 120_000, fallback: 30_000 }),
  WEBHOOK_ALLOWED_PRIVATE_TARGETS: cidrs(),
} as const;

export type Config = ConfigOf<typeof SPEC>;

export const loadConfig = (env: NodeJS.ProcessEnv = process.env): Config => readConfig(env, SPEC);
