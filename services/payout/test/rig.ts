import { randomBytes } from 'node:crypto';
import { type MessageInit, SERVICES } from '@gx/contracts';
import type { BankProfile } from '@gx/contracts/charge';
import type { CreatePayoutRequest, Payout } from '@gx/contracts/payout';
import { canonicalJson, isUnavailable, newId, Refusal, sha256Hex, type Tenant } from '@gx/core';
import { type Call, type Client, newCipher } from '@gx/runtime';
import { localClient, type TestDatabase, type TestHost, testDatabase, testHost, testTopics, until } from '@gx/testkit';
import { type ApiPixProxy, apiPixProxy } from '@gx/testkit/api-pix';
import { type StandInLedger, startStandInLedger } from '@gx/testkit/stand-ins';
import { loadConfig } from '../src/config.ts';
import { startPayout } from '../src/service.ts';
import { baseEnv, ENCRYPTION_KEY, type PayoutEnv } from './base-env.ts';
import { type PayoutBus, startBus } from './bus.ts';
import { type RunningSimulator, type SimulatedClient, startSimulator } from './simulator.ts';
import { type AccountsStandIn, type ChargesStandIn, startAccounts, startCharges } from './stand-ins.ts';

export const CALL: Call = { requestId: 'test' };
/** For what travels over the broker while the machine has other things to do. */
export const PATIENT = { timeoutMs: 60_000 } as const;
export type PayoutRequest = MessageInit<CreatePayoutRequest>;
export type PayoutRpc = Client<typeof SERVICES.payout>;
export type PayoutReplica = { readonly rpc: PayoutRpc; readonly host: TestHost; readonly stop: () => Promise<void> };
export type BankScenarioName = {
  readonly kind: string;
  readonly operation: string;
  readonly times?: number;
  readonly ms?: number;
  readonly laterMs?: number;
  readonly accept?: boolean;
  readonly code?: string;
  readonly amount?: number;
};

/** The payout service among real servers and a simulated bank; its callers and peers are played. */
export type PayoutRig = {
  readonly rpc: PayoutRpc;
  readonly database: TestDatabase;
  readonly charges: ChargesStandIn;
  readonly accounts: AccountsStandIn;
  readonly ledger: StandInLedger;
  readonly bus: PayoutBus;
  readonly simulator: RunningSimulator;
  readonly bank: SimulatedClient;
  readonly toBank: ApiPixProxy;
  /** The environment of a replica, for a process of its own. */
  readonly env: PayoutEnv;
  /** Another process of the service, on the same database; `env` may differ. */
  readonly replica: (env?: PayoutEnv, now?: () => Date) => Promise<PayoutReplica>;
  /** Tells the bank to misbehave towards us. */
  readonly misbehave: (scenario: BankScenarioName) => Promise<void>;
  readonly behave: () => Promise<void>;
  /** Everything that the service logged. */
  readonly lines: () => string[];
  readonly stop: () => Promise<void>;
};

export const PROFILE = 'sim';
export const PIX_OUT_FEE = 35;

type RigOptions = {
  readonly env?: PayoutEnv;
  readonly profile?: Partial<BankProfile>;
  readonly now?: () => Date;
};

export async function startRig({ env = {}, profile = {}, now }: RigOptions = {}): Promise<PayoutRig> {
  const [database, charges, accounts, ledger, simulator, topicPrefix] = await Promise.all([
    testDatabase('payout'),
    startCharges(),
    startAccounts(),
    startStandInLedger(),
    startSimulator(),
    testTopics(),
  ]);
  const bank = await simulator.control<SimulatedClient>('POST', '/sim/clients', {});
  const toBank = await apiPixProxy({ target: simulator.url });
  for (const livemode of [false, true])
    charges.profiles.push(profileOf(bank, toBank.url, { id: livemode ? 'live' : PROFILE, livemode, ...profile }));
  const bus = await startBus(topicPrefix);
  const replicas: PayoutReplica[] = [];
  const peers = { database, charges, accounts, ledger, topicPrefix, simulatorUrl: simulator.url };
  const all: PayoutEnv = { ...baseEnv(peers), ...env };
  const replica = async (more: PayoutEnv = {}, clock = now): Promise<PayoutReplica> => {
    const started = await startReplica({ ...all, ...more }, clock);
    replicas.push(started);
    return started;
  };
  const { rpc } = await replica();
  const { clientId } = bank;
  return {
    rpc,
    database,
    charges,
    accounts,
    ledger,
    bus,
    simulator,
    bank,
    toBank,
    env: all,
    replica,
    misbehave: async (scenario) => void (await simulator.control('POST', '/sim/scenarios', { clientId, ...scenario })),
    behave: async () => void (await simulator.control('DELETE', `/sim/scenarios?clientId=${clientId}`)),
    lines: () => replicas.flatMap(({ host }) => host.lines),
    stop: async () => {
      await Promise.all(replicas.map(({ stop }) => stop()));
      await Promise.all([charges.stop(), accounts.stop(), ledger.stop(), bus.stop(), toBank.close()]);
      await Promise.all([simulator.stop(), database.drop()]);
    },
  };
}

async function startReplica(env: PayoutEnv, now?: () => Date): Promise<PayoutReplica> {
  const host = testHost('payout');
  const { port } = await startPayout(now === undefined ? host : { ...host, now }, loadConfig(env));
  const clock = now === undefined ? {} : { now };
  const rpc = localClient(SERVICES.payout, `127.0.0.1:${port}`, { idempotent: [], deadlineMs: 20_000, ...clock });
  let stopping: Promise<void> | undefined;
  const stop = (): Promise<void> => {
    rpc.close();
    stopping ??= host.stop();
    return stopping;
  };
  return { rpc, host, stop };
}

