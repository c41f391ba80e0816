import type { ListPaymentsRequest } from '@gx/contracts/charge';
import { newId, Refusal } from '@gx/core';
import { uniqueName } from '@gx/testkit';
import test from 'ava';
import { profiled } from './profiled.ts';
import { CALL, created, newTenant, type Rig, startRig, stored } from './rig.ts';

const rig: Rig = await startRig();
/** More than the charges of a period that may be sorted as they are read. */
const MANY = 6_000;
const STATUSES = ['PAID', 'PAID', 'EXPIRED', 'WAITING_PAYMENT', 'REFUNDED'] as const;
const START = Date.parse('2026-03-01T00:00:00.000Z');
type PaymentSeed = { readonly _id: string; readonly amount: number; readonly status: string; readonly createdAt: Date };

/**
 * A merchant with many charges: four of each millisecond-wide moment, few different amounts, so that ties are
 * everywhere.
 */
const tenant = newTenant();
const seeded = await seed();
test.after.always('everything stops', rig.stop);

async function seed(): Promise<readonly PaymentSeed[]> {
  const model = await created(rig, {}, newTenant());
  const document = await stored(rig, model.id);
  const documents = Array.from({ length: MANY }, (_, n) => ({
    ...document,
    _id: newId('charge') as string,
    accountId: tenant.accountId,
    idempotencyKey: uniqueName('key'),
    paymentOptions: [{ ...document?.['paymentOptions'][0], txid: `t${n}`.padEnd(32, 'x') }],
    amount: 100 + ((n * 7_919) % 97),
    status: STATUSES[n % STATUSES.length] ?? 'PAID',
    createdAt: new Date(START + Math.floor(n / 4) * 60_000),
    outbox: [],
  }));
  await rig.database.connection.collection('charges').insertMany(documents as never);
  return documents;
}

type Key = 'createdAt' | 'amount' | 'status';
const KEYS = {
  CREATED_AT: ['createdAt'],
  AMOUNT: ['amount'],
  STATUS: ['status'],
} as const satisfies Record<string, readonly Key[]>;
type Combination = Pick<ListPaymentsRequest, 'page' | 'limit' | 'ascending'> & {
  readonly sortBy: keyof typeof KEYS;
  readonly status?: 'PAID' | 'CHARGEBACK';
  readonly createdFromMs?: number;
  readonly createdToMs?: number;
};

const fieldOf = (one: PaymentSeed, key: Key | '_id'): number | string =>
  key === 'createdAt' ? one.createdAt.getTime() : one[key];
const compare = (a: number | string, b: number | string): number => (a < b ? -1 : Number(a > b));

/** What a list must answer, from nothing but its words. */
function expected({ sortBy, ascending, status, createdFromMs, createdToMs, page, limit }: Combination) {
  const fits = seeded.filter(
    (one) =>
      (status === undefined || one.status === status) &&
      (createdFromMs === undefined || one.createdAt.getTime() >= createdFromMs) &&
      (createdToMs === undefined || one.createdAt.getTime() <= createdToMs),
  );
  const keys = [...KEYS[sortBy], '_id'] as const;
  const order = (a: PaymentSeed, b: PaymentSeed): number =>
    keys.reduce((sign, key) => sign || compare(fieldOf(a, key), fieldOf(b, key)), 0) * (ascending ? 1 : -1);
  const ids = fits.toSorted(order).map(({ _id }) => _id);
  return { ids: ids.slice((page - 1) * limit, page * limit), total: ids.length };
}

const ALL = {} as const;
/** A few hundred charges; nearly all of them; both ends fall on a charge. */
const SHORT = { createdFromMs: START + 60_000, createdToMs: START + 100 * 60_000 } as const;
const LONG = { createdFromMs: START + 10 * 60_000 } as const;
const combinations: readonly Combination[] = (['CREATED_AT', 'AMOUNT', 'STATUS'] as const).flatMap((sortBy) =>
  [true, false].flatMap((ascending) =>
    [ALL, SHORT, LONG].flatMap((period) =>
      [{}, { status: 'PAID' as const }].flatMap((kept) =>
        [1, 3].map((page) => ({ sortBy, ascending, ...period, ...kept, page, limit: 20 })),
      ),
    ),
  ),
);
const titled = ({ sortBy, ascending, status, createdFromMs, createdToMs, page }: Combination): string => {
  const period = createdToMs !== undefined ? 'short period' : createdFromMs !== undefined ? 'long period' : 'no period';
  return `${sortBy} ${ascending ? 'asc' : 'desc'}, ${status ?? 'any status'}, ${period}, page ${page}`;
};

