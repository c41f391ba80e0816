import { randomBytes } from 'node:crypto';
import { type FaultPlan, NO_FAULTS, random, type Side, slowPlan } from '@gx/testkit/faults';
import test, { type ExecutionContext, registerCompletionHandler } from 'ava';
import { live } from './lives.ts';
import { kept, newTenant, recountByHand, type StatisticsRig, startStatisticsRig } from './statistics-rig.ts';

const seed = process.env['STATISTICS_SEED'] ?? randomBytes(4).toString('hex');
const rig = await startStatisticsRig();
test.after.always('everything stops', rig.stop);
// What dead processes leave in the process is nobody's to wait for.
registerCompletionHandler(() => process.exit());

const QUIET = { waiting: 0, problems: [], problemCount: 0 };
/** Nothing is left to be counted, and all sums are right, by the product's own recount and by another one. */
async function agrees(
  t: ExecutionContext,
  { verify }: StatisticsRig,
  tenants: readonly ReturnType<typeof newTenant>[],
) {
  t.like(await verify(), QUIET, `STATISTICS_SEED=${seed}`);
  for (const tenant of tenants)
    t.deepEqual(await kept(rig, tenant), await recountByHand(rig, tenant), `STATISTICS_SEED=${seed}`);
}

// biome-ignore format: all but PENDING, which none is any more after so many steps
const STATUSES = [
  'REJECTED', 'WAITING_PAYMENT', 'PROCESSING', 'PAID', 'APPROVED', 'EXPIRED', 'CANCELLED', 'REFUSED',
  'REFUNDED', 'DISPUTE', 'CHARGEBACK',
];
const ended = (kind: string, status: string) => ({ disputes: { $elemMatch: { kind, status, amount: { $gt: 0 } } } });
const SEEN: Readonly<Record<string, object>> = {
  ...Object.fromEntries(STATUSES.map((status) => [`become ${status}`, { status }])),
  'won a dispute': ended('dispute', 'won'),
  'lost a dispute': ended('dispute', 'lost'),
  'won a chargeback': ended('chargeback', 'won'),
  'lost a chargeback': ended('chargeback', 'lost'),
  'been paid by another method than its first': {
    $expr: { $ne: ['$method', { $first: '$paymentOptions.method' }] },
    'settlement.postedAt': { $type: 'date' },
  },
};

/**
 * The first of these are lived whatever comes of them; the others until each thing has happened to some
 * charge.
 */
const ROUNDS = { least: 4, most: 40 } as const;
/** What has happened to no charge. */
async function unseen(): Promise<string[]> {
  const { collection } = rig.model;
  const counts = await Promise.all(
    Object.entries(SEEN).map(async ([what, filter]) => [what, await collection.countDocuments(filter)] as const),
  );
  return counts.filter(([, count]) => count === 0).map(([what]) => what);
}

test.serial('random lives: whenever it is quiet the statistics equal a recount', async (t) => {
  const own = random(seed);
  const account = newTenant();
  const tenants = [account, { ...account, livemode: true }, newTenant()];
  let missing: readonly string[] = [];
  for (let round = 0; round < ROUNDS.least || (missing.length > 0 && round < ROUNDS.most); round += 1) {
    for (const [nth, tenant] of tenants.entries()) {
      const ids = await rig.populate(tenant, 40, own.for(`${round} ${nth}`), 3);
      await rig.recompute();
      await Promise.all(ids.map((id, n) => live(rig.charges, tenant, id, own.for(`${round} ${nth} ${n}`), 8)));
    }
    await rig.recompute();
    await agrees(t, rig, tenants);
    missing = await unseen();
  }
  t.deepEqual(missing, [], `STATISTICS_SEED=${seed}`);
});

test.serial('several processes at once, while charges change, count everything once', async (t) => {
  const own = random(`${seed} race`);
  const tenants = [newTenant(), newTenant(true)];
  const plan = slowPlan(own.for('slow'), { probability: 0.3, msMax: 20 });
  const processes = await Promise.all([1, 2, 3].map(() => rig.processUnder(() => plan)));
  let isOver = false;
  const running = processes.map(async ({ run }) => {
    while (!isOver) {
      // Every lease looks lapsed to the others, so that they are at a cell together.
      await rig.relay();
      await rig.wake();
      await run();
    }
  });
  for (let round = 0; round < 3; round += 1)
    await Promise.all(tenants.map((tenant, nth) => rig.populate(tenant, 60, own.for(`${round} ${nth}`), 9)));
  isOver = true;
  await Promise.all(running);
  await rig.recompute();
  await agrees(t, rig, tenants);
});

test.serial('a replica wakes up with an older count after others have gone on, it changes nothing', async (t) => {
  const own = random(`${seed} late`);
  const tenant = newTenant();
  const ids = await rig.populate(tenant, 20, own, 4);
  const [reached, go] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const complete: typeof rig.cells.complete = async (...counted) => {
    reached.resolve();
    await go.promise;
    await rig.cells.complete(...counted);
  };
  await rig.relay();
  await rig.wake();
  const sleeper = rig.recomputeWith({ cells: { ...rig.cells, complete } })();
  await reached.promise;
  await Promise.all(ids.map((id, n) => live(rig.charges, tenant, id, own.for(`${n}`), 6)));
  await rig.recompute();
  go.resolve();
  await sleeper;
  await agrees(t, rig, [tenant]);
});

test.serial('a cell that is marked while it is counted stays dirty', async (t) => {
  const tenant = newTenant();
  const [id] = await rig.populate(tenant, 1, random(`${seed} marked`), 8);
  await rig.cells.mark([id]);
  const count: typeof rig.counted.count = async (key) => {
    const counted = await rig.counted.count(key);
    await rig.cells.mark([id]);
    return counted;
  };
  await rig.wake();
  await rig.recomputeWith({ counted: { ...rig.counted, count } })();
  const dirty = await rig.connection.collection('statistics_cells').countDocuments({ ...tenant, dirty: true });
  t.true(dirty > 0);
  await rig.recompute();
  await agrees(t, rig, [tenant]);
});

/** Dies at its `nth` call, on one side of it; `met` holds every call up to there. */
function dyingAt(nth: number, side: Side): FaultPlan & { readonly met: string[] } {
  const met: string[] = [];
  return {
    met,
    meet: ({ what }) => {
      met.push(what);
      return met.length === nth ? { kind: 'die', side } : undefined;
    },
  };
}

test.serial('a process that dies at any call: the next one recomputes the cell', async (t) => {
  const own = random(`${seed} die`);
  const tenant = newTenant();
  const [id] = await rig.populate(tenant, 1, own, 4);
  const crossed = new Set<string>();
  let isThrough = false;
  for (let nth = 1; !isThrough; nth += 1) {
    for (const side of ['before', 'after'] as const) {
      const plan = dyingAt(nth, side);
      let current: FaultPlan = NO_FAULTS;
      const { run, self } = await rig.processUnder(() => current);
      current = plan;
      await live(rig.charges, tenant, id as never, own.for(`${nth} ${side}`), 2);
      await rig.cells.mark([id]);
      await rig.wake();
      await Promise.race([run(), self.death]);
      isThrough = self.alive();
      for (const what of plan.met) crossed.add(what);
      await rig.recompute();
      t.deepEqual(await kept(rig, tenant), await recountByHand(rig, tenant), `STATISTICS_SEED=${seed}`);
    }
  }
  t.deepEqual([...crossed].toSorted(), SEEN_CALLS);
});
const SEEN_CALLS = ['find charges', 'findAndModify statistics_cells', 'hello', 'update statistics_cells'];
