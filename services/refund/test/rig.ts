import { randomBytes } from 'node:crypto';
import { type MessageInit, SERVICES } from '@gx/contracts';
import type { BankProfile, Settlement } from '@gx/contracts/charge';
import type { CreateRefundRequest, Refund } from '@gx/contracts/refund';
import { canonicalJson, newId, Refusal, sha256Hex, type Tenant } from '@gx/core';
import { type Call, type Client, newCipher } from '@gx/runtime';
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
import { startRefund } from '../src/service.ts';
import { type AccountsStandIn, startAccounts } from './accounts-stand-in.ts';
import { type Bus, startBus } from './charge-events.ts';
import { type BankClient, type Simulator, startSimulator } from './simulator.ts';
import { type Charges, type Ledger, startCharges, startLedger } from './stand-ins.ts';

export const CALL: Call = { requestId: 'test' };
/** For what travels over the broker while the machine has other things to do. */
export const PATIENT = { timeoutMs: 60_000 } as const;
type RefundRequest = MessageInit<CreateRefundRequest>;
export type Rpc = Client<typeof SERVICES.refund>;
export type Env = Readonly<Record<string, string>>;
export type Replica = { readonly rpc: Rpc; readonly host: TestHost; readonly stop: () => Promise<void> };
export type BankScenarioName = {
  readonly kind: string;
  readonly operation: string;
  readonly times?: number;
  readonly ms?: number;
  readonly laterMs?: number;
  readonly accept?: boolean;
  readonly code?: string;
};
/** The refund service among real servers and a simulated bank; its callers and peers are played. */
export type Rig = {
  readonly rpc: Rpc;
  readonly database: TestDatabase;
  readonly accounts: AccountsStandIn;
  readonly charges: Charges;
  readonly ledger: Ledger;
  readonly bus: Bus;
  readonly simulator: Simulator;
  readonly bank: BankClient;
  readonly toBank: ApiPixProxy;
  /** The environment of a replica, for a process of its own. */
  readonly env: Env;
  readonly topicPrefix: string;
  /** Another process of the service, on the same database; `env` may differ. */
  readonly replica: (env?: Env) => Promise<Replica>;
  /** Tells the bank to misbehave towards us. */
  readonly misbehave: (scenario: BankScenarioName) => Promise<void>;
  readonly behave: () => Promise<void>;
  /** Everything that the service logged. */
  readonly lines: () => string[];
  readonly stop: () => Promise<void>;
};

export const ENCRYPTION_KEY = Buffer.alloc(32, 7);
export const PROFILE = 'sim';
/** A bank of the same account that sends nothing out. */
export const PLAIN_PROFILE = 'plain';
export const PIX_OUT_FEE = 35;

/** `shared` is a simulator that somebody else stops. */
export async function startRig(env: Env = {}, shared?: Simulator): Promise<Rig> {
  const [database, accounts, charges, ledger, simulator, topicPrefix] = await Promise.all([
    testDatabase('refund'),
    startAccounts(),
    startCharges(),
    startLedger(),
    shared ?? startSimulator(),
    testTopics(),
  ]);
  const bank = await simulator.control<BankClient>('POST', '/sim/clients', {});
  const toBank = await apiPixProxy({ target: simulator.url });
  charges.profiles.push(profileOf(PROFILE, bank, toBank.url, '/gn/pix'), profileOf(PLAIN_PROFILE, bank, toBank.url));
  const bus = await startBus(topicPrefix, charges.records);
  const replicas: Replica[] = [];
  const all: Env = { ...baseEnv({ database, accounts, charges, ledger, topicPrefix }), ...env };
  const replica = async (more: Env = {}): Promise<Replica> => {
    const started = await startReplica({ ...all, ...more });
    replicas.push(started);
    return started;
  };
  const { rpc } = await replica();
  const { clientId } = bank;
  return {
    rpc,
    database,
    accounts,
    charges,
    ledger,
    bus,
    simulator,
    bank,
    toBank,
    topicPrefix,
    env: all,
    replica,
    misbehave: async (scenario) => void (await simulator.control('POST', '/sim/scenarios', { clientId, ...scenario })),
    behave: async () => void (await simulator.control('DELETE', `/sim/scenarios?clientId=${clientId}`)),
    lines: () => replicas.flatMap(({ host }) => host.lines),
    stop: async () => {
      await Promise.all(replicas.map(({ stop }) => stop()));
      await Promise.all([accounts.stop(), charges.stop(), ledger.stop(), bus.stop(), toBank.close()]);
      await Promise.all([shared === undefined ? simulator.stop() : undefined, database.drop()]);
    },
  };
}

