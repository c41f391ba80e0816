import { randomBytes } from 'node:crypto';
import { type MessageInit, SERVICES } from '@gx/contracts';
import type { ChargeEvent, CreateChargeRequest } from '@gx/contracts/charge';
import { canonicalJson, newId, sha256Hex, type Tenant } from '@gx/core';
import type { Call, Client } from '@gx/runtime';
import {
  identitySettings,
  localClient,
  servers,
  type TestDatabase,
  type TestHost,
  testDatabase,
  testEventSettings,
  testHost,
  testTopics,
  until,
} from '@gx/testkit';
import { type ApiPixProxy, apiPixProxy } from '@gx/testkit/api-pix';
import { loadConfig } from '../src/config.ts';
import { startCharge } from '../src/service.ts';
import {
  type Accounts,
  type Ledger,
  type PeerBooks,
  type Rows,
  startAccounts,
  startBooks,
  startLedger,
  startListener,
  startRows,
} from './peers.ts';
import { type BankClient, type Simulator, startSimulator } from './simulator.ts';

export const CALL: Call = { requestId: 'test' };
/** A request to create a charge; what is left out has its default. */
export type ChargeRequest = MessageInit<CreateChargeRequest>;
export type Rpc = Client<typeof SERVICES.charge>;
export type Env = Readonly<Record<string, string>>;
export type Replica = { readonly rpc: Rpc; readonly host: TestHost; readonly stop: () => Promise<void> };
type Scenario = {
  readonly kind: string;
  readonly operation: string;
  readonly txid?: string;
  readonly times?: number;
  readonly ms?: number;
  readonly copies?: number;
  readonly accept?: boolean;
};

/**
 * The charge service with everything around it real but its callers: database, broker, bank over HTTP through
 * a judging proxy.
 */
export type Rig = {
  readonly rpc: Rpc;
  readonly database: TestDatabase;
  readonly accounts: Accounts;
  readonly ledger: Ledger;
  readonly books: PeerBooks;
  readonly rows: Rows;
  readonly simulator: Simulator;
  readonly bank: BankClient;
  readonly toBank: ApiPixProxy;
  readonly toUs: ApiPixProxy;
  readonly topicPrefix: string;
  readonly profileId: string;
  readonly profile: ReturnType<typeof profileOf>;
  /** The environment of a replica, for a process of its own. */
  readonly env: Env;
  /**
   * Another process of the service, on the same database; `env` may differ, and its clock by so many
   * milliseconds.
   */
  readonly replica: (env?: Env, skewMs?: number) => Promise<Replica>;
  /** Tells the bank to misbehave towards us. */
  readonly misbehave: (scenario: Scenario) => Promise<void>;
  readonly behave: () => Promise<void>;
  /** How many requests of an operation the bank saw for a charge. */
  readonly seen: (txid: string) => Promise<Partial<Record<string, number>>>;
  /** Everything that the service logged. */
  readonly lines: () => string[];
  readonly stop: () => Promise<void>;
};

/** `shared` is a simulator that somebody else stops. */
export async function startRig(env: Env = {}, shared?: Simulator): Promise<Rig> {
  const [database, accounts, books, rows, listener, simulator, topicPrefix] = await Promise.all([
    testDatabase('charge'),
    startAccounts(),
    startBooks(),
    startRows(),
    startListener(),
    shared ?? startSimulator(),
    testTopics(),
  ]);
  const bank = await simulator.control<BankClient>('POST', '/sim/clients', {});
  const toBank = await apiPixProxy({ target: simulator.url });
  const toUs = await apiPixProxy({ target: listener.url, callbacks: true });
  const ledger = await startLedger(topicPrefix);
  const replicas: Replica[] = [];
  const around = { database, accounts, books, rows, topicPrefix };
  const base = baseEnv({ ...around, callbackUrl: toUs.url, simulatorUrl: simulator.url });
  const replica = async (more: Env = {}, skewMs = 0): Promise<Replica> => {
    const started = await startReplica({ ...base, ...env, ...more }, skewMs);
    replicas.push(started);
    return started;
  };
  const { rpc } = await replica();
  listener.forward = (bankProfileId, token, body) => rpc.receiveProviderCallback(CALL, { bankProfileId, token, body });
  const profileId = 'sim';
  const profile = profileOf(profileId, bank, toBank.url);
  await setProfile(rpc, profile);
  return {
    rpc,
    database,
    accounts,
    ledger,
    books,
    rows,
    simulator,
    bank,
    toBank,
    toUs,
    topicPrefix,
    profileId,
    profile,
    env: { ...base, ...env },
    replica,
    misbehave: async (scenario) =>
      void (await simulator.control('POST', '/sim/scenarios', { clientId: bank.clientId, ...scenario })),
    behave: async () => void (await simulator.control('DELETE', `/sim/scenarios?clientId=${bank.clientId}`)),
    seen: async (txid) =>
      (await simulator.control<{ counts: Record<string, number> }>('GET', `/sim/requests/${txid}`)).counts,
    lines: () => replicas.flatMap(({ host }) => host.lines),
    stop: async () => {
      await Promise.all(replicas.map(({ stop }) => stop()));
      await Promise.all([accounts.stop(), books.stop(), rows.stop(), listener.stop(), ledger.stop()]);
      await Promise.all([toBank.close(), toUs.close()]);
      await Promise.all([shared === undefined ? simulator.stop() : undefined, database.drop()]);
    },
  };
}

