import { integer, list, optional, readConfig, SERVICE_SPEC, secret, text } from '@gx/runtime';

/** Everything the ledger reads from its environment. */
const SPEC = {
  ...SERVICE_SPEC,
  GRPC_PORT: integer({ min: 0, max: 65_535, fallback: 50_051 }),
  MONGO_URL: secret(),
  MONGO_DB: text('gx_ledger'),
  KAFKA_BROKERS: list(),
  TOPIC_PREFIX: optional(text()),
} as const;

export const loadConfig = () => readConfig(process.env, SPEC);
export type LedgerConfig = ReturnType<typeof loadConfig>;
