import { randomBytes } from 'node:crypto';
import { dice, type FaultPlan, NO_FAULTS, type Side, slowPlan } from '@gx/testkit/faults';
import test, { type ExecutionContext, registerCompletionHandler } from 'ava';
import type { Lot } from '../src/store/rolls.ts';
import { live } from './lives.ts';
import { newTenant, type RollupRig, recountByHand, rolledUp, startRollupRig } from './rollup-rig.ts';

const seed = process.env['ROLLUPS_SEED'] ?? randomBytes(4).toString('hex');
const rig = await startRollupRig();
test.after.always('everything stops', rig.stop);
// What dead rollers leave in the process is nobody's to wait for.
registerCompletionHandler(() => process.exit());

const QUIET = { waiting: 0, problems: [], problemCount: 0 };
/** Nothing is left to be counted, and all sums are right, by the product's own recount and by another one. */
async function agrees(t: ExecutionContext, { verify }: RollupRig, tenants: readonly ReturnType<typeof newTenant>[]) {
  t.like(await verify(), QUIET, `ROLLUPS_SEED=${seed}`);
  for (const tenant of tenants)
    t.deepEqual(await rolledUp(rig, tenant), await recountByHand(rig, tenant), `ROLLUPS_SEED=${seed}`);
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
  'been paid by another way than its first': {
    $expr: { $ne: ['$method', { $first: '$paymentMethods' }] },
    paymentOptions: { $exists: true },
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

test.serial('random lives: whenever it is quiet the rollups equal a recount', async (t) => {
  const own = dice(seed);
  const account = newTenant();
  const tenants = [account, { ...account, livemode: true }, newTenant()];
  let missing: readonly string[] = [];
  for (let round = 0; round < ROUNDS.least || (missing.length > 0 && round < ROUNDS.most); round += 1) {
    for (const [nth, tenant] of tenants.entries()) {
      const ids = await rig.populate(tenant, 40, own.for(`${round} ${nth}`), 3);
      await rig.roll();
      await Promise.all(ids.map((id, n) => live(rig.charges, tenant, id, own.for(`${round} ${nth} ${n}`), 8)));
    }
    await rig.roll();
    await agrees(t, rig, tenants);
    missing = await unseen();
  }
  t.deepEqual(missing, [], `ROLLUPS_SEED=${seed}`);
});

test.serial('several rollers at once, while charges change, count everything once', async (t) => {
  const own = dice(`${seed} race`);
  const tenants = [newTenant(), newTenant(true)];
  const plan = slowPlan(own.for('slow'), { probability: 0.3, msMax: 20 });
  const rollers = await Promise.all([1, 2, 3].map(() => rig.rollerUnder(() => plan)));
  let isOver = false;
  const rolling = rollers.map(async ({ roll }) => {
    while (!isOver) {
      // Every lot looks left to the others, so that they are at it together.
      await rig.leave();
      await roll();
    }
  });
  for (let round = 0; round < 3; round += 1)
    await Promise.all(tenants.map((tenant, nth) => rig.populate(tenant, 60, own.for(`${round} ${nth}`), 9)));
  isOver = true;
  await Promise.all(rolling);
  await rig.leave();
  await rig.roll();
  await agrees(t, rig, tenants);
});

test.serial(
  'a roller that is stopped at any of its steps, and wakes up when others have gone on, changes nothing',
  async (t) => {
    const own = dice(`${seed} late`);
    const tenant = newTenant();
    for (const step of ['raise', 'mark', 'end', 'begin'] as const) {
      const ids = await rig.populate(tenant, 20, own.for(step), 4);
      const [reached, go] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      const wait = async (): Promise<void> => {
        reached.resolve();
        await go.promise;
      };
      const sleeper = rig.rollerWith(sleepingAt(step, wait))();
      await reached.promise;
      for (let lot = 0; lot < 3; lot += 1) {
        await rig.leave();
        await rig.roll();
        await Promise.all(ids.map((id, n) => live(rig.charges, tenant, id, own.for(`${step} ${lot} ${n}`), 3)));
      }
      go.resolve();
      await sleeper;
      await rig.leave();
      await rig.roll();
      await agrees(t, rig, [tenant]);
    }
  },
);

/** Stores that wait before one of the steps. */
function sleepingAt(step: 'raise' | 'mark' | 'end' | 'begin', wait: () => Promise<void>) {
  const { rolls, rollups } = rig;
  const late =
    <R>(act: (lot: Lot) => Promise<R>) =>
    async (lot: Lot): Promise<R> => {
      await wait();
      return act(lot);
    };
  if (step === 'begin') return { rolls: { ...rolls, begin: late(rolls.begin) } };
  if (step !== 'raise') return { rolls: { ...rolls, [step]: late(rolls[step]) } };
  const raise: typeof rollups.raise = async (lot, additions) => {
    await wait();
    return rollups.raise(lot, additions);
  };
  return { rollups: { ...rollups, raise } };
}

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

test.serial('a roller that dies at any line: the next one finishes its lot, and nothing counts twice', async (t) => {
  const own = dice(`${seed} die`);
  const tenant = newTenant();
  const ids = await rig.populate(tenant, 20, own, 4);
  const crossed = new Set<string>();
  let isThrough = false;
  for (let nth = 1; !isThrough; nth += 1) {
    for (const side of ['before', 'after'] as const) {
      const plan = dyingAt(nth, side);
      let current: FaultPlan = NO_FAULTS;
      const { roll, self } = await rig.rollerUnder(() => current);
      current = plan;
      await Promise.all(ids.map((id, n) => live(rig.charges, tenant, id, own.for(`${nth} ${side} ${n}`), 2)));
      await rig.populate(tenant, 2, own.for(`${nth} ${side}`), 3);
      await Promise.race([roll(), self.death]);
      isThrough = self.alive();
      for (const what of plan.met) crossed.add(what);
      // What died is not taken up while it may still be alive.
      const line = await rig.rolls.line();
      if (line.lot !== null) {
        await rig.roll();
        t.is((await rig.rolls.line()).lot?.number, line.lot.number);
      }
      await rig.leave();
      await rig.roll();
      await agrees(t, rig, [tenant]);
    }
  }
  t.deepEqual([...crossed].toSorted(), [
    'find charges',
    'find rolls',
    'update charges',
    'update rolls',
    'update rollups',
  ]);
});
