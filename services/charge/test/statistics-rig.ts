import { type Id, newId, type Tenant } from '@gx/core';
import { connectMongo, replicaRegistry, transactionsOn } from '@gx/runtime/mongo';
import { type TestDatabase, testDatabase, testHost, uniqueName } from '@gx/testkit';
import {
  Bus,
  type FaultPlan,
  faultHookOf,
  type Instance,
  instance,
  type Random,
  switchboard,
} from '@gx/testkit/faults';
import { recomputeStatistics } from '../src/jobs/recompute-statistics.ts';
import { verifyStatistics } from '../src/queries/verify-statistics.ts';
import { chargeModel } from '../src/store/charge-model.ts';
import { chargeStore } from '../src/store/charges.ts';
import { countedCharges } from '../src/store/counted-charges.ts';
import { statisticsCells } from '../src/store/statistics-cells.ts';
import { charge, live } from './lives.ts';
import { STORED_IN_CLEAR } from './stored-in-clear.ts';

const addresses = { publicBaseUrl: 'https://gx.example', checkoutBaseUrl: 'https://pay.gx.example' };
const life = { isStopping: false };
const NO_RELAY = { publish: () => undefined };
const STEADY = { batchSize: (waiting: number) => waiting, again: () => false, delayMs: () => 0 };

export type StatisticsRig = Awaited<ReturnType<typeof startStatisticsRig>>;

/** The stores of the service on a real database, and as many processes that recompute as wanted. */
export async function startStatisticsRig() {
  const database = await testDatabase('statistics');
  const host = testHost('charge');
  const open = (faultHook?: Parameters<typeof connectMongo>[0]['faultHook']) =>
    connectMongo({ url: database.url, db: database.db, log: host.log, name: 'test', faultHook });
  const connection = await open();
  host.life.onStop('mongo', () => connection.close());
  const model = await chargeModel(connection);
  const charges = chargeStore({
    model,
    stored: STORED_IN_CLEAR,
    relay: NO_RELAY,
    addresses,
    inTransaction: transactionsOn(connection, replicaRegistry(connection, uniqueName('replica'))),
    firstLeaseEnd: async () => new Date(),
  });
  const cells = await statisticsCells(connection, model);
  const counted = countedCharges(model);
  const once = recomputeStatistics({ cells, counted, life });
  /** As the relay does, in its two steps. */
  const relay = async (): Promise<void> => {
    const found = await model.collection.find({ 'outbox.0': { $exists: true } } as never).toArray();
    const ids = found.map(({ _id }) => _id);
    const eventIds = found.flatMap(({ outbox }) => (outbox as { eventId: string }[]).map(({ eventId }) => eventId));
    await cells.mark(ids);
    await model.collection.updateMany({ _id: { $in: ids } } as never, {
      $pull: { outbox: { eventId: { $in: eventIds } } } as never,
    });
  };
  /** No cell rests, and every lease of one is over. */
  const wake = () => connection.collection('statistics_cells').updateMany({}, { $set: { restUntil: new Date(0) } });
  return {
    database,
    connection,
    model,
    charges,
    cells,
    counted,
    relay,
    wake,
    /** Everything that was written until now is in the cells. */
    recompute: async (): Promise<void> => {
      await relay();
      await wake();
      await once();
    },
    recomputeWith: (change: Partial<{ cells: typeof cells; counted: typeof counted }>) =>
      recomputeStatistics({ cells, counted, ...change, life }),
    /** The job in a process of its own, which may die at any of its calls. */
    processUnder: async (plan: () => FaultPlan): Promise<{ readonly run: typeof once; readonly self: Instance }> => {
      const self = instance({
        service: 'charge',
        name: 'charge',
        plan,
        onTraffic: () => undefined,
        onDeath: () => undefined,
      });
      const bus = new Bus({ random: () => STEADY, onTraffic: () => undefined });
      const own = await open(faultHookOf(self, { bus, switchboard: switchboard(() => undefined) }));
      // Who is dead, or dies of it, says no goodbye: waiting for one would be for ever.
      host.life.onStop('mongo of a process', () => Promise.race([self.alive() ? own.close() : undefined, self.death]));
      const ownModel = await chargeModel(own);
      const deps = { cells: await statisticsCells(own, ownModel), counted: countedCharges(ownModel), life };
      return { run: recomputeStatistics(deps), self };
    },
    verify: () => verifyStatistics({ cells, counted }, {}, new AbortController().signal),
    /** Charges of a tenant, each as far as the dice let it come. */
    populate: async (tenant: Tenant, count: number, random: Random, steps = 6): Promise<Id<'charge'>[]> => {
      const now = new Date();
      const all = Array.from({ length: count }, (_, nth) => charge(tenant, now, random.for(`charge ${nth}`)));
      await Promise.all(all.map((one) => charges.insert(one)));
      await Promise.all(all.map(({ id }, nth) => live(charges, tenant, id, random.for(`life ${nth}`), steps)));
      return all.map(({ id }) => id);
    },
    stop: async () => {
      await host.stop();
      await database.drop();
    },
  };
}

