import { SERVICES } from '@gx/contracts';
import { newId, type Tenant } from '@gx/core';
import { readConfig } from '@gx/runtime';
import { freePort } from '@gx/stack';
import {
  identitySettings,
  localClient,
  serveRpcs,
  servers,
  startBankSimulator,
  testDatabase,
  testEventSettings,
  testHost,
  testTopics,
} from '@gx/testkit';
import { loadConfig as chargeConfig } from '../../services/charge/src/config.ts';
import { startCharge } from '../../services/charge/src/service.ts';
import { startListener } from '../../services/charge/test/peers.ts';
import { SPEC as LEDGER_SPEC } from '../../services/ledger/src/config.ts';
import { startLedger } from '../../services/ledger/src/service.ts';
import { loadConfig as refundConfig } from '../../services/refund/src/config.ts';
import { startRefund } from '../../services/refund/src/service.ts';

/** Two of each: an event, a call and a job may be anybody's. */
const REPLICAS = 2;
const PROFILE_ID = 'sim';

export type MoneyServices = Awaited<ReturnType<typeof startMoneyServices>>;
export type MoneyReplica = MoneyServices['replicas'][number];

/**
 * Charge, refund and ledger, two replicas each, in this process: on real servers, against the simulated bank
 * over HTTP. Keys is played: every account takes 1 % and credits at once.
 */
export async function startMoneyServices() {
  const [listener, simulator, topicPrefix] = await Promise.all([
    startListener(),
    startBankSimulator('money_bank'),
    testTopics(),
  ]);
  const databases = {
    charge: await testDatabase('charge'),
    refund: await testDatabase('refund'),
    ledger: await testDatabase('ledger'),
  };
  const keysAddress = await startAccounts();
  const shared = {
    ENVIRONMENT: 'local',
    KAFKA_BROKERS: servers().kafkaBrokers.join(','),
    TOPIC_PREFIX: topicPrefix,
    KEYS_ADDRESS: keysAddress.address,
    ENCRYPTION_KEY: Buffer.alloc(32, 7).toString('base64'),
  };
  const hosts = [keysAddress.host];
  const started = await Promise.all(
    Array.from({ length: REPLICAS }, () =>
      startReplica({ shared, databases, callbackUrl: listener.url, simulatorUrl: simulator.url, hosts }),
    ),
  );
  const [first] = started;
  if (first === undefined) throw new Error('no replica');
  let turn = 0;
  listener.forward = (bankProfileId, token, body) => {
    turn += 1;
    const { charge } = started[turn % started.length] ?? first;
    return charge.receiveProviderCallback({ requestId: 'bank' }, { bankProfileId, token, body });
  };
  const bank = await simulator.control<BankClient>('POST', '/sim/clients', {});
  await first.charge.setBankProfile({ requestId: 'profile' }, profileOf(bank, simulator.url));
  return {
    replicas: started as readonly (typeof first)[],
    databases,
    simulator,
    bank,
    lines: (): readonly string[] => hosts.flatMap(({ lines }) => lines),
    async stop() {
      for (const { close } of started) close();
      await Promise.all(hosts.map(({ stop }) => stop()));
      await Promise.all([listener.stop(), simulator.stop(), ...Object.values(databases).map(({ drop }) => drop())]);
    },
  };
}

type BankClient = { readonly clientId: string; readonly clientSecret: string; readonly pixKey: string };
type Databases = Readonly<Record<'charge' | 'refund' | 'ledger', Awaited<ReturnType<typeof testDatabase>>>>;
type Surroundings = {
  readonly shared: Readonly<Record<string, string>>;
  readonly databases: Databases;
  readonly callbackUrl: string;
  readonly simulatorUrl: string;
  readonly hosts: ReturnType<typeof testHost>[];
};

/** Charge calls refund, which calls charge: their addresses are known before either is there. */
async function startReplica({ shared, databases, callbackUrl, simulatorUrl, hosts }: Surroundings) {
  const ports = { charge: await freePort(), refund: await freePort(), ledger: await freePort() };
  const at = (service: keyof typeof ports): string => `127.0.0.1:${ports[service]}`;
  const addresses = { CHARGE_ADDRESS: at('charge'), REFUND_ADDRESS: at('refund'), LEDGER_ADDRESS: at('ledger') };
  const env = (service: keyof typeof ports) => ({
    ...shared,
    ...testEventSettings(service),
    ...identitySettings(service),
    ...addresses,
    GRPC_PORT: String(ports[service]),
    MONGO_URL: databases[service].url,
    MONGO_DB: databases[service].db,
  });
  const host = (service: string) => {
    const one = testHost(service, { level: 'info' });
    hosts.push(one);
    return one;
  };
  await startLedger(host('ledger'), readConfig(env('ledger'), LEDGER_SPEC));
  await startRefund(host('refund'), refundConfig(env('refund')));
  const own = {
    TXID_SECRET: 'a secret of the tests, long enough for HMAC',
    PUBLIC_BASE_URL: 'https://gx.example',
    CHECKOUT_BASE_URL: 'https://pay.gx.example',
    PROVIDER_CALLBACK_BASE_URL: callbackUrl,
    SIMULATOR_URL: simulatorUrl,
    RECONCILE_EVERY_SECONDS: '30',
  };
  await startCharge(host('charge'), chargeConfig({ ...env('charge'), ...own }));
  const options = { idempotent: [], deadlineMs: 30_000 };
  const charge = localClient(SERVICES.charge, at('charge'), options);
  const refund = localClient(SERVICES.refund, at('refund'), options);
  const ledger = localClient(SERVICES.ledger, at('ledger'), options);
  return { charge, refund, ledger, close: () => [charge, refund, ledger].forEach((client) => void client.close()) };
}

async function startAccounts() {
  const host = testHost('keys');
  const settings = {
    name: 'Loja de Teste',
    platformFeeBasisPoints: 100,
    platformFeeFixed: 0,
    defaultExpiresInSeconds: 3_600,
    settlementDelaySeconds: 0,
    refunds: {},
  };
  const handlers = { GetAccountSettings: () => settings, RecordActs: () => ({}) } as never;
  const { port } = await serveRpcs(host, { definition: SERVICES.keys, handlers });
  return { host, address: `127.0.0.1:${port}` };
}

const profileOf = ({ clientId, clientSecret, pixKey }: BankClient, baseUrl: string) => ({
  id: PROFILE_ID,
  livemode: false,
  baseUrl,
  basePath: '/v2',
  tokenPath: '/oauth/token',
  clientId,
  clientSecret,
  pixKey,
  providerFeeFixed: 10,
  providerFeeBasisPoints: 0,
  merchantName: 'Loja de Teste',
  merchantCity: 'SAO PAULO',
  simulator: true,
  payerQuery: true,
  pixOutPath: '/gn/pix',
  pixOutFee: 35,
  infractionsPath: '/gn/infracoes',
});

export const newTenant = (): Tenant => ({ accountId: newId('account'), livemode: false });
