import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import {
  freePort,
  type Handle,
  newSecrets,
  type ServiceName,
  type Services,
  type StackAccount,
  seedAccounts,
  seedBankProfile,
  startServices,
} from '@gx/stack';
import { uniqueName } from '@gx/testkit';
import { startWire, type Wire } from '@gx/testkit/faults';
import type { TestEnvironment } from './environment.ts';
import { PACES, type Pace, type PaceName } from './paces.ts';
import { type ReadyGateways, watchGateways } from './ready-gateways.ts';
import { type Supervisor, supervise } from './supervisor.ts';

/** The services of the product, in the order in which scenarios take them; the bank is another company's. */
export const PRODUCT = ['gateway', 'keys', 'charge', 'ledger', 'refund', 'payout', 'webhooks'] as const;
export type Product = (typeof PRODUCT)[number];

/** The whole product in real processes, two replicas each, and everything that can be done to it. */
export type Stage = {
  readonly environment: TestEnvironment;
  readonly pace: Pace;
  readonly services: Services;
  readonly supervisor: Supervisor;
  readonly namespace: string;
  readonly accounts: readonly StackAccount[];
  /** The product's client at the bank. */
  readonly bankClient: { readonly clientId: string; readonly pixKey: string };
  readonly replicas: (service: ServiceName) => readonly Handle[];
  /** The addresses of the gateways that a load balancer would use now. */
  readonly gateways: () => readonly string[];
  /** Between the product and its bank, and between the gateways and each replica of charge. */
  readonly wires: { readonly toBank: Wire; readonly toCharge: readonly Wire[] };
  readonly stop: () => Promise<void>;
};
export type StageOptions = {
  readonly pace: PaceName;
  /** How wrong the clocks of some processes are, by their names (`ledger-2`). */
  readonly skewMs?: Readonly<Record<string, number>>;
  readonly env?: Readonly<Record<string, string>>;
};

/** Long enough for a load balancer to notice that a gateway wants to go. */
const DRAIN_DELAY_MS = '1000';
/** Nobody is limited here but by the faults. */
const GATEWAY = {
  RATE_LIMIT_TEST_PER_MINUTE: '10000000',
  LOGIN_ATTEMPTS_PER_MINUTE: '10000',
  LOGIN_ATTEMPTS_OF_ADDRESS_PER_MINUTE: '10000',
  KEY_CHANGES_PER_MINUTE: '10000',
} as const;

export async function setStage(environment: TestEnvironment, options: StageOptions): Promise<Stage> {
  const pace = PACES[options.pace];
  const secrets = newSecrets();
  const namespace = `${uniqueName('rf')}_`;
  const roads = await buildRoads();
  const services = await startServices({
    servers: environment.servers,
    secrets,
    namespace,
    log: environment.logs.log,
    inherited: { PATH: process.env['PATH'], LOG_FORMAT: 'json', LOG_LEVEL: 'info', DRAIN_DELAY_MS, ...options.env },
    replicas: Object.fromEntries(PRODUCT.map((service) => [service, 2])),
    overrides: {
      'bank-simulator': pace.env['bank-simulator'],
      webhooks: { ...pace.env.webhooks, CHARGE_ADDRESS: roads.chargeAddress },
      ledger: { CHARGE_ADDRESS: roads.chargeAddress },
      payout: { ...pace.env.payout, CHARGE_ADDRESS: roads.chargeAddress },
      refund: { ...pace.env.refund, CHARGE_ADDRESS: roads.chargeAddress },
      checkout: { CHARGE_ADDRESS: roads.chargeAddress },
      charge: { ...pace.env.charge, PROVIDER_CALLBACK_BASE_URL: `http://127.0.0.1:${roads.ingress.port}` },
      gateway: { ...GATEWAY, CHARGE_ADDRESS: roads.toCharge.map(({ port }) => `127.0.0.1:${port}`).join(',') },
    },
    processOverrides: withSkew(roads.ports, options.skewMs ?? {}),
  });
  roads.simulatorPort = Number(new URL(services.simulator).port);
  const reachable = { ...services, grpc: { ...services.grpc, charge: roads.chargeAddress } };
  const ready = watchGateways(services.handles.gateway.map(({ name }) => services.health[name] ?? ''));
  roads.ready = ready;
  const supervisor = supervise(Object.values(services.handles).flat());
  const stop = async (): Promise<void> => {
    await supervisor.dismiss();
    ready.stop();
    for (const handle of Object.values(services.handles).flat()) handle.signal('SIGCONT');
    await services.stop();
    await Promise.all([roads.toBank, roads.ingress, ...roads.toCharge].map((wire) => wire.stop()));
  };
  try {
    await seedBankProfile({ ...reachable, simulator: `http://127.0.0.1:${roads.toBank.port}` }, secrets);
    const accounts = await seedAccounts(reachable, secrets, []);
    return {
      environment,
      pace,
      services: reachable,
      supervisor,
      namespace,
      accounts,
      bankClient: secrets.bank,
      replicas: (service) => services.handles[service],
      gateways: () => ready.now().map((index) => services.gateways[index] ?? services.gateway),
      wires: { toBank: roads.toBank, toCharge: roads.toCharge },
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

type Roads = {
  /** Of the bank, once it is known. */
  simulatorPort: number | undefined;
  /** Once they are up. */
  ready: ReadyGateways | undefined;
  readonly chargeAddress: string;
  readonly ports: EnvByProcess;
  readonly toCharge: readonly Wire[];
  readonly toBank: Wire;
  /** Where the bank sends its callbacks: before both gateways, as in production. */
  readonly ingress: Wire;
};

/** The wires, and the ports behind them: they have to be known before the services start. */
async function buildRoads(): Promise<Roads> {
  const [chargePorts, bankPorts] = [
    [await freePort(), await freePort()],
    [await freePort(), await freePort()],
  ];
  let turn = 0;
  const nextGateway = (): number | undefined => {
    const ready = roads.ready?.now() ?? [0];
    turn += 1;
    return bankPorts[ready[turn % ready.length] ?? 0];
  };
  const roads: Roads = {
    simulatorPort: undefined,
    ready: undefined,
    chargeAddress: chargePorts.map((port) => `127.0.0.1:${port}`).join(','),
    ports: {
      charge: { GRPC_PORT: String(chargePorts[0]) },
      'charge-2': { GRPC_PORT: String(chargePorts[1]) },
      gateway: { BANK_PORT: String(bankPorts[0]) },
      'gateway-2': { BANK_PORT: String(bankPorts[1]) },
    },
    toCharge: await Promise.all(chargePorts.map((port) => startWire(() => port))),
    toBank: await startWire(() => roads.simulatorPort),
    ingress: await startWire(nextGateway),
  };
  return roads;
}

type EnvByProcess = Readonly<Record<string, Readonly<Record<string, string>>>>;

function withSkew(ports: EnvByProcess, skewMs: Readonly<Record<string, number>>): EnvByProcess {
  const preload = pathToFileURL(join(import.meta.dirname, 'skewed-clock.ts')).href;
  const skewed = Object.entries(skewMs).map(([name, ms]): [string, Readonly<Record<string, string>>] => [
    name,
    { ...ports[name], NODE_OPTIONS: `--import=${preload}`, SKEW_MS: String(ms) },
  ]);
  return { ...ports, ...Object.fromEntries(skewed) };
}
