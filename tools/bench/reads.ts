import { DATABASES } from '@gx/contracts';
import { startServers } from '@gx/stack';
import { until } from '@gx/testkit';
import mongoose from 'mongoose';
import { request } from 'undici';
import { chargeRequest, createOne } from './charge-request.ts';
import { drive, type Request } from './load.ts';
import { IN_FLIGHT, optionsOf } from './options.ts';
import { plantCharges, type SeededCharges } from './plant-charges.ts';
import { allPids, startProduct } from './product.ts';
import { measure, printSides, ratioOf, type Side } from './sides.ts';

const OPTIONS = optionsOf({ requests: 800, warmUp: 800 });
const MANY = Number(process.env['BENCH_CHARGES'] ?? 1_000_000);
const FEW = 10_000;
const DAYS = 90;
const DAY_MS = 86_400_000;
const PAGES = 100;
const LIMIT = 20;
/** What MongoDB may keep in memory: that of a local stack, and more. Pairs are compared with the first. */
const CACHES_MB = [256, 1_024] as const;
const PLANTING_CACHE_MB = 2_048;
const MIB = 2 ** 20;
/** Of the cache, what may wait to be written without anybody who reads waiting for it. */
const DIRTY_SHARE = 0.05;
const FAR = [100, 1_000, 5_000] as const;
const ORDERS = ['createdAt', 'amount', 'status'] as const;
/** Requests of one after another, where what one of them takes is the question. */
const SINGLE = 60;

type Merchant = { readonly apikey: string; readonly charges: SeededCharges };
type Question = {
  readonly name: string;
  readonly ask: (merchant: Merchant) => string;
};

const pick = (below: number): number => Math.floor(Math.random() * below);
const page = (nth: number, by: (typeof ORDERS)[number] = 'createdAt'): string =>
  `/v1/payments?page=${nth}&limit=${LIMIT}&sortBy=${by}`;
const QUESTIONS: readonly Question[] = [
  { name: 'GET /v1/charges/{id}', ask: ({ charges }) => `/v1/charges/${charges.ids[pick(charges.ids.length)]}` },
  { name: 'GET /v1/charges', ask: () => `/v1/charges?limit=${LIMIT}` },
  {
    name: 'GET /v1/charges from anywhere in it',
    ask: ({ charges }) => `/v1/charges?limit=${LIMIT}&starting_after=${charges.ids[pick(charges.ids.length)]}`,
  },
  { name: `GET /v1/payments, pages 1 to ${PAGES}`, ask: () => page(1 + pick(PAGES)) },
  { name: `GET /v1/payments/stats of ${DAYS} days`, ask: () => `/v1/payments/stats?days=${DAYS}` },
  { name: `GET /v1/payments/metrics of ${DAYS} days`, ask: () => `/v1/payments/metrics?days=${DAYS}` },
];

/** Reads of a merchant with a million charges beside those of one with ten thousand, in one database. */
export async function benchReads(): Promise<void> {
  const servers = await startServers({ ephemeral: true });
  const product = await startProduct({ servers });
  const { services, namespace } = product;
  const origin = services.gateways[0] ?? '';
  const [, other] = product.accounts;
  if (other === undefined) throw new Error('the benchmark needs two merchants');
  try {
    const database = { url: servers.mongoUrl, db: `${namespace}${DATABASES.charge}` };
    const plantings = [
      { accountId: product.accountId, count: MANY, days: DAYS },
      { accountId: other.accountId, count: FEW, days: DAYS },
    ];
    await setCache(servers.mongoUrl, PLANTING_CACHE_MB);
    const begin = performance.now();
    const [many, few] = await plantCharges(database, await createOne(origin, chargeRequest(product.apikey)), plantings);
    if (many === undefined || few === undefined) throw new Error('nothing was planted');
    const seconds = (performance.now() - begin) / 1_000;
    console.log(`${MANY + FEW} charges planted, and counted for statistics, in ${seconds.toFixed(0)} s\n`);
    await setCache(servers.mongoUrl, CACHES_MB[0]);
    const processes = allPids(services, servers);
    const large: Merchant = { apikey: product.apikey, charges: many };
    const small: Merchant = { apikey: other.testKey, charges: few };
    await assertCounted(origin, large);
    for (const question of QUESTIONS) await compareSizes({ origin, processes }, question, { large, small });
    for (const cacheMb of CACHES_MB) {
      await setCache(servers.mongoUrl, cacheMb);
      console.log(`\nwith ${cacheMb} MB of cache:`);
      await farPages(origin, large);
      await totals(origin, large);
    }
  } finally {
    await services.stop();
    await servers.stop();
  }
}

