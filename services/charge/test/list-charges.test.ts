import { PUBLIC_STATUSES, type PublicStatus, statusesOf } from '@gx/contracts';
import { newId } from '@gx/core';
import { uniqueName, until } from '@gx/testkit';
import test, { type ExecutionContext } from 'ava';
import { profiled } from './profiled.ts';
import { CALL, created, newTenant, order, type Rig, startRig, stored } from './rig.ts';

const rig: Rig = await startRig({ VELOCITY_CUSTOMER_MAX: '1000' });
const START = Date.parse('2026-03-01T00:00:00.000Z');
/** Milliseconds with charges in them, a minute from one to the next, and so many in each. */
const [MOMENTS, TIES] = [30, 8];
/** More than one page everywhere, and ties across the end of nearly every page. */
const LIMIT = 5;
const [MARIA, JOAO] = ['52998224725', '12345678909'] as const;
const DOCUMENTS = [MARIA, JOAO, undefined] as const;
// biome-ignore format: one row, read as a list
const STATUSES = ['WAITING_PAYMENT', 'PROCESSING', 'PAID', 'APPROVED', 'REFUSED', 'CANCELLED', 'EXPIRED', 'REFUNDED', 'CHARGEBACK', 'DISPUTE', 'PENDING'] as const;

const tenant = newTenant();
const model = await stored(rig, (await created(rig, {}, newTenant())).id);

type ChargeSeed = {
  readonly _id: string;
  readonly status: (typeof STATUSES)[number];
  readonly customer: { readonly document?: string };
  readonly createdAt: Date;
};
let made = 0;
/**
 * Ids that are older than those of all other charges here: of a replica whose clock is behind. Later ones are
 * taken first.
 */
const olderIds = Array.from({ length: 10_000 }, (): string => newId('charge'));

/** A charge of some moment; every status and every document has its turn. */
function charge(moment: number, id: string = newId('charge')): ChargeSeed {
  made += 1;
  const document = DOCUMENTS[made % DOCUMENTS.length];
  return {
    ...model,
    _id: id,
    accountId: tenant.accountId,
    idempotencyKey: uniqueName('key'),
    paymentOptions: [{ ...model?.['paymentOptions'][0], txid: `t${made}`.padEnd(32, 'x') }],
    status: STATUSES[made % STATUSES.length] ?? 'PAID',
    customer: document === undefined ? {} : { document },
    createdAt: new Date(START + moment * 60_000),
    outbox: [],
  } as unknown as ChargeSeed;
}

async function insert(charges: readonly ChargeSeed[]): Promise<readonly ChargeSeed[]> {
  await rig.database.connection.collection('charges').insertMany(charges as never);
  return charges;
}

const there = await insert(
  Array.from({ length: MOMENTS * TIES }, (_, n) =>
    charge(Math.floor(n / TIES), n % 3 === 0 ? olderIds.pop() : undefined),
  ),
);

test.after.always('everything stops', rig.stop);

type Filter = {
  readonly status?: PublicStatus;
  readonly createdAfterMs?: number;
  readonly createdBeforeMs?: number;
  readonly customerDocument?: string;
};
/** Each bound falls on a moment that has charges. */
const PERIODS: readonly Filter[] = [
  {},
  { createdAfterMs: START + 4 * 60_000 },
  { createdBeforeMs: START + 25 * 60_000 },
  { createdAfterMs: START + 4 * 60_000, createdBeforeMs: START + 25 * 60_000 },
];
const filters: readonly Filter[] = [{}, ...PUBLIC_STATUSES.map((status) => ({ status }))].flatMap((kept) =>
  [{}, { customerDocument: MARIA }].flatMap((whose) => PERIODS.map((period) => ({ ...kept, ...whose, ...period }))),
);
const titled = (filter: Filter): string => JSON.stringify(filter);

type ChargeListItem = {
  readonly id: string;
  readonly createdAtMs: number;
  readonly status: string;
  readonly document?: string;
};

