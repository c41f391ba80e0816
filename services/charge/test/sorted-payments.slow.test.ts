import { type ListedPayment, listedPayment, type MessageInit } from '@gx/contracts';
import type { Charge, ListPaymentsRequest } from '@gx/contracts/charge';
import { newId, Refusal } from '@gx/core';
import { uniqueName } from '@gx/testkit';
import test from 'ava';
import { profiled } from './profiled.ts';
import { CALL, created, newTenant, type Rig, startRig, stored } from './rig.ts';

/** Lists in the order of what no index sorts by (decisions A40). */
const rig: Rig = await startRig();
test.after.always('everything stops', rig.stop);

type SortBy = NonNullable<MessageInit<ListPaymentsRequest>['sortBy']> & string;
/** What an index sorts by, over any number. */
const INDEXED = { CREATED_AT: 'createdAt', AMOUNT: 'amount', STATUS: 'status' } as const;
const FIELDS = {
  ID: 'id',
  CURRENCY: 'currency',
  CUSTOMER_NAME: 'customerName',
  CUSTOMER_DOCUMENT: 'customerDocument',
  CUSTOMER_EMAIL: 'customerEmail',
  PAID_WITH: 'paidWith',
  PROVIDER_FEE: 'providerFee',
  PLATFORM_FEE: 'platformFee',
  NET_AMOUNT: 'netAmount',
  PAID_AT: 'paidAt',
} as const satisfies Partial<Record<SortBy, keyof ListedPayment>>;
const START = Date.parse('2026-03-01T00:00:00.000Z');
const COUNT = 120;

const pick = <T>(values: readonly T[], nth: number): T => values[nth % values.length] as T;

/** A merchant whose charges differ in every field, with many equal ones; a third of them are paid. */
async function seed(count: number) {
  const tenant = newTenant();
  const { id } = await created(rig, {}, newTenant());
  const template = await stored(rig, id);
  const methodOf = (n: number) => (n % 5 === 0 ? 'MBWAY' : pick(['PIX', 'CREDIT_CARD', 'BOLETO'], n >> 2));
  const documents = Array.from({ length: count }, (_, n) => ({
    ...template,
    _id: newId('charge') as string,
    accountId: tenant.accountId,
    idempotencyKey: uniqueName('key'),
    method: methodOf(n),
    paymentOptions: [{ ...template?.['paymentOptions'][0], method: methodOf(n), txid: uniqueName('s') }],
    amount: 1_000 + (n % 7),
    currency: pick(['BRL', 'EUR', 'USDT'], n),
    status: n % 3 === 0 ? 'PAID' : 'WAITING_PAYMENT',
    customer: pick(
      [{}, { name: 'ana' }, { name: 'Ana', document: '52998224725' }, { name: 'Zé', email: 'z@x.com' }],
      n,
    ),
    paymentMethods: [pick(['PIX', 'CREDIT_CARD', 'BOLETO'], n >> 2)],
    fees: { provider: n % 4, platform: n % 11 },
    settlement:
      n % 3 === 2
        ? null
        : {
            endToEndId: `E${n}`,
            paidAt: new Date(START + ((n * 37) % 50) * 1_000),
            acceptedAt: new Date(START),
            sequence: 2,
            traceparent: null,
            // Of a third the money is not in the wallet yet: they are not paid.
            postedAt: n % 3 === 0 ? new Date(START) : null,
          },
    createdAt: new Date(START + ((n * 31) % 60) * 1_000),
    outbox: [],
  }));
  await rig.database.connection.collection('charges').insertMany(documents as never);
  return tenant;
}

const compare = (a: unknown, b: unknown): number => {
  if (a === b) return 0;
  if (a === null || b === null) return a === null ? -1 : 1;
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  return Buffer.compare(Buffer.from(String(a)), Buffer.from(String(b)));
};
const inOrder = (items: readonly ListedPayment[], field: keyof ListedPayment, ascending: boolean): string[] =>
  items
    .toSorted((a, b) => (compare(a[field], b[field]) || compare(a.id, b.id)) * (ascending ? 1 : -1))
    .map(({ id }) => id);
const shown = (charges: readonly Charge[]): ListedPayment[] => charges.map(listedPayment);

