import { DATABASES } from '@gx/contracts';
import { startServers } from '@gx/stack';
import { chargeRequest, createOne } from './charge-request.ts';
import { compare, ratio, type Side, showSpread, spread } from './compare.ts';
import { drive, poolFor, type Request } from './load.ts';
import { optionsOf } from './options.ts';
import { type Planted, plantCharges } from './plant-charges.ts';
import { behindPids, pidsOf, startProduct } from './product.ts';

const OPTIONS = optionsOf({ requests: 800, warmUp: 800 });
const MANY = Number(process.env['BENCH_CHARGES'] ?? 1_000_000);
const FEW = 10_000;
const DAYS = 90;
const DAY_MS = 86_400_000;
const PAGES = 100;
const LIMIT = 20;
const FAR = { from: 100, to: 5_000 };
const BOUNDS = { throughput: 0.9, far: 20, totalMs: 500 } as const;
/** Requests of one after another, where what one of them takes is the question. */
const SINGLE = 60;

type Merchant = { readonly apikey: string; readonly charges: Planted };
type Question = { readonly name: string; readonly ask: (merchant: Merchant) => string };

const pick = (below: number): number => Math.floor(Math.random() * below);
const page = (nth: number): string => `/v1/payments?page=${nth}&limit=${LIMIT}`;
const QUESTIONS: readonly Question[] = [
  { name: 'GET /v1/charges/{id}', ask: ({ charges }) => `/v1/charges/${charges.ids[pick(charges.ids.length)]}` },
  { name: 'GET /v1/charges', ask: () => `/v1/charges?limit=${LIMIT}` },
  { name: `GET /v1/payments, pages 1 to ${PAGES}`, ask: () => page(1 + pick(PAGES)) },
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
    const begin = performance.now();
    const [many, few] = await plantCharges(database, await createOne(origin, chargeRequest(product.apikey)), plantings);
    if (many === undefined || few === undefined) throw new Error('nothing was planted');
    console.log(`${MANY + FEW} charges planted in ${((performance.now() - begin) / 1_000).toFixed(0)} s\n`);
    const processes = { ...pidsOf(services, 'gateway'), ...behindPids(services, servers) };
    const large: Merchant = { apikey: product.apikey, charges: many };
    const small: Merchant = { apikey: other.testKey, charges: few };
    for (const question of QUESTIONS) await compareSizes({ origin, processes }, question, { large, small });
    await farPages(origin, large);
    await totals(origin, large);
  } finally {
    await services.stop();
    await servers.stop();
  }
}

const get = (path: string, { apikey }: Merchant): Request => ({ method: 'GET', path, headers: { apikey } });

type Sizes = { readonly large: Merchant; readonly small: Merchant };
type Place = Pick<Side, 'processes'> & { readonly origin: string };

async function compareSizes(
  { origin, processes }: Place,
  { name, ask }: Question,
  { large, small }: Sizes,
): Promise<void> {
  const side = (called: string, merchant: Merchant): Side => ({
    name: called,
    target: { origin, expect: 200, next: () => get(ask(merchant), merchant) },
    processes,
  });
  const result = await compare([side('large', large), side('small', small)], OPTIONS);
  const share = ratio(result, 'large', 'small');
  const rates = ['large', 'small'].map((of) =>
    showSpread(spread(result.rounds.map((round) => round[of]?.perSecond ?? 0)), 0),
  );
  console.log(`${name}   req/s of ${MANY} charges ${rates[0]}, of ${FEW} ${rates[1]}`);
  verdict(`${name}: large / small ${showSpread(share)}`, share.median >= BOUNDS.throughput, BOUNDS.throughput);
}

/** The median in milliseconds of requests that are made one after another. */
async function median(origin: string, next: () => Request): Promise<number> {
  const pool = poolFor(origin, 1);
  const { p50Ms } = await drive(pool, { origin, expect: 200, next }, SINGLE, 1);
  await pool.close();
  return p50Ms;
}

async function farPages(origin: string, merchant: Merchant): Promise<void> {
  const first = await median(origin, () => get(page(1), merchant));
  for (const nth of [FAR.from, 1_000, FAR.to]) {
    const far = await median(origin, () => get(page(nth), merchant));
    const times = far / first;
    verdict(
      `page ${nth}: ${far.toFixed(1)} ms, ${times.toFixed(1)} times page 1 (${first.toFixed(1)} ms)`,
      times <= BOUNDS.far,
      BOUNDS.far,
    );
  }
}

/** Periods that nobody has asked for before, from a day to all of them. */
async function totals(origin: string, merchant: Merchant): Promise<void> {
  for (const days of [1, 30, DAYS]) {
    const period = (): string => {
      const from = Date.now() - days * DAY_MS + pick(DAY_MS / 2);
      return `${page(1)}&startDate=${new Date(from).toISOString()}`;
    };
    const ms = await median(origin, () => get(period(), merchant));
    verdict(`page 1 and total of the last ${days} days: ${ms.toFixed(1)} ms`, ms <= BOUNDS.totalMs, BOUNDS.totalMs);
  }
}

function verdict(what: string, isHeld: boolean, bound: number): void {
  console.log(`${what}   bound ${bound}: ${isHeld ? 'held' : 'MISSED'}`);
  if (!isHeld) process.exitCode = 1;
}
