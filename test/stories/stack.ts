import {
  newSecrets,
  type Services,
  type ServicesSpec,
  type StackAccount,
  seedAccounts,
  seedBankProfile,
  startServices,
} from '@gx/stack';
import { servers, uniqueName } from '@gx/testkit';
import { type ApiPixProxy, apiPixProxy } from '@gx/testkit/api-pix';
import { type Merchant, merchant } from './merchant.ts';

export type StackOptions = Partial<Pick<ServicesSpec, 'replicas' | 'overrides' | 'servers' | 'secrets'>> & {
  /** Variables for every service. */
  readonly env?: NodeJS.ProcessEnv;
  /** Before databases, topics and keys; one of its own when absent. */
  readonly namespace?: string;
};
export type Stack = Services & {
  readonly accounts: readonly StackAccount[];
  /** The first demo merchant with its test key, at the first gateway. */
  readonly merchant: Merchant;
  readonly namespace: string;
  /** Every line that any service printed. */
  readonly lines: readonly string[];
  /** Stands between adapter and bank and judges every message; `stop` fails with what it found. */
  readonly bank: ApiPixProxy;
  /** The product's client at the bank: its key, and where its books are. */
  readonly bankClient: { readonly clientId: string; readonly pixKey: string };
};

/** All users of a test have one. */
const ONE_ADDRESS = { LOGIN_ATTEMPTS_OF_ADDRESS_PER_MINUTE: '10000' } as const;

/** Starts the whole product as its own processes on the servers of the run, apart from every other stack. */
export async function startStack(options: StackOptions = {}): Promise<Stack> {
  const { mongoUrl, kafkaBrokers, redisUrl } = servers();
  const secrets = options.secrets ?? newSecrets();
  const namespace = options.namespace ?? `${uniqueName('e2e')}_`;
  const lines: string[] = [];
  const services = await startServices({
    servers: options.servers ?? { mongoUrl, kafkaBrokers: kafkaBrokers.join(','), redisUrl },
    secrets,
    namespace,
    log: (source, line) => {
      lines.push(`${source} ${line}`);
      if (process.env['TEST_LOGS'] === 'on') process.stderr.write(`${source} ${line}\n`);
    },
    inherited: { PATH: process.env['PATH'], LOG_FORMAT: 'json', LOG_LEVEL: 'info', ...ONE_ADDRESS, ...options.env },
    ...(options.replicas === undefined ? {} : { replicas: options.replicas }),
    ...(options.overrides === undefined ? {} : { overrides: options.overrides }),
  });
  const bank = await apiPixProxy({ target: services.simulator });
  const stop = async (): Promise<void> => {
    await services.stop();
    await bank.close();
  };
  try {
    await seedBankProfile({ ...services, simulator: bank.url }, secrets);
    const accounts = await seedAccounts(services, secrets, []);
    const [first] = accounts;
    if (first === undefined) throw new Error('no account was seeded');
    return {
      ...services,
      accounts,
      merchant: merchant(services.gateway, first.testKey),
      namespace,
      lines,
      bank,
      bankClient: secrets.bank,
      stop: async () => {
        await stop();
        bank.assertClean();
      },
    };
  } catch (error) {
    await stop();
    throw error;
  }
}