test('each field of an item, then the list is in the order that it shows, null first, equal ones by id, page after page', async (t) => {
  const tenant = await seed(COUNT);
  const pages = [1, 2].map((page) => rig.rpc.listPayments(CALL, { tenant, page, limit: 100 }));
  const all = (await Promise.all(pages)).flatMap(({ charges }) => shown(charges));
  t.is(all.length, COUNT);
  for (const [sortBy, field] of Object.entries({ ...INDEXED, ...FIELDS }) as [SortBy, keyof ListedPayment][]) {
    t.true(new Set(all.map((item) => item[field])).size > 1, field);
    for (const ascending of [true, false]) {
      const wanted = inOrder(all, field, ascending);
      for (const page of [1, 3]) {
        const { charges, total } = await rig.rpc.listPayments(CALL, { tenant, page, limit: 25, sortBy, ascending });
        const ids = shown(charges).map(({ id }) => id);
        t.deepEqual([ids, total], [wanted.slice((page - 1) * 25, page * 25), COUNT], `${field} ${ascending}`);
      }
    }
  }
});

test('a list that is narrowed by status and period, then it is sorted and counted so', async (t) => {
  const tenant = await seed(COUNT);
  const narrow = { status: 'PAID', createdFromMs: START + 10_000, createdToMs: START + 40_000 } as const;
  const every = await rig.rpc.listPayments(CALL, { tenant, page: 1, limit: 100, ...narrow });
  const sorted = await rig.rpc.listPayments(CALL, {
    tenant,
    page: 1,
    limit: 100,
    ...narrow,
    sortBy: 'PAID_AT',
    ascending: true,
  });
  t.true(every.total > 5 && every.total < COUNT / 3);
  t.is(sorted.total, every.total);
  t.deepEqual(
    shown(sorted.charges).map(({ id }) => id),
    inOrder(shown(every.charges), 'paidAt', true),
  );
});

test('10,000 transactions are sorted; one more is 400 that says how to narrow the list, while an index sorts any number', async (t) => {
  const tenant = newTenant();
  const charges = rig.database.connection.collection('charges');
  const { id } = await created(rig, { customer: { name: 'Ana' } }, tenant);
  const { personalData: _, ...nameless } = { personalData: null, ...(await stored(rig, id)) };
  const template = { ...nameless, customer: {}, outbox: [] };
  const bare = (n: number) => ({
    ...template,
    _id: newId('charge') as string,
    idempotencyKey: `${n}`,
    amount: n,
    paymentOptions: [{ method: 'PIX', txid: uniqueName('t') }],
    createdAt: new Date(START + n * 1_000),
  });
  await charges.updateOne({ _id: id as never }, { $set: { createdAt: new Date(START) } });
  await charges.insertMany(Array.from({ length: 9_999 }, (_, n) => bare(n + 1)) as never);
  const list = (more: Partial<MessageInit<ListPaymentsRequest>>) =>
    rig.rpc.listPayments(CALL, { tenant, page: 1, limit: 1, ...more });
  const commands = await profiled(rig.database.connection, tenant, async () => {
    const { charges: found, total } = await list({ sortBy: 'CUSTOMER_NAME' });
    t.deepEqual([found.map((one) => one.id), total], [[id], 10_000]);
  });
  t.false(commands.some(({ planSummary }) => /COLLSCAN/.test(planSummary)));
  await charges.insertOne(bare(10_000) as never);
  for (const sortBy of Object.keys(FIELDS) as SortBy[]) {
    const refused = await t.throwsAsync(list({ sortBy }), { instanceOf: Refusal });
    t.deepEqual([refused?.code as string, refused?.more.param], ['invalid_request', 'sortBy'], sortBy);
    t.regex(refused?.message ?? '', /10,000.*startDate, endDate or status/);
  }
  const narrowed = await list({ sortBy: 'CUSTOMER_NAME', createdToMs: START + 9_999_000 });
  t.deepEqual([narrowed.charges.map((one) => one.id), narrowed.total], [[id], 10_000]);
  t.is((await list({ sortBy: 'AMOUNT', createdFromMs: START + 9_999_500 })).total, 1);
});
