import { type Id, newId, type Tenant } from '@gx/core';
import { connectMongo, type OutboxRelay } from '@gx/runtime/mongo';
import { type TestDatabase, testDatabase, testHost } from '@gx/testkit';
import { Bus, type Dice, type FaultPlan, faultHookOf, type Instance, instance, switchboard } from '@gx/testkit/faults';
import { rollCharges } from '../src/jobs/roll-charges.ts';
import { verifyStatistics } from '../src/queries/verify-statistics.ts';
import { chargeModel } from '../src/store/charge-model.ts';
import { chargeStore } from '../src/store/charges.ts';
import { rollStore } from '../src/store/rolls.ts';
import { rollupAudit } from '../src/store/rollup-audit.ts';
import { rollupStore } from '../src/store/rollups.ts';
import { charge, live } from './lives.ts';

const addresses = { publicBaseUrl: 'https://gx.example', checkoutBaseUrl: 'https://pay.gx.example' };
const life = { isStopping: false };
const NO_RELAY = { publish: () => undefined, isPublished: () => false, pulled: () => undefined };
const STEADY = { batchSize: (waiting: number) => waiting, again: () => false, delayMs: () => 0 };

export type Roller = ReturnType<typeof rollCharges>;
export type RollupRig = Awaited<ReturnType<typeof startRollupRig>>;

/**
 * The stores of the service on a real database, and as many rollers beside each other as wanted. `url`: of a
 * server of the test's own.
 */
export async function startRollupRig(
  url?: string,
  relay: Pick<OutboxRelay, 'publish' | 'isPublished' | 'pulled'> = NO_RELAY,
) {
  const database = await testDatabase('rollups', url);
  const host = testHost('charge');
  const open = (faultHook?: Parameters<typeof connectMongo>[0]['faultHook']) =>
    connectMongo({ url: database.url, db: database.db, log: host.log, name: 'test', faultHook });
  const connection = await open();
  host.life.onStop('mongo', () => connection.close());
  const model = await chargeModel(connection);
  const charges = chargeStore({ model, relay, addresses });
  const audit = rollupAudit(connection, model);
  const stores = { rolls: rollStore({ connection, model, relay }), rollups: rollupStore(connection) };
  return {
    database,
    connection,
    model,
    charges,
    ...stores,
    roll: rollCharges({ ...stores, life }),
    /** A roller whose stores are changed by the test. */
    rollerWith: (change: Partial<typeof stores>) => rollCharges({ ...stores, ...change, life }),
    /** A roller in a process of its own, which may die at any of its calls. */
    rollerUnder: async (plan: () => FaultPlan): Promise<{ readonly roll: Roller; readonly self: Instance }> => {
      const self = instance({
        service: 'charge',
        name: 'charge',
        plan,
        onTraffic: () => undefined,
        onDeath: () => undefined,
      });
      const bus = new Bus({ dice: () => STEADY, onTraffic: () => undefined });
      const own = await open(faultHookOf(self, { bus, switchboard: switchboard(() => undefined) }));
      // Who is dead, or dies of it, says no goodbye: waiting for one would be for ever.
      host.life.onStop('mongo of a roller', () => Promise.race([self.alive() ? own.close() : undefined, self.death]));
      const ownModel = await chargeModel(own);
      return {
        roll: rollCharges({
          rolls: rollStore({ connection: own, model: ownModel, relay: NO_RELAY }),
          rollups: rollupStore(own),
          life,
        }),
        self,
      };
    },
    audit,
    /** A recount, in slices of so many charges. */
    verify: (size?: number) =>
      verifyStatistics({ audit, ...(size === undefined ? {} : { size }) })({}, new AbortController().signal),
    /** Whoever began the lot under way is long gone. */
    leave: () => connection.collection('rolls').updateMany({}, { $set: { begunAt: new Date(0) } }),
    /** Charges of a tenant, each as far as the dice let it come. */
    populate: async (tenant: Tenant, count: number, dice: Dice, steps = 6): Promise<Id<'charge'>[]> => {
      const now = new Date();
      const all = Array.from({ length: count }, (_, nth) => charge(tenant, now, dice.for(`charge ${nth}`)));
      await Promise.all(all.map((one) => charges.insert(one)));
      await Promise.all(all.map(({ id }, nth) => live(charges, tenant, id, dice.for(`life ${nth}`), steps)));
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
  const day = (path: string) => ({ $dateToString: { date: path, format: '%Y-%m-%d', timezone: 'UTC' } });
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
            _id: { day: day('$createdAt'), method: '$method', currency: '$currency' },
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
            _id: { day: day('$settlement.paidAt'), method: '$method', currency: '$currency' },
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
    const name = `${_id.day} ${_id.method} ${_id.currency}`;
    sums.set(name, { ...sums.get(name), ...counts });
  }
  return withoutNothing(sums);
}

/** From the first day to the last: a payment may lie in another clock's tomorrow. */
const EVER = ['1970-01-01', '2999-12-31'];

/** The rollups of a tenant in the same form. */
export async function rolledUp(rig: RollupRig, tenant: Tenant) {
  const sums = new Map<string, Record<string, number>>();
  for (const { cell, sums: own, timeToPay } of await rig.rollups.between(tenant, EVER)) {
    let timed = 0;
    timeToPay.forEach((count) => {
      timed += count;
    });
    sums.set(`${cell.day} ${cell.method} ${cell.currency}`, { ...own, timed });
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
