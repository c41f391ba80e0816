import {
  newSecrets,
  type Secrets,
  type Servers,
  type Services,
  type ServicesSpec,
  type StackAccount,
  seedAccounts,
  seedBankProfile,
  startServices,
} from '@gx/stack';
import { uniqueName } from '@gx/testkit';

const NO_LIMIT = '1000000';

type Product = {
  readonly services: Services;
  readonly secrets: Secrets;
  readonly accountId: string;
  readonly apikey: string;
  /** All merchants; the first is the one above. */
  readonly accounts: readonly StackAccount[];
  /** What comes before every name of its own: databases, topics, keys. */
  readonly namespace: string;
};
type ProductOptions = Pick<ServicesSpec, 'replicas' | 'processOverrides'> & {
  readonly servers: Servers;
  /** Where spans and metrics go; without it nothing is traced. */
  readonly otlp?: string;
  readonly gateway?: Readonly<Record<string, string>>;
};

/**
 * Every service of the product on these servers, with its merchants and no limits that a benchmark would
 * meet.
 */
export async function startProduct({ servers, otlp, gateway, ...spec }: ProductOptions): Promise<Product> {
  const namespace = `${uniqueName('bench')}_`;
  const secrets = newSecrets();
  const telemetry = otlp === undefined ? {} : { OTEL_EXPORTER_OTLP_ENDPOINT: otlp };
  const services = await startServices({
    ...spec,
    servers,
    secrets,
    namespace,
    log: () => undefined,
    inherited: { ...process.env, LOG_LEVEL: 'warn', LOG_FORMAT: 'json', ...telemetry },
    overrides: {
      gateway: { RATE_LIMIT_TEST_PER_MINUTE: NO_LIMIT, ...gateway },
      charge: { VELOCITY_ACCOUNT_MAX: NO_LIMIT, STORED_BYTES_TEST_PER_DAY: '1000000000000' },
    },
  });
  await seedBankProfile(services, secrets);
  const accounts = await seedAccounts(services, secrets, []);
  const [account] = accounts;
  if (account === undefined) throw new Error('no account was seeded');
  return { services, secrets, accountId: account.accountId, apikey: account.testKey, accounts, namespace };
}

const pidsOf = (services: Services, service: keyof Services['handles']): Record<string, number> =>
  Object.fromEntries(services.handles[service].map((handle) => [handle.name, handle.pid() ?? 0]));

/** MongoDB, Kafka and Redis, or those named, where this run started them. */
export const serverPids = ({ handles }: Servers, names?: readonly string[]): Record<string, number> =>
  Object.fromEntries(
    Object.values(handles ?? {})
      .filter(({ name }) => names?.includes(name) ?? true)
      .map((handle) => [handle.name, handle.pid() ?? 0]),
  );

/** Every process of the product, and its servers. */
export const allPids = (services: Services, servers: Servers): Record<string, number> =>
  Object.assign(
    serverPids(servers),
    ...(Object.keys(services.handles) as (keyof Services['handles'])[]).map((service) => pidsOf(services, service)),
  );