const profiledOf = (work: () => Promise<unknown>, of = tenant) => profiled(rig.database.connection, of, work);

test.serial(
  'every order with every filter: exactly the charges that it should have, ties by id, and their number',
  async (t) => {
    for (const combination of combinations) {
      const { charges, total } = await rig.rpc.listPayments(CALL, { tenant, ...combination });
      const wanted = expected(combination);
      t.deepEqual([charges.map(({ id }) => id), total], [wanted.ids, wanted.total], titled(combination));
    }
  },
);

test.serial(
  'no order and no filter scans the collection or sorts without bounds: keys read are those shown and skipped',
  async (t) => {
    const page = 150;
    for (const combination of combinations.map((one) => ({ ...one, page }))) {
      const commands = await profiledOf(() => rig.rpc.listPayments(CALL, { tenant, ...combination }));
      const name = titled(combination);
      t.false(
        commands.some(({ planSummary }) => /COLLSCAN/.test(planSummary)),
        name,
      );
      const ids = commands.find(({ command }) => 'sort' in command);
      const { total } = expected(combination);
      const depth = Math.min(page * combination.limit, total);
      t.is(ids?.docsExamined, 0, `${name}: what is skipped is not fetched`);
      const isForeignOrder = combination.sortBy !== 'CREATED_AT' && combination.createdFromMs !== undefined;
      t.is(ids?.hasSortStage === true, isForeignOrder && total <= 5_000, name);
      // A short period in the order of another field is read whole; a long one with what lies between.
      const most = isForeignOrder ? MANY : depth + 20;
      t.true((ids?.keysExamined ?? Number.POSITIVE_INFINITY) <= most, `${name}: ${ids?.keysExamined} of ${most}`);
      const shown = commands.find(({ command }) => 'find' in command && !('sort' in command));
      t.true((shown?.docsExamined ?? 0) <= combination.limit, `${name}: only what is shown is fetched`);
    }
  },
);

test.serial('a total is counted on the keys of an index, and a charge that came just now is in it', async (t) => {
  const counts = await profiledOf(() =>
    rig.rpc.listPayments(CALL, { tenant, page: 1, limit: 1, createdToMs: START + 7 }),
  );
  const count = counts.find(({ command }) => 'count' in command);
  t.like(count, { docsExamined: 0 });
  t.regex(count?.planSummary ?? '', /COUNT_SCAN/);
  const own = newTenant();
  for (let n = 0; n < 3; n += 1) {
    t.is((await rig.rpc.listPayments(CALL, { tenant: own, page: 1, limit: 1 })).total, n);
    await created(rig, {}, own);
  }
});

test.serial(
  'a list holds nothing of others: another account, the other environment, what the bank declined',
  async (t) => {
    const own = newTenant();
    const { id } = await created(rig, {}, own);
    const list = async (who: typeof own) =>
      (await rig.rpc.listPayments(CALL, { tenant: who, page: 1, limit: 20 })).total;
    t.deepEqual([await list(own), await list(newTenant()), await list({ ...own, livemode: true })], [1, 0, 0]);
    const declined = { status: 'REJECTED', listed: false };
    await rig.database.connection.collection('charges').updateOne({ _id: id as never }, { $set: declined });
    t.is(await list(own), 0);
  },
);

test.serial(
  'a page behind the end is empty and knows the total; one behind the depth that is read is refused',
  async (t) => {
    const { charges, total } = await rig.rpc.listPayments(CALL, { tenant, page: 1_000, limit: 100 });
    t.deepEqual([charges, total], [[], MANY]);
    for (const [page, limit, param] of [
      [0, 20, 'page'],
      [1_001, 100, 'page'],
      [5_001, 20, 'page'],
      [1, 0, 'limit'],
      [1, 101, 'limit'],
    ] as const) {
      const refused = await t.throwsAsync(rig.rpc.listPayments(CALL, { tenant, page, limit }), { instanceOf: Refusal });
      t.deepEqual([refused?.code as string, refused?.more.param], ['invalid_request', param]);
    }
  },
);