type Surroundings = {
  readonly database: TestDatabase;
  readonly accounts: AccountsStandIn;
  readonly charges: Charges;
  readonly ledger: Ledger;
  readonly topicPrefix: string;
};

const baseEnv = ({ database, accounts, charges, ledger, topicPrefix }: Surroundings): Env => ({
  ENVIRONMENT: 'local',
  GRPC_PORT: '0',
  MONGO_URL: database.url,
  MONGO_DB: database.db,
  KAFKA_BROKERS: servers().kafkaBrokers.join(','),
  ...testEventSettings('refund'),
  ...identitySettings('refund'),
  TOPIC_PREFIX: topicPrefix,
  KEYS_ADDRESS: accounts.address,
  CHARGE_ADDRESS: charges.address,
  LEDGER_ADDRESS: ledger.address,
  ENCRYPTION_KEY: ENCRYPTION_KEY.toString('base64'),
});

async function startReplica(env: Env): Promise<Replica> {
  const host = testHost('refund');
  const { port } = await startRefund(host, loadConfig(env));
  const rpc = localClient(SERVICES.refund, `127.0.0.1:${port}`, { idempotent: [], deadlineMs: 20_000 });
  let stopping: Promise<void> | undefined;
  const stop = (): Promise<void> => {
    rpc.close();
    stopping ??= host.stop();
    return stopping;
  };
  return { rpc, host, stop };
}

export function profileOf(
  id: string,
  { clientId, clientSecret, pixKey }: BankClient,
  baseUrl: string,
  pixOutPath?: string,
): BankProfile {
  const encrypted = newCipher(ENCRYPTION_KEY).encrypt(clientSecret);
  return {
    id,
    livemode: false,
    simulator: true,
    baseUrl,
    basePath: '/v2',
    tokenPath: '/oauth/token',
    clientId,
    clientSecretKeyId: encrypted.keyId,
    clientSecretCiphertext: encrypted.ciphertext,
    pixKey,
    payerQuery: true,
    ...(pixOutPath === undefined ? {} : { pixOutPath }),
    pixOutFee: PIX_OUT_FEE,
    version: 1,
  } as BankProfile;
}

export const newTenant = (livemode = false): Tenant => ({ accountId: newId('account'), livemode });

export type PaidCharge = { readonly tenant: Tenant; readonly chargeId: string; readonly endToEndId: string };
type PaidChange = Partial<Pick<PaidCharge, 'tenant'>> & {
  readonly amount?: number;
  readonly profileId?: string;
  readonly settlement?: MessageInit<Settlement>;
  readonly charge?: MessageInit<Settlement>['charge'];
};

/** Money that arrived at the bank and is in the wallet: something that can be refunded. */
export async function paid(rig: Rig, change: PaidChange = {}): Promise<PaidCharge> {
  const { amount = 1_000, tenant = newTenant(), profileId = PLAIN_PROFILE } = change;
  const chargeId = newId('charge');
  const endToEndId = await pixIn(rig, amount);
  rig.charges.settlements.set(chargeId, {
    charge: { id: chargeId, tenant, surface: 'CHARGES', amount, currency: 'BRL', status: 'PAID', ...change.charge },
    bankProfileId: profileId,
    posted: true,
    endToEndId,
    paidAtMs: Date.now(),
    ...change.settlement,
  });
  return { tenant, chargeId, endToEndId };
}

