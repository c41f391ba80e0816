import { join } from 'node:path';
import { DATABASES, type DatabaseOwner, type EventOwner, RPC_PARTIES, type RpcParty } from '@gx/contracts';
import { CHECKOUT, COMPILED } from './config.ts';
import { freePort } from './free-port.ts';
import { type BankTls, type IdentitySettings, identitySettings } from './identities.ts';
import type { Addresses } from './provider.ts';
import type { Secrets } from './secrets.ts';

/** The processes of the stack, in no order: each waits for what it needs. */
export const SERVICE_NAMES = [
  'keys',
  'ledger',
  'charge',
  'refund',
  'payout',
  'webhooks',
  'bank-simulator',
  'gateway',
  'checkout',
] as const;
export type ServiceName = (typeof SERVICE_NAMES)[number];

const GRPC_SERVICES = ['keys', 'charge', 'ledger', 'refund', 'payout', 'webhooks'] as const;

type Env = Readonly<Record<string, string>>;

/** How a stack of services differs from the usual one. */
export type PlanSpec = {
  readonly servers: Addresses;
  readonly secrets: Secrets;
  /** How many processes of a service; one when absent. */
  readonly replicas?: Partial<Record<ServiceName, number>>;
  /** Variables that win over everything else; undefined takes one away. */
  readonly overrides?: Partial<Record<ServiceName, NodeJS.ProcessEnv>>;
  /** The same for one process, by its name: `gateway-2` is the second replica. */
  readonly processOverrides?: Readonly<Record<string, Env>>;
  /**
   * Variables that lose against everything else but the stack's own defaults: what the caller was started
   * with.
   */
  readonly inherited: NodeJS.ProcessEnv;
  /** By what each takes part in RPCs, where it is not by certificates in its environment. */
  readonly identities?: (party: RpcParty) => IdentitySettings;
  /** The bank listener serves TLS, with these; without them plain HTTP. */
  readonly bankTls?: BankTls;
  /** Goes before database names, topics and Redis keys, so that stacks can share servers. */
  readonly namespace?: string;
  /** Ports that are used when they are free. */
  readonly wanted?: {
    readonly gateway?: number;
    readonly checkout?: number;
    readonly simulator?: number;
    readonly bank?: number;
  };
};

/** One process to be: its ports are taken, its environment is complete. */
export type PlannedProcess = {
  readonly service: ServiceName;
  /** `gateway`, or `gateway-2` for the second replica. */
  readonly name: string;
  readonly args: readonly string[];
  readonly env: NodeJS.ProcessEnv;
  readonly ports: Ports;
};
type Ports = { readonly health: number; readonly main: number; readonly bank?: number; readonly operators?: number };

/** The simulator's merchant, as a payer's bank shows it. */
export const BANK_MERCHANT = { name: 'GX Demonstracao', city: 'SAO PAULO', taxId: '11222333000181' } as const;

/** What a local stack changes in the services' own defaults; the caller's environment may change it back. */
const LOCAL_DEFAULTS: Env = {
  ENVIRONMENT: 'local',
  LOG_FORMAT: 'pretty',
  LOG_LEVEL: 'info',
  DRAIN_DELAY_MS: '0',
  RECONCILE_EVERY_SECONDS: '5',
  BANK_RETURNS_EVERY_SECONDS: '60',
  WEBHOOK_ALLOWED_PRIVATE_TARGETS: '127.0.0.1/32',
  // Everybody on one machine has one address.
  CONNECTIONS_PER_ADDRESS: '10000',
  ...COMPILED,
};

type GrpcTargets = Readonly<Record<(typeof GRPC_SERVICES)[number], string>>;

/** Where the services will be found. */
export type ServiceAddresses = {
  readonly gateway: string;
  readonly gateways: readonly string[];
  /** The payer's page. */
  readonly checkout: string;
  readonly bankListener: string;
  readonly simulator: string;
  /** gRPC targets; of several replicas one target over all of them. */
  readonly grpc: GrpcTargets;
  /** The same for `ops`. */
  readonly operators: GrpcTargets;
};

