import { payoutEventCodec, SERVICES, topicName } from '@gx/contracts';
import type { PayoutEvent } from '@gx/contracts/payout';
import type { Tenant } from '@gx/core';
import { localClient, type TestDatabase, testDatabase, until } from '@gx/testkit';
import { type Bus, type FaultPlan, type Instance, instanceBoard, NO_FAULTS } from '@gx/testkit/faults';
import { type StandInLedger, startStandInLedger } from '@gx/testkit/stand-ins';
import { loadConfig } from '../src/config.ts';
import { startPayout } from '../src/service.ts';
import { baseEnv } from './base-env.ts';
import { type PayoutRpc, PROFILE, profileOf } from './rig.ts';
import { type RunningSimulator, type SimulatedClient, startSimulator } from './simulator.ts';
import { type AccountsStandIn, startAccounts, startCharges } from './stand-ins.ts';

export type RunningPayout = {
  readonly rpc: PayoutRpc;
  readonly self: Instance;
  readonly lines: () => readonly string[];
};
/**
 * Instances of the service in one process, on a real database and bank, each of which can die at any call it
 * makes.
 */
export type CrashRig = {
  readonly database: TestDatabase;
  readonly accounts: AccountsStandIn;
  readonly ledger: StandInLedger;
  readonly simulator: RunningSimulator;
  readonly bank: SimulatedClient;
  /** A new instance under a plan. */
  readonly start: (plan: FaultPlan) => Promise<RunningPayout>;
  /**
   * What was published about one payout, in the order of its events, each event once. Throws if one event has
   * two contents.
   */
  readonly events: (payoutId: string) => PayoutEvent[];
  readonly stop: () => Promise<void>;
};

export async function startCrashRig(): Promise<CrashRig> {
  const board = instanceBoard();
  const { bus, hosted } = board;
  const [database, simulator] = await Promise.all([testDatabase('payout_crash'), startSimulator()]);
  const accounts = await startAccounts(hosted('keys', NO_FAULTS).host);
  const charges = await startCharges(hosted('charge', NO_FAULTS).host);
  const ledger = await startStandInLedger(hosted('ledger', NO_FAULTS).host);
  const bank = await simulator.control<SimulatedClient>('POST', '/sim/clients', {});
  charges.profiles.push(profileOf(bank, simulator.url, { id: PROFILE, livemode: false }));
  const peers = { database, charges, accounts, ledger, topicPrefix: '', simulatorUrl: simulator.url };
  const env = { ...baseEnv(peers), POLL_TIME_SCALE: '0.002' };
  const client = hosted('merchant', NO_FAULTS);
  return {
    database,
    accounts,
    ledger,
    simulator,
    bank,
    start: async (plan) => {
      const { self, host } = hosted('payout', plan);
      const { port } = await startPayout(host, loadConfig(env));
      const options = { idempotent: [], deadlineMs: 12_000, faultHook: client.faultHook } as const;
      return { rpc: localClient(SERVICES.payout, `127.0.0.1:${port}`, options), self, lines: host.lines };
    },
    events: (id) => eventsOf(bus, id),
    stop: async () => {
      await board.stop();
      await Promise.all([simulator.stop(), database.drop()]);
    },
  };
}

function eventsOf(bus: Bus, payoutId: string): PayoutEvent[] {
  const found = new Map<string, { readonly event: PayoutEvent; readonly bytes: string }>();
  for (const { value } of bus.records(topicName('', 'payout'))) {
    const event = payoutEventCodec.decode(value);
    if (event.payoutId !== payoutId) continue;
    const bytes = value.toString('base64');
    if ((found.get(event.eventId)?.bytes ?? bytes) !== bytes) throw new Error('one event says two things');
    found.set(event.eventId, { event, bytes });
  }
  return [...found.values()].map(({ event }) => event).toSorted((a, b) => a.sequence - b.sequence);
}

const payoutsOf = ({ database }: CrashRig) => database.connection.collection('payouts');

/**
 * What a dead owner held is free at once, and so are the locks of its transactions: the tests do not wait for
 * its lease, nor for its silence.
 */
export async function endLeases(rig: CrashRig): Promise<void> {
  const { connection } = rig.database;
  await payoutsOf(rig).updateMany({ owner: { $ne: null } }, { $set: { dueAt: new Date(0) } });
  await connection.collection('replicas').updateMany({}, { $set: { seenAt: new Date(0) } });
}

/**
 * Nothing is to be done about a tenant's payouts any more, and the directory may be asked again: the next
 * flow is alone.
 */
export async function retire(rig: CrashRig, { accountId }: Tenant): Promise<void> {
  await payoutsOf(rig).updateMany({ accountId }, { $set: { dueAt: null } });
  await rig.database.connection.collection('key_lookups').deleteMany({});
}

/** Lets an instance do whatever is due for a tenant, until `done` holds or it is dead. */
export const finish = (
  rig: CrashRig,
  { self }: RunningPayout,
  { tenant: { accountId }, done }: { readonly tenant: Tenant; readonly done: () => Promise<boolean> },
): Promise<true> =>
  until(
    'it has finished',
    async () => {
      if (!self.alive() || (await done())) return true;
      await payoutsOf(rig).updateMany(
        { accountId, owner: null, status: { $in: ['INITIATED', 'DROPPED', 'PENDING', 'PROCESSING', 'PAID'] } },
        { $set: { dueAt: new Date(0) } },
      );
      for (const job of ['work on payouts', 'outbox payouts']) await self.jobs.run(job);
      return false;
    },
    { timeoutMs: 60_000 },
  );