/** A Pix to our key; its end-to-end id. */
export async function pixIn({ simulator, bank }: Rig, amount: number): Promise<string> {
  const order = { pix_key: bank.pixKey, amount, notify: 'never' };
  const { end_to_end_id } = await simulator.control<{ end_to_end_id: string }>('POST', '/sim/pay', order);
  return end_to_end_id;
}

/** A request as the gateway sends it: the hash is of what the merchant wrote and of the charge. */
export function order({ tenant, chargeId }: PaidCharge, change: RefundRequest = {}): RefundRequest {
  return {
    tenant,
    chargeId,
    idempotencyKey: `key-${randomBytes(8).toString('hex')}`,
    requestHash: `v1:${sha256Hex(canonicalJson({ chargeId, ...change, idempotencyKey: undefined }))}`,
    strategy: 'STRATEGY_UNSPECIFIED',
    ...change,
  };
}

/** A refund that is promised. */
export async function refunded(rig: Rig, it: PaidCharge, change: RefundRequest = {}): Promise<Refund> {
  const { refund } = await rig.rpc.createRefund(CALL, order(it, change));
  if (refund === null) throw new Error('no refund');
  return refund;
}

/** The refusal that a request meets. */
export async function refusal(call: Promise<unknown>): Promise<Refusal> {
  const outcome = await call.then(
    () => new Error('it was not refused'),
    (error: unknown) => error,
  );
  if (outcome instanceof Refusal) return outcome;
  throw outcome;
}

/** The document behind a refund, for looking at what no client sees. */
export const stored = (rig: Rig, id: string) =>
  rig.database.connection.collection('refunds').findOne({ _id: id as never });

/** Writes fields of a refund: tests set due times, they do not fake clocks. */
export const make = (rig: Rig, id: string, fields: object) =>
  rig.database.connection.collection('refunds').updateOne({ _id: id as never }, { $set: fields });

/** Makes it due, unless somebody works on it, or it is not any more as it was seen. */
export const due = (rig: Rig, id: string, seen: object = {}) =>
  rig.database.connection
    .collection('refunds')
    .updateOne({ ...seen, _id: id as never, owner: null, dueAt: { $ne: null } }, { $set: { dueAt: new Date(0) } });

/** Waits until a refund stands at a status, making it due again and again meanwhile. */
export const arrives = (rig: Rig, id: string, status: string) =>
  until(
    `${id} is ${status}`,
    async () => {
      const document = await stored(rig, id);
      if (document?.['status'] === status) return document;
      // One that arrives meanwhile stays as its service left it.
      if (document) await due(rig, id, { version: document['version'] });
      return undefined;
    },
    { timeoutMs: 60_000, everyMs: 100 },
  );

/** The same without helping. */
export const stands = (rig: Rig, id: string, status: string) =>
  until(
    `${id} is ${status}`,
    async () => {
      const document = await stored(rig, id);
      return document?.['status'] === status && document;
    },
    { timeoutMs: 30_000 },
  );

export const event = (rig: Rig, id: string, type: string, status?: string) =>
  until(
    `${type} ${status ?? ''} of ${id}`,
    () => rig.bus.events(id).find((one) => one.type === type && (status === undefined || statusOf(one) === status)),
    PATIENT,
  );
const statusOf = ({ created, progressed, returnProgressed }: Awaited<ReturnType<Bus['events']>>[number]) =>
  created?.status ?? progressed?.status ?? returnProgressed?.status;
/** The statuses that were told of, in order. */
export const announced = (rig: Rig, id: string) =>
  rig.bus.events(id).map((one) => `${one.type} ${statusOf(one) ?? ''}`.trim());