/** What `ops` needs to call the services. */
export const opsSettings = (
  { operators }: Pick<ServiceAddresses, 'operators'>,
  identity = identitySettings('ops'),
): Env => ({
  ...Object.fromEntries(
    Object.entries(operators).map(([service, address]) => [`${service.toUpperCase()}_ADDRESS`, address]),
  ),
  ...identity,
});

/** Takes the ports and writes every process' environment. */
export async function planServices(
  spec: PlanSpec,
): Promise<{ readonly addresses: ServiceAddresses; readonly processes: readonly PlannedProcess[] }> {
  const ports = await takePorts(spec);
  const addresses = addressesOf(ports, spec.bankTls === undefined ? 'http' : 'https');
  const shared = sharedEnvironment(spec, addresses);
  const identity = (service: ServiceName): Env => {
    const party = RPC_PARTIES.find((one) => one === service);
    return party === undefined ? {} : (spec.identities ?? identitySettings)(party);
  };
  const processes = SERVICE_NAMES.flatMap((service) =>
    ports[service].map((own, index): PlannedProcess => {
      const name = index === 0 ? service : `${service}-${index + 1}`;
      const args = [...nodeFlags(service), join(CHECKOUT, 'services', service, 'src/main.ts')];
      const wiring = { ...shared[service], ...identity(service), ...ownPorts(service, own) };
      const overrides = { ...spec.overrides?.[service], ...spec.processOverrides?.[name] };
      return {
        service,
        name,
        args,
        env: { ...LOCAL_DEFAULTS, ...spec.inherited, ...wiring, ...overrides },
        ports: own,
      };
    }),
  );
  return { addresses, processes };
}

/**
 * A larger young generation lets HTTP/2 stream objects die young: the gateway is 1.6 times faster, charge
 * gains too.
 */
const nodeFlags = (service: ServiceName): readonly string[] =>
  service === 'gateway' || service === 'charge' ? ['--max-semi-space-size=64'] : [];

type PortTable = Readonly<Record<ServiceName, readonly Ports[]>>;

async function takePorts(spec: PlanSpec): Promise<PortTable> {
  const taken = SERVICE_NAMES.map(async (service) => {
    const replicas = Array.from({ length: spec.replicas?.[service] ?? 1 }, () => portsOf(service, spec));
    return [service, await Promise.all(replicas)] as const;
  });
  return Object.fromEntries(await Promise.all(taken)) as unknown as PortTable;
}

async function portsOf(service: ServiceName, { wanted }: PlanSpec): Promise<Ports> {
  const health = await freePort();
  if (service === 'bank-simulator') return { health, main: await freePort(wanted?.simulator) };
  if (service === 'checkout') return { health, main: await freePort(wanted?.checkout) };
  if (service !== 'gateway') return { health, main: await freePort(), operators: await freePort() };
  return { health, main: await freePort(wanted?.gateway), bank: await freePort(wanted?.bank) };
}

function ownPorts(service: ServiceName, ports: Ports): Env {
  const health = { HEALTH_PORT: String(ports.health) };
  if (service === 'gateway') return { ...health, PORT: String(ports.main), BANK_PORT: String(ports.bank) };
  const speaksHttp = service === 'bank-simulator' || service === 'checkout';
  if (speaksHttp) return { ...health, PORT: String(ports.main) };
  return { ...health, GRPC_PORT: String(ports.main), GRPC_OPERATORS_PORT: String(ports.operators) };
}

const loopback = (port: number | undefined): string => `127.0.0.1:${port ?? 0}`;

/** Several replicas are one gRPC target: the client spreads its calls over them. */
const grpcTargets = (ports: PortTable, portOf: (one: Ports) => number | undefined): GrpcTargets =>
  Object.fromEntries(
    GRPC_SERVICES.map((service) => [service, ports[service].map((one) => loopback(portOf(one))).join(',')]),
  ) as GrpcTargets;

function addressesOf(ports: PortTable, callbacksBy: 'http' | 'https'): ServiceAddresses {
  const gateways = ports.gateway.map(({ main }) => `http://${loopback(main)}`);
  return {
    gateway: gateways[0] ?? '',
    gateways,
    checkout: `http://${loopback(ports.checkout[0]?.main)}`,
    bankListener: `${callbacksBy}://${loopback(ports.gateway[0]?.bank)}`,
    simulator: `http://${loopback(ports['bank-simulator'][0]?.main)}`,
    grpc: grpcTargets(ports, ({ main }) => main),
    operators: grpcTargets(ports, ({ operators }) => operators),
  };
}