const fits = ({ status, createdAfterMs, createdBeforeMs, customerDocument }: Filter, one: ChargeListItem): boolean =>
  (status === undefined || statusesOf(status).some((word) => word === one.status)) &&
  (createdAfterMs === undefined || one.createdAtMs >= createdAfterMs) &&
  (createdBeforeMs === undefined || one.createdAtMs <= createdBeforeMs) &&
  (customerDocument === undefined || one.document === customerDocument);

const seenAs = ({ _id, createdAt, status, customer: { document } }: ChargeSeed): ChargeListItem => ({
  id: _id,
  createdAtMs: createdAt.getTime(),
  status,
  ...(document === undefined ? {} : { document }),
});
const newestFirst = (a: ChargeListItem, b: ChargeListItem): number =>
  b.createdAtMs - a.createdAtMs || (a.id < b.id ? 1 : -1);

/** As the server writes the plan of each index down. */
const KEYS_OF = {
  page: '{ accountId: 1, livemode: 1, listed: 1, createdAt: -1, _id: -1, amount: 1 }',
  status: '{ accountId: 1, livemode: 1, listed: 1, status: 1, createdAt: 1, _id: 1, amount: 1 }',
  list_document: '{ accountId: 1, livemode: 1, customer.document: 1, createdAt: -1, _id: -1 }',
} as const;

/** Every page to the end, and what is done before each next one. */
async function walked(
  { status, ...filter }: Filter,
  between: (last: ChargeListItem) => Promise<unknown>,
): Promise<ChargeListItem[]> {
  const seen: ChargeListItem[] = [];
  for (let isMore = true; isMore; ) {
    const last = seen.at(-1);
    const { charges, hasMore } = await rig.rpc.listCharges(CALL, {
      tenant,
      limit: LIMIT,
      ...filter,
      statuses: status === undefined ? [] : statusesOf(status),
      ...(last === undefined ? {} : { startingAfter: `ch_${last.id}` }),
    });
    seen.push(
      ...charges.map(({ id, createdAtMs, status: word, customer }) => ({
        id,
        createdAtMs,
        status: word,
        ...(customer?.document === undefined ? {} : { document: customer.document }),
      })),
    );
    isMore = hasMore;
    const end = seen.at(-1);
    if (isMore && end !== undefined) await between(end);
  }
  return seen;
}

/** What every list must be, beside any writes. */
function holds(
  t: ExecutionContext,
  filter: Filter,
  start: readonly ChargeListItem[],
  seen: readonly ChargeListItem[],
): void {
  const ids = new Set(seen.map(({ id }) => id));
  const name = titled(filter);
  t.is(ids.size, seen.length, `${name}: nothing twice`);
  t.deepEqual(
    start.filter((one) => fits(filter, one) && !ids.has(one.id)),
    [],
    `${name}: nothing missed`,
  );
  t.deepEqual(seen, seen.toSorted(newestFirst), `${name}: in order`);
  t.true(
    seen.every((one) => fits(filter, one)),
    `${name}: nothing else`,
  );
}

test.serial(
  'under every filter the pages show each charge once, miss none that was there and keep their order, while others come ahead, behind, and into the very millisecond where a page ends',
  async (t) => {
    const counts = { pages: 0, shown: 0, inserted: 0 };
    for (const filter of filters) {
      const inserted: ChargeSeed[] = [];
      const seen = await walked(filter, async ({ createdAtMs }) => {
        const moment = (createdAtMs - START) / 60_000;
        const around = [charge(moment), charge(moment, olderIds.pop())];
        inserted.push(...(await insert([charge(MOMENTS), ...around, charge(0)])));
        counts.pages += 1;
      });
      holds(t, filter, there.map(seenAs), seen);
      counts.shown += seen.length;
      counts.inserted += inserted.length;
      await rig.database.connection
        .collection('charges')
        .deleteMany({ _id: { $in: inserted.map(({ _id }) => _id as never) } });
    }
    t.log(`${filters.length} filters, ${counts.pages} more pages, ${counts.shown} shown, ${counts.inserted} inserted`);
    t.true(counts.pages > filters.length && counts.shown > 2_000, 'every filter has found something');
  },
);