export function profileOf(
  { clientId, clientSecret, pixKey }: SimulatedClient,
  baseUrl: string,
  change: Partial<BankProfile>,
): BankProfile {
  const encrypted = newCipher(ENCRYPTION_KEY).encrypt(clientSecret);
  return {
    simulator: true,
    baseUrl,
    basePath: '/v2',
    tokenPath: '/oauth/token',
    clientId,
    clientSecretKeyId: encrypted.keyId,
    clientSecretCiphertext: encrypted.ciphertext,
    pixKey,
    payerQuery: true,
    pixOutPath: '/gn/pix',
    pixOutDestinations: ['key', 'bank_account', 'br_code'],
    keyOwnerPath: '/gn/chaves/titular',
    pixOutFee: PIX_OUT_FEE,
    version: 1,
    ...change,
  } as BankProfile;
}

export const newTenant = (livemode = false): Tenant => ({ accountId: newId('account'), livemode });

let made = 0;
/** A key that nobody was paid to before. */
export function newKey(word?: string): string {
  made += 1;
  return `${word ?? `supplier-${made}-${randomBytes(4).toString('hex')}`}@loja${made}.example.com`;
}

/** A request as the gateway sends it: the hash is of what the merchant wrote. */
export function order(tenant: Tenant, change: PayoutRequest = {}): PayoutRequest {
  const key = { pixKey: { key: newKey(), type: 'email' } };
  const body = { ...((change.bankAccount ?? change.brCode) ? {} : key), amount: 1_000, currency: 'BRL', ...change };
  return {
    tenant,
    idempotencyKey: `key-${randomBytes(8).toString('hex')}`,
    requestHash: `v1:${sha256Hex(canonicalJson({ ...body, idempotencyKey: undefined }))}`,
    ...body,
  };
}

export const toKey = (key: string, type = 'email') => ({ pixKey: { key, type } });

/** A payout that is promised. */
export async function paidOut(
  rig: { readonly rpc: PayoutRpc },
  tenant: Tenant,
  change: PayoutRequest = {},
): Promise<Payout> {
  const { payout } = await rig.rpc.createPayout(CALL, order(tenant, change));
  if (payout === null) throw new Error('no payout');
  return payout;
}

/** As a client does it that gets no answer: the same request again, under the same key. */
export function patiently(rpc: PayoutRpc, request: PayoutRequest, left = 10): Promise<Payout> {
  const again = (error: unknown): Promise<Payout> => {
    if (left === 0 || !isUnavailable(error)) throw error;
    return patiently(rpc, request, left - 1);
  };
  return rpc.createPayout(CALL, request).then(({ payout }) => payout as Payout, again);
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

/** The document behind a payout, for looking at what no client sees. */
export const stored = (rig: Pick<PayoutRig, 'database'>, id: string) =>
  rig.database.connection.collection('payouts').findOne({ _id: id as never });
export const countOf = (rig: Pick<PayoutRig, 'database'>, { accountId, livemode }: Tenant) =>
  rig.database.connection.collection('payouts').countDocuments({ accountId, livemode });

/** Writes fields of a payout: tests set due times, they do not fake clocks. */
export const make = (rig: Pick<PayoutRig, 'database'>, id: string, fields: object) =>
  rig.database.connection.collection('payouts').updateOne({ _id: id as never }, { $set: fields });

/** Makes it due, unless somebody works on it. */
export const due = (rig: Pick<PayoutRig, 'database'>, id: string, seen: object = {}) =>
  rig.database.connection
    .collection('payouts')
    .updateOne({ ...seen, _id: id as never, owner: null, dueAt: { $ne: null } }, { $set: { dueAt: new Date(0) } });

/** Waits until a payout stands at a status, making it due again and again meanwhile. */
export const arrives = (rig: Pick<PayoutRig, 'database'>, id: string, status: string) =>
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
export const stands = (rig: Pick<PayoutRig, 'database'>, id: string, status: string) =>
  until(
    `${id} is ${status}`,
    async () => {
      const document = await stored(rig, id);
      return document?.['status'] === status && document;
    },
    { timeoutMs: 30_000 },
  );

export const event = (rig: Pick<PayoutRig, 'bus'>, id: string, type: string) =>
  until(`${type} of ${id}`, () => rig.bus.events(id).find((one) => one.type === type), PATIENT);
/** What was announced, in order: `payout.paid PAID<PROCESSING`. */
export const announced = (rig: Pick<PayoutRig, 'bus'>, id: string): string[] =>
  rig.bus.events(id).map(({ type, created, paid, failed }) => {
    const changed = created ?? paid ?? failed;
    return changed === null || changed === undefined
      ? type
      : `${type} ${changed.payout?.status}<${changed.previousStatus}`;
  });

export type SentPayout = {
  readonly id_envio: string;
  readonly amount: number;
  readonly status: string;
  readonly destination_key: string | null;
  readonly end_to_end_id: string;
};
/** What the bank has sent out by our id; undefined where it has nothing. */
export async function sentOf(
  { simulator }: Pick<PayoutRig, 'simulator'>,
  payoutId: string,
): Promise<SentPayout | undefined> {
  const answer = await fetch(`${simulator.url}/sim/pix-out/${bankId(payoutId)}`);
  return answer.ok ? ((await answer.json()) as SentPayout) : undefined;
}
export const bankId = (payoutId: string): string => payoutId.replaceAll('-', '');
export const holdOf = (rig: Pick<PayoutRig, 'ledger'>, id: string) => rig.ledger.holds.get(`payout:${id}`);

/** How often the bank was asked for something about an id. */
export const requestsOf = ({ toBank }: Pick<PayoutRig, 'toBank'>, method: string, part: string): number =>
  toBank.traffic.filter((line) => line.method === method && line.path.includes(part)).length;
