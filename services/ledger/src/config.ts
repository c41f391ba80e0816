import { DATABASES } from '@gx/contracts';
import { integer, KAFKA_SPEC, optional, readConfig, SERVICE_SPEC, secret, setting, text } from '@gx/runtime';

/** Everything the ledger reads from its environment. */
export const SPEC = {
  ...SERVICE_SPEC,
  GRPC_PORT: setting(
    'where its RPCs are served; 0 takes a free port',
    integer({ min: 0, max: 65_535, fallback: 50_053 }),
  ),
  MONGO_URL: setting('a MongoDB replica set', secret()),
  MONGO_DB: setting('its database', text(DATABASES.ledger)),
  ...KAFKA_SPEC,
  TOPIC_PREFIX: setting(
    'before every topic and consumer group, where deployments share a broker; the same everywhere',
    optional(text()),
  ),
  REFUND_CREDIT_MAX: setting(
    'how much a wallet may be lent in all for the fees of charges that it refunds, in the smallest unit; 0: nothing',
    integer({ min: 0, max: 1_000_000_000, fallback: 10_000 }),
  ),
} as const;

export const loadConfig = () => readConfig(process.env, SPEC);
export type LedgerConfig = ReturnType<typeof loadConfig>;