export const newTenant = (livemode = false): Tenant => ({ accountId: newId('account'), livemode });

/** What charges of a tenant add up to, by the database and by nothing of the service. */
export async function recountByHand(
  { connection }: { readonly connection: TestDatabase['connection'] },
  tenant: Tenant,
) {
  const hour = (path: string) => ({ $dateToString: { date: path, format: '%Y-%m-%dT%H', timezone: 'UTC' } });
  const isPosted = { $eq: [{ $type: '$settlement.postedAt' }, 'date'] };
  const one = (condition: object) => ({ $sum: { $cond: [condition, 1, 0] } });
  const is = (...statuses: string[]) => ({ $in: ['$status', statuses] });
  const back = { $filter: { input: '$refunds', cond: { $eq: ['$$this.status', 'REFUNDED'] } } };
  const isKnown = [{ status: { $nin: ['PENDING', 'REJECTED'] } }, { status: 'PENDING', firstStatus: { $ne: null } }];
  const method = { $ifNull: ['$method', { $ifNull: [{ $first: '$paymentMethods' }, 'PIX'] }] };
  const own = [{ $match: { ...tenant, $or: isKnown } }, { $set: { isPosted, method } }];
  const charges = connection.collection('charges');
  const [created, paid] = await Promise.all([
    charges
      .aggregate([
        ...own,
        {
          $group: {
            _id: { hour: hour('$createdAt'), method: '$method', currency: '$currency' },
            created: { $sum: 1 },
            converted: one('$isPosted' as never),
            waitingPayment: one(is('PENDING', 'WAITING_PAYMENT', 'PROCESSING')),
            expired: one(is('EXPIRED')),
            cancelled: one(is('CANCELLED')),
            refused: one(is('REFUSED')),
            refundedWhole: one(is('REFUNDED')),
          },
        },
      ])
      .toArray(),
    charges
      .aggregate([
        ...own,
        { $match: { isPosted: true } },
        { $set: { back: { $sum: { $map: { input: back, in: '$$this.amount' } } } } },
        {
          $group: {
            _id: { hour: hour('$settlement.paidAt'), method: '$method', currency: '$currency' },
            paid: { $sum: 1 },
            gross: { $sum: '$amount' },
            providerFees: { $sum: '$fees.provider' },
            platformFees: { $sum: '$fees.platform' },
            refunded: { $sum: '$back' },
            timed: { $sum: 1 },
          },
        },
      ])
      .toArray(),
  ]);
  const sums = new Map<string, Record<string, number>>();
  for (const { _id, ...counts } of [...created, ...paid]) {
    const name = `${_id.hour} ${_id.method} ${_id.currency}`;
    sums.set(name, { ...sums.get(name), ...counts });
  }
  return withoutNothing(sums);
}

/** What the cells of a tenant hold, in the same form. */
export async function kept(rig: StatisticsRig, { accountId, livemode }: Tenant) {
  const found = await rig.connection.collection('statistics_cells').find({ accountId, livemode }).toArray();
  const sums = new Map<string, Record<string, number>>();
  for (const { hour, rows } of found)
    for (const { method, currency, sums: own, timeToPay } of rows) {
      const timed = (Object.values(timeToPay) as number[]).reduce((sum, count) => sum + count, 0);
      sums.set(`${hour} ${method} ${currency}`, { ...own, timed });
    }
  return withoutNothing(sums);
}

const withoutNothing = (sums: ReadonlyMap<string, Record<string, number>>) =>
  Object.fromEntries(
    [...sums]
      .map(
        ([name, counts]) =>
          [
            name,
            Object.fromEntries(
              Object.entries(counts)
                .filter(([, count]) => count !== 0)
                .toSorted(),
            ),
          ] as const,
      )
      .filter(([, counts]) => Object.keys(counts).length > 0)
      .toSorted(([a], [b]) => (a < b ? -1 : 1)),
  );
