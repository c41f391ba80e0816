import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { startServers } from '@gx/stack';
import { until } from '@gx/testkit';
import type { AudienceMessage, AudienceOrder } from './audience.ts';
import { chargeRequest, createOne } from './charge-request.ts';
import { showSpread, spread } from './compare.ts';
import { cpuSeconds } from './cpu.ts';
import { percentile } from './load.ts';
import { optionsOf } from './options.ts';
import { pidsOf, serverPids, startProduct } from './product.ts';

/** As many as a process tells by default. */
const MANY = Number(process.env['BENCH_PAGES'] ?? 5_000);
const FEW = 100;
const { rounds, inFlight } = optionsOf({ requests: 0, warmUp: 0 });
/** Payments of a side and round, and the pace at which they are made. */
const PAID = { count: 40, everyMs: 150 } as const;
/** How long is looked at what pages take that nobody pays. */
const QUIET_MS = 10_000;
/** News by the percentile, many pages beside few; what the chart lets a pod of this service have. */
const BOUNDS = { news: 1.5, megabytes: 384 } as const;
/**
 * The heap that Node takes where 384 MiB are all there is (its limit is 259 MiB; 240 here, the young
 * generation included), and no limit that this benchmark would meet.
 */
const CHECKOUT = {
  NODE_OPTIONS: '--max-old-space-size=192 --max-semi-space-size=16',
  REQUESTS_PER_ADDRESS_PER_MINUTE: '1000000',
  STREAMS_PER_ADDRESS: '100000',
  STREAMS_MAX: '100000',
} as const;

type Product = Awaited<ReturnType<typeof startProduct>>;
type Figures = {
  readonly newsMs: readonly number[];
  readonly cpuPerSecond: Readonly<Record<string, number>>;
  readonly megabytes: number;
};

/**
 * What pages cost that payers have open, each of a charge of its own: five thousand beside a hundred, on one
 * replica with a pod's memory.
 */
export async function benchOpenPages(): Promise<void> {
  const servers = await startServers({ ephemeral: true });
  const product = await startProduct({ servers, checkout: CHECKOUT });
  const audience = fork(join(import.meta.dirname, 'audience.ts'));
  try {
    const processes = {
      ...pidsOf(product.services, 'checkout'),
      ...pidsOf(product.services, 'charge'),
      ...serverPids(servers),
    };
    const figures: Record<'few' | 'many', Figures[]> = { few: [], many: [] };
    const charges = await created(product, MANY + rounds * PAID.count * 2);
    for (let round = 0; round < rounds; round += 1)
      for (const side of round % 2 === 0 ? (['few', 'many'] as const) : (['many', 'few'] as const)) {
        const paid = charges.splice(0, PAID.count);
        const ids = [...paid, ...charges.slice(PAID.count - (side === 'few' ? FEW : MANY))];
        await attend(audience, { origin: product.services.checkout, ids });
        figures[side].push(await watched(product, audience, { paid, processes }));
        await attend(audience, { origin: product.services.checkout, ids: [] });
      }
    report(figures);
  } finally {
    audience.kill('SIGKILL');
    await product.services.stop();
    await servers.stop();
  }
}

async function created({ services, apikey }: Product, count: number): Promise<string[]> {
  const ids: string[] = [];
  const origin = services.gateways[0] ?? '';
  const worker = async (): Promise<void> => {
    while (ids.length < count)
      ids.push(await createOne(origin, chargeRequest(apikey, { body: { expires_in: 86_400 } })));
  };
  await Promise.all(Array.from({ length: inFlight }, worker));
  return ids;
}

async function attend(audience: ChildProcess, order: AudienceOrder): Promise<void> {
  audience.send(order);
  for (;;) {
    const [message] = (await once(audience, 'message')) as [AudienceMessage];
    if ('open' in message) return;
  }
}

type WatchResult = { readonly paid: readonly string[]; readonly processes: Readonly<Record<string, number>> };

async function watched(
  { services, apikey }: Product,
  audience: ChildProcess,
  { paid, processes }: WatchResult,
): Promise<Figures> {
  const before = Object.entries(processes).map(([name, pid]) => [name, pid, cpuSeconds(pid)] as const);
  await pause(QUIET_MS);
  const cpuPerSecond = Object.fromEntries(
    before.map(([name, pid, seconds]) => [name, ((cpuSeconds(pid) - seconds) * 1_000) / (QUIET_MS / 1_000)]),
  );
  const heard = new Map<string, number>();
  const hear = (message: AudienceMessage): void => {
    if ('id' in message) heard.set(message.id, message.at);
  };
  audience.on('message', hear);
  const sent = new Map<string, number>();
  for (const id of paid) {
    sent.set(id, Date.now());
    await pay(services.gateways[0] ?? '', apikey, id);
    await pause(PAID.everyMs);
  }
  await until('each page says that its charge is paid', () => heard.size >= paid.length);
  audience.off('message', hear);
  const newsMs = paid.map((id) => (heard.get(id) ?? Number.NaN) - (sent.get(id) ?? 0)).toSorted((a, b) => a - b);
  const [pid = 0] = Object.values(pidsOf(services, 'checkout'));
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return { newsMs, cpuPerSecond, megabytes: (Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]) * 1_024) / 1_000_000 };
}

async function pay(origin: string, apikey: string, id: string): Promise<void> {
  const headers = { apikey, 'content-type': 'application/json' };
  const answer = await fetch(`${origin}/v1/test_helpers/charges/${id}/simulate_payment`, {
    method: 'POST',
    headers,
    body: '{}',
  });
  if (!answer.ok) throw new Error(`a payment was answered ${answer.status}`);
}

function report(figures: Readonly<Record<'few' | 'many', readonly Figures[]>>): void {
  for (const [side, pages] of [
    ['few', FEW],
    ['many', MANY],
  ] as const) {
    const of = (figure: (one: Figures) => number): string => showSpread(spread(figures[side].map(figure)), 0);
    const names = Object.keys(figures[side][0]?.cpuPerSecond ?? {});
    console.log(
      `${pages} pages   paid until the page says so: p50 ${of(({ newsMs }) => percentile(newsMs, 0.5))} ms, p95 ${of(({ newsMs }) => percentile(newsMs, 0.95))} ms`,
    );
    console.log(
      `  CPU, ms a second while nobody pays: ${names.map((name) => `${name} ${of(({ cpuPerSecond }) => cpuPerSecond[name] ?? 0)}`).join(', ')}`,
    );
    console.log(`  checkout holds ${of(({ megabytes }) => megabytes)} MB`);
  }
  const news = spread(
    figures.many.map(
      ({ newsMs }, round) => percentile(newsMs, 0.95) / percentile(figures.few[round]?.newsMs ?? [], 0.95),
    ),
  );
  const megabytes = spread(figures.many.map((one) => one.megabytes));
  const isHeld = news.median <= BOUNDS.news && megabytes.max <= BOUNDS.megabytes;
  console.log(
    `\nnews, many / few, p95 ${showSpread(news)}; at most ${megabytes.max.toFixed(0)} MB   bounds ${BOUNDS.news}, ${BOUNDS.megabytes} MB: ${isHeld ? 'held' : 'MISSED'}`,
  );
  if (!isHeld) process.exitCode = 1;
}