const get = (path: string, { apikey }: Merchant): Request => ({ method: 'GET', path, headers: { apikey } });

/**
 * Statistics of charges that nobody has counted would be fast. A day more than were planted, and one for a
 * midnight since.
 */
async function assertCounted(origin: string, { apikey, charges: { count } }: Merchant): Promise<void> {
  const { body } = await request(`${origin}/v1/payments/stats?days=${DAYS + 2}`, { headers: { apikey } });
  const { totalTransactions } = (await body.json()) as { totalTransactions: number };
  if (totalTransactions < count) throw new Error(`${totalTransactions} of ${count} charges are counted`);
}

type Sizes = { readonly large: Merchant; readonly small: Merchant };
type ReadTarget = Pick<Side, 'processes'> & { readonly origin: string };

async function compareSizes(
  { origin, processes }: ReadTarget,
  { name, ask }: Question,
  { large, small }: Sizes,
): Promise<void> {
  const side = (called: string, merchant: Merchant): Side => ({
    name: called,
    operations: OPTIONS.requests,
    run: (requests) => {
      const next = () => get(ask(merchant), merchant);
      return drive({ origin, expect: 200, next }, requests, IN_FLIGHT);
    },
    processes,
  });
  const sides = [side('large', large), side('small', small)];
  for (const { run } of sides) await run(OPTIONS.warmUp);
  console.log(`\n${name}, ${MANY} charges beside ${FEW}`);
  const rounds = await measure(sides, OPTIONS.rounds);
  printSides(rounds, sides, 'request');
  console.log(`large / small   ${ratioOf(rounds, 'large', 'small')}   wanted: ≥ 0.9`);
}

/**
 * While it runs: the charges stay where they are. Ends when what was written is on the disk and what no
 * longer fits is out of memory.
 */
async function setCache(url: string, mb: number): Promise<void> {
  const connection = await mongoose.createConnection(url, { dbName: 'admin' }).asPromise();
  const told = async (command: object): Promise<Record<string, unknown>> =>
    (await connection.db?.command(command)) ?? {};
  await told({ setParameter: 1, wiredTigerEngineRuntimeConfig: `cache_size=${mb}M` });
  await told({ fsync: 1 });
  await until(
    'the cache is quiet',
    async () => {
      const { cache } = (await told({ serverStatus: 1 }))['wiredTiger'] as { cache: Record<string, number> };
      const [held = 0, dirty = 0] = [cache['bytes currently in the cache'], cache['tracked dirty bytes in the cache']];
      return held < mb * MIB && dirty < DIRTY_SHARE * mb * MIB;
    },
    { timeoutMs: 120_000, everyMs: 500 },
  );
  await connection.close();
}

/** The median in milliseconds of requests that are made one after another. */
async function median(origin: string, next: () => Request): Promise<number> {
  const { p50Ms = Number.NaN } = await drive({ origin, expect: 200, next }, SINGLE, 1);
  return p50Ms;
}

/** In each order a page has an index of its own to be skipped in. */
async function farPages(origin: string, merchant: Merchant): Promise<void> {
  for (const by of ORDERS) {
    const first = await median(origin, () => get(page(1, by), merchant));
    for (const nth of FAR) {
      const far = await median(origin, () => get(page(nth, by), merchant));
      const times = (far / first).toFixed(1);
      console.log(`page ${nth} by ${by}: ${far.toFixed(1)} ms, ${times} times page 1 (${first.toFixed(1)} ms)`);
    }
  }
  console.log('wanted: ≤ 20 times page 1');
}

/** Periods that nobody has asked for before, from a day to all of them. */
async function totals(origin: string, merchant: Merchant): Promise<void> {
  for (const days of [1, 30, DAYS]) {
    const period = (): string => {
      const from = Date.now() - days * DAY_MS + pick(DAY_MS / 2);
      return `${page(1)}&startDate=${new Date(from).toISOString()}`;
    };
    const ms = await median(origin, () => get(period(), merchant));
    console.log(`page 1 and total of the last ${days} days: ${ms.toFixed(1)} ms   wanted: ≤ 500 ms`);
  }
}
