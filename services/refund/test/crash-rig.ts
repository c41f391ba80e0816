import { refundEventCodec, SERVICES, topicName } from '@gx/contracts';
import type { RefundEvent } from '@gx/contracts/refund';
import {
  identitySettings,
  localClient,
  servers,
  type TestDatabase,
  testDatabase,
  testEventSettings,
  until,
} from '@gx/testkit';
import { type Bus, type FaultPlan, type Instance, instanceBoard, NO_FAULTS } from '@gx/testkit/faults';
import { loadConfig } from '../src/config.ts';
import { startRefund } from '../src/service.ts';
import { type AccountsStandIn, startAccounts } from './accounts-stand-in.ts';
import { ENCRYPTION_KEY, PLAIN_PROFILE, PROFILE, profileOf, type Rpc } from './rig.ts';
import { type BankClient, type Simulator, startSimulator } from './simulator.ts';
import { type Charges, type Ledger, startCharges, startLedger } from './stand-ins.ts';

export type RunningRefund = { readonly rpc: Rpc; readonly self: Instance; readonly lines: () => readonly string[] };
/**
 * Instances of the service in one process, on a real database and bank, each of which can die at any call it
 * makes.
 */
export type CrashRig = {
  readonly database: TestDatabase;
  readonly accounts: AccountsStandIn;
  readonly charges: Charges;
  readonly ledger: Ledger;
  readonly simulator: Simulator;
  readonly bank: BankClient;
  readonly bus: Bus;
  /** A new instance under a plan; `skewMs` moves its clock. */
  readonly start: (plan: FaultPlan, skewMs?: number) => Promise<RunningRefund>;
  /**
   * What was published about one refund, in the order of its events, each event once. Throws if one event has
   * two contents.
   */
  readonly events: (refundId: string) => RefundEvent[];
  readonly stop: () => Promise<void>;
};

export async function startCrashRig(): Promise<CrashRig> {
  const board = instanceBoard();
  const { bus, hosted } = board;
  const [database, simulator] = await Promise.all([testDatabase('refund_crash'), startSimulator()]);
  const accounts = await startAccounts(hosted('keys', NO_FAULTS).host);
  const charges = await startCharges(hosted('charge', NO_FAULTS).host);
  const ledger = await startLedger(hosted('ledger', NO_FAULTS).host);
  const bank = await simulator.control<BankClient>('POST', '/sim/clients', {});
  charges.profiles.push(
    profileOf(PROFILE, bank, simulator.url, '/gn/pix'),
    profileOf(PLAIN_PROFILE, bank, simulator.url),
  );
  const env = envOf({ database, accounts, charges, ledger });
  const client = hosted('merchant', NO_FAULTS);
  return {
    database,
    accounts,
    charges,
    ledger,
    simulator,
    bank,
    bus,
    start: async (plan, skewMs) => {
      const { self, host } = hosted('refund', plan, skewMs);
      const { port } = await startRefund(host, loadConfig(env));
      const options = { idempotent: [], deadlineMs: 12_000, faultHook: client.faultHook } as const;
      return { rpc: localClient(SERVICES.refund, `127.0.0.1:${port}`, options), self, lines: host.lines };
    },
    events: (id) => eventsOf(bus, id),
    stop: async () => {
      await board.stop();
      await Promise.all([simulator.stop(), database.drop()]);
    },
  };
}

const envOf = ({
  database,
  accounts,
  charges,
  ledger,
}: Pick<CrashRig, 'database' | 'accounts' | 'charges' | 'ledger'>) => ({
  ENVIRONMENT: 'local',
  GRPC_PORT: '0',
  MONGO_URL: database.url,
  MONGO_DB: database.db,
  KAFKA_BROKERS: servers().kafkaBrokers.join(','),
  ...testEventSettings('refund'),
  ...identitySettings('refund'),
  KEYS_ADDRESS: accounts.address,
  CHARGE_ADDRESS: charges.address,
  LEDGER_ADDRESS: ledger.address,
  ENCRYPTION_KEY: ENCRYPTION_KEY.toString('base64'),
  POLL_TIME_SCALE: '0.002',
});

function eventsOf(bus: Bus, refundId: string): RefundEvent[] {
  const found = new Map<string, { readonly event: RefundEvent; readonly bytes: string }>();
  for (const { value } of bus.records(topicName('', 'refund'))) {
    const event = refundEventCodec.decode(value);
    if (event.refundId !== refundId) continue;
    const bytes = value.toString('base64');
    if ((found.get(event.eventId)?.bytes ?? bytes) !== bytes) throw new Error('one event says two things');
    found.set(event.eventId, { event, bytes });
  }
  return [...found.values()].map(({ event }) => event).toSorted((a, b) => a.sequence - b.sequence);
}

/**
 * What a dead owner held is free at once, and its replica long gone: the tests do not wait for its lease,
 * and the next instance does not end the sessions of all that died before.
 */
export async function endLeases({ database: { connection } }: CrashRig): Promise<void> {
  await connection.collection('refunds').updateMany({ owner: { $ne: null } }, { $set: { dueAt: new Date(0) } });
  await connection.collection('replicas').updateMany({}, { $set: { seenAt: new Date(0) } });
}

/** Lets an instance do whatever is due, until `done` holds or it is dead. */
export const finish = (rig: CrashRig, { self }: RunningRefund, done: () => Promise<boolean>): Promise<true> =>
  until(
    'it has finished',
    async () => {
      if (!self.alive() || (await done())) return true;
      const refunds = rig.database.connection.collection('refunds');
      await refunds.updateMany(
        { dueAt: { $ne: null }, owner: null, status: { $ne: 'FAILED' } },
        { $set: { dueAt: new Date(0) } },
      );
      for (const job of ['keep registry', 'work on refunds', 'outbox refunds']) await self.jobs.run(job);
      return false;
    },
    { timeoutMs: 60_000 },
  );

const BEAT_MS = 250;
/**
 * Jobs wait for a word of the test; the one that ends what the dead left locked goes on by itself meanwhile.
 */
export async function withHeartbeat<T>({ self }: RunningRefund, work: () => Promise<T>): Promise<T> {
  const beat = setInterval(() => void self.jobs.run('keep registry'), BEAT_MS);
  return work().finally(() => clearInterval(beat));
}