type Around = {
  readonly database: TestDatabase;
  readonly accounts: Accounts;
  readonly books: PeerBooks;
  readonly rows: Rows;
  readonly topicPrefix: string;
  readonly callbackUrl: string;
  readonly simulatorUrl: string;
};

const baseEnv = ({ database, accounts, books, rows, topicPrefix, callbackUrl, simulatorUrl }: Around): Env => ({
  ENVIRONMENT: 'local',
  GRPC_PORT: '0',
  MONGO_URL: database.url,
  MONGO_DB: database.db,
  KAFKA_BROKERS: servers().kafkaBrokers.join(','),
  ...testEventSettings('charge'),
  ...identitySettings('charge'),
  TOPIC_PREFIX: topicPrefix,
  KEYS_ADDRESS: accounts.address,
  LEDGER_ADDRESS: books.address,
  REFUND_ADDRESS: rows.address,
  TXID_SECRET: 'a secret of the tests, long enough for HMAC',
  ENCRYPTION_KEY: Buffer.alloc(32, 7).toString('base64'),
  PUBLIC_BASE_URL: 'https://gx.example',
  CHECKOUT_BASE_URL: 'https://pay.gx.example',
  PROVIDER_CALLBACK_BASE_URL: callbackUrl,
  SIMULATOR_URL: simulatorUrl,
  RECONCILE_EVERY_SECONDS: '3600',
});

async function startReplica(env: Env, skewMs: number): Promise<Replica> {
  const now = (): Date => new Date(Date.now() + skewMs);
  const host = testHost('charge', { now });
  const { port } = await startCharge(host, loadConfig(env));
  const rpc = localClient(SERVICES.charge, `127.0.0.1:${port}`, { idempotent: [], deadlineMs: 20_000, now });
  let stopping: Promise<void> | undefined;
  const stop = (): Promise<void> => {
    rpc.close();
    stopping ??= host.stop();
    return stopping;
  };
  return { rpc, host, stop };
}

export const profileOf = (id: string, { clientId, clientSecret, pixKey }: BankClient, baseUrl: string) => ({
  id,
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
});

/** Sets a profile as an operator would: again, while the bank is too busy to confirm it. */
export const setProfile = (rpc: Rpc, profile: ReturnType<typeof profileOf>): Promise<true> =>
  until(
    `the bank confirms ${profile.id}`,
    async () => {
      await rpc.setBankProfile(CALL, profile);
      return true;
    },
    PATIENT,
  );

export const newTenant = (livemode = false): Tenant => ({ accountId: newId('account'), livemode });

/** For what travels over the broker while the machine has other things to do. */
export const PATIENT = { timeoutMs: 60_000 } as const;

/** A request as the gateway sends it: the hash is of what the merchant wrote. */
export function order(tenant: Tenant, change: ChargeRequest = {}): ChargeRequest {
  const body = { amount: 1_990, currency: 'BRL', ...change };
  return {
    tenant,
    idempotencyKey: `key-${randomBytes(8).toString('hex')}`,
    requestHash: `v1:${sha256Hex(canonicalJson({ ...body, idempotencyKey: undefined }))}`,
    surface: 'CHARGES',
    ...body,
  };
}

/** A charge that can be paid. */
export async function created(rig: Rig, change: ChargeRequest = {}, tenant = newTenant()) {
  const { charge } = await rig.rpc.createCharge(CALL, order(tenant, change));
  if (charge?.pix == null) throw new Error('no charge');
  return { tenant, id: charge.id, txid: charge.pix.txid ?? '', charge };
}

type Pay = Omit<Parameters<Rpc['simulatePayment']>[1], 'tenant' | 'chargeId'>;

/** Plays the payer; answers the end-to-end id. */
export async function pay(rig: Rig, { tenant, id }: { tenant: Tenant; id: string }, how: Pay = {}): Promise<string> {
  const result = await rig.rpc.simulatePayment(CALL, { tenant, chargeId: id, ...how });
  if (result.endToEndId === undefined) throw new Error(`not paid: ${result.rejectionCode} ${result.rejectionMessage}`);
  return result.endToEndId;
}

export const event = (rig: Rig, id: string, type: string): Promise<ChargeEvent> =>
  until(`${type} of ${id}`, () => rig.ledger.events(id).find((one) => one.type === type), PATIENT);

/** Every event of a charge so far, as number and type, each once however often it was published. */
export const publishedEvents = (rig: Rig, id: string): string[] => [
  ...new Set(rig.ledger.events(id).map(({ sequence, type }) => `${sequence} ${type}`)),
];

/**
 * The document behind a charge, for looking at what no client sees; read as the service reads it, so that
 * nothing is seen here before it is seen there.
 */
export const stored = (rig: Rig, id: string) =>
  rig.database.connection.collection('charges').findOne({ _id: id as never }, { readConcern: { level: 'majority' } });

/** The first document of a collection that fits, once there is one. */
export const found = (rig: Rig, collection: string, filter: Record<string, unknown>) =>
  until(
    `a document in ${collection}`,
    async () => (await rig.database.connection.collection(collection).findOne(filter)) ?? undefined,
  );
