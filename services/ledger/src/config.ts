import { DATABASES } from '@gx/contracts';
import {
  integer,
  KAFKA_SPEC,
  kafkaSettingDocs,
  optional,
  readConfig,
  SERVICE_SPEC,
  type SettingDocsOf,
  secret,
  text,
} from '@gx/runtime';

/** Everything the ledger reads from its environment. */
export const SPEC = {
  ...SERVICE_SPEC,
  GRPC_PORT: integer({ min: 0, max: 65_535, fallback: 50_053 }),
  MONGO_URL: secret(),
  MONGO_DB: text(DATABASES.ledger),
  ...KAFKA_SPEC,
  TOPIC_PREFIX: optional(text()),
  REFUND_CREDIT_MAX: integer({ min: 0, max: 1_000_000_000, fallback: 10_000 }),
} as const;

/** What each variable means; docs/reference/configuration.md is made from it. */
export const SETTING_DOCS: SettingDocsOf<typeof SPEC> = {
  GRPC_PORT: 'where its RPCs are served; 0 takes a free port',
  MONGO_URL: 'a MongoDB replica set',
  MONGO_DB: 'its database',
  ...kafkaSettingDocs(),
  TOPIC_PREFIX: 'before every topic and consumer group, where deployments share a broker; the same everywhere',
  REFUND_CREDIT_MAX:
    'how much a wallet may be lent in all for the fees of charges that it refunds, in the smallest unit; 0: nothing',
};

export const loadConfig = () => readConfig(process.env, SPEC);
export type LedgerConfig = ReturnType<typeof loadConfig>;