test.serial(
  'under every filter a page is read from the one index that is for it, from the very place where the last one ended',
  async (t) => {
    const half = there.map(seenAs).toSorted(newestFirst)[there.length / 2] as ChargeListItem;
    for (const { status, ...filter } of filters) {
      const statuses = status === undefined ? [] : statusesOf(status);
      const index = filter.customerDocument !== undefined ? 'list_document' : statuses.length > 0 ? 'status' : 'page';
      const commands = await profiled(rig.database.connection, tenant, () =>
        rig.rpc.listCharges(CALL, { ...{ tenant, limit: LIMIT, ...filter, statuses }, startingAfter: half.id }),
      );
      const page = commands.find(({ command }) => 'sort' in command);
      const name = titled({ ...filter, ...(status === undefined ? {} : { status }) });
      t.is(page?.command['hint'], index, name);
      const scans = Array.from({ length: Math.max(1, statuses.length) }, () => `IXSCAN ${KEYS_OF[index]}`).join(', ');
      t.true(scans.startsWith(page?.planSummary ?? 'none'), `${name}: ${page?.planSummary}`);
      t.not(page?.hasSortStage, true, name);
      // Of one customer every status is looked at; else what is shown, one more, what shares the moment of
      // the cursor, and where each status ends.
      const most = index === 'list_document' ? there.length : LIMIT + 1 + TIES + 2 * Math.max(1, statuses.length);
      t.true((page?.keysExamined ?? Number.NaN) <= most, `${name}: ${page?.keysExamined} keys, at most ${most}`);
      t.true((page?.docsExamined ?? Number.NaN) <= most, name);
    }
  },
);

test.serial('a charge that no longer fits the filter is as good a place to go on from as before', async (t) => {
  const status = 'paid';
  const moved: string[] = [];
  const charges = rig.database.connection.collection('charges');
  const seen = await walked({ status }, async ({ id }) => {
    moved.push(id);
    await charges.updateOne({ _id: id as never }, { $set: { status: 'REFUNDED' } });
  });
  holds(t, { status }, there.map(seenAs), seen);
  t.true(moved.length > 5);
  for (const { _id, status: word } of there.filter((one) => moved.includes(one._id)))
    await charges.updateOne({ _id: _id as never }, { $set: { status: word } });
});

test.serial('the pages of a merchant whose sales go on at two replicas meanwhile', async (t) => {
  const other = await rig.replica();
  // The fourth customer alone is known: so many sales to one would be refused.
  const sale = (n: number) => (n % 4 === 0 ? { customer: { document: MARIA, name: 'Maria' } } : {});
  const sold: string[] = [];
  const state = { open: true };
  const sell = async (rpc: Rig['rpc']): Promise<void> => {
    while (state.open) sold.push((await rpc.createCharge(CALL, order(tenant, sale(sold.length)))).charge?.id ?? '');
  };
  const sellers = [rig.rpc, other.rpc].map(sell);
  for (const filter of [{}, { status: 'pending' }, { customerDocument: MARIA }] as const) {
    const before = sold.length;
    holds(t, filter, there.map(seenAs), await walked(filter, async () => undefined));
    await until('a charge is sold', () => sold.length > before);
  }
  state.open = false;
  await Promise.all(sellers);
  t.log(`${sold.length} charges were created meanwhile`);
  const ids = new Set((await walked({ createdAfterMs: START }, async () => undefined)).map(({ id }) => id));
  t.true(
    sold.every((id) => ids.has(id)),
    'all of them are there afterwards',
  );
});