function sharedEnvironment(
  spec: PlanSpec,
  { gateway, checkout, bankListener, simulator, grpc }: ServiceAddresses,
): Readonly<Record<ServiceName, Env>> {
  const { servers, secrets } = spec;
  const namespace = spec.namespace ?? '';
  const mongo = (owner: DatabaseOwner): Env => ({
    MONGO_URL: servers.mongoUrl,
    MONGO_DB: `${namespace}${DATABASES[owner]}`,
  });
  const redis: Env = { REDIS_URL: servers.redisUrl, REDIS_PREFIX: `${namespace}gx:` };
  const { signing, verification } = secrets.eventKeys;
  const kafka: Env = {
    KAFKA_BROKERS: servers.kafkaBrokers,
    TOPIC_PREFIX: namespace,
    EVENT_VERIFICATION_KEYS: verification,
  };
  const publisher = (owner: EventOwner): Env => ({ ...kafka, EVENT_SIGNING_KEY: signing[owner] });
  return {
    keys: {
      ...mongo('keys'),
      ...redis,
      JWT_SIGNING_KEY: secrets.jwtSigningKey,
      JWT_ISSUER: gateway,
      ENCRYPTION_KEY: secrets.secretsKey,
    },
    ledger: { ...mongo('ledger'), ...publisher('ledger'), CHARGE_ADDRESS: grpc.charge },
    webhooks: {
      ...mongo('webhooks'),
      ...kafka,
      KEYS_ADDRESS: grpc.keys,
      CHARGE_ADDRESS: grpc.charge,
      PAYOUT_ADDRESS: grpc.payout,
      ENCRYPTION_KEY: secrets.secretsKey,
    },
    charge: {
      ...mongo('charge'),
      ...publisher('charge'),
      KEYS_ADDRESS: grpc.keys,
      LEDGER_ADDRESS: grpc.ledger,
      REFUND_ADDRESS: grpc.refund,
      TXID_SECRET: secrets.txidSecret,
      ENCRYPTION_KEY: secrets.secretsKey,
      PUBLIC_BASE_URL: gateway,
      CHECKOUT_BASE_URL: checkout,
      PROVIDER_CALLBACK_BASE_URL: bankListener,
      SIMULATOR_URL: simulator,
    },
    refund: {
      ...mongo('refund'),
      ...publisher('refund'),
      KEYS_ADDRESS: grpc.keys,
      CHARGE_ADDRESS: grpc.charge,
      LEDGER_ADDRESS: grpc.ledger,
      // The bank credentials that charge encrypted are opened here.
      ENCRYPTION_KEY: secrets.secretsKey,
    },
    payout: {
      ...mongo('payout'),
      ...publisher('payout'),
      KEYS_ADDRESS: grpc.keys,
      CHARGE_ADDRESS: grpc.charge,
      LEDGER_ADDRESS: grpc.ledger,
      SIMULATOR_URL: simulator,
      // As of refund.
      ENCRYPTION_KEY: secrets.secretsKey,
    },
    gateway: {
      ...redis,
      KEYS_ADDRESS: grpc.keys,
      CHARGE_ADDRESS: grpc.charge,
      LEDGER_ADDRESS: grpc.ledger,
      REFUND_ADDRESS: grpc.refund,
      PAYOUT_ADDRESS: grpc.payout,
      WEBHOOKS_ADDRESS: grpc.webhooks,
      SECURITY_CONTACT: 'mailto:security@example.com',
      ...spec.bankTls?.gateway,
    },
    checkout: { CHARGE_ADDRESS: grpc.charge },
    'bank-simulator': {
      ...mongo('bank-simulator'),
      SIM_CLIENTS: JSON.stringify([{ ...secrets.bank, ...BANK_MERCHANT }]),
      SIM_LOCATION_HOST: simulator.replace('http://', ''),
      ...spec.bankTls?.simulator,
    },
  };
}
