import { setTimeout as pause } from 'node:timers/promises';
import { eventIdOf, newId, type Tenant } from '@gx/core';
import { startServers } from '@gx/stack';
import { Pool } from 'undici';
import { showSpread, spread } from './compare.ts';
import { type Contestant, contest, medianRate, ratioOf, serverPids } from './ledger-sides.ts';
import { optionsOf } from './options.ts';
import { type Sink, type Stage, startSink, startStage } from './webhook-stage.ts';

const OPTIONS = optionsOf({ requests: 20_000, warmUp: 10_000 });
const PENDING = Number(process.env['BENCH_PENDING'] ?? 1_000_000);
const BOUNDS = { rate: 0.2, p99: 1.5 } as const;
const ORIGINS = 4;
/** As many as the service asks of these hosts at once. */
const IN_FLIGHT = 256;
/** So many deliveries are published before they are made. */
const AHEAD = 3_000;
const PAUSE_MS = 10;
const PAYMENTS = { perSecond: 40, seconds: 10, rounds: 5 } as const;
const newTenant = (): Tenant => ({ accountId: newId('account'), livemode: false });

/**
 * Signed, recorded deliveries a second against a bare pool that posts the same body; then what bad neighbours
 * cost the others.
 */
export async function benchWebhooks(): Promise<void> {
  const servers = await startServers({ ephemeral: true });
  const [stage, sink] = [await startStage(servers), await startSink(ORIGINS)];
  try {
    const rate = await compareRates(stage, sink, serverPids(servers, ['mongo', 'kafka']));
    const p99 = await compareNeighbours(stage, sink);
    if (rate < BOUNDS.rate || p99 > BOUNDS.p99) process.exitCode = 1;
  } finally {
    sink.stop();
    await stage.stop();
    await servers.stop();
  }
}

async function compareRates(stage: Stage, sink: Sink, pids: Readonly<Record<string, number>>): Promise<number> {
  const tenant = newTenant();
  for (const origin of sink.origins) await stage.register(tenant, `${origin}/good`);
  const contestants: Contestant[] = [
    {
      name: 'gx',
      credits: OPTIONS.requests,
      run: (count) => throughService(stage, sink, tenant, count),
      processes: { webhooks: stage.service.pid, ...pids },
    },
    {
      name: 'bare pool',
      credits: OPTIONS.requests,
      run: (count) => throughPool(sink, count),
      processes: { bench: process.pid },
    },
  ];
  for (const { run } of contestants) await run(OPTIONS.warmUp);
  const result = await contest(contestants, OPTIONS.rounds);
  console.log(
    `${OPTIONS.rounds} rounds, ${OPTIONS.requests} deliveries a side and round, ${ORIGINS} hosts, interleaved`,
  );
  for (const { name, processes } of contestants) {
    const cpu = Object.keys(processes).map((process) => {
      const micros = result.rounds.map((round) => round[name]?.cpuMicros[process] ?? 0);
      return `${process} ${showSpread(spread(micros), 0)}`;
    });
    console.log(
      `${name.padEnd(10)} ${medianRate(result, name).toFixed(0)} deliveries/s, CPU µs each: ${cpu.join(', ')}`,
    );
  }
  const ratio = ratioOf(result, 'gx', 'bare pool');
  console.log(
    `gx / bare pool   ${showSpread(ratio)}   bound ${BOUNDS.rate}: ${ratio.median >= BOUNDS.rate ? 'held' : 'MISSED'}\n`,
  );
  return ratio.median;
}

/**
 * One event becomes a delivery for each host; done when all of them are recorded. The events are made before,
 * and are published as fast as deliveries are made: what is measured is the pace that the service keeps, as
 * the pool's is, and not how a burst is put away.
 */
async function throughService(stage: Stage, sink: Sink, tenant: Tenant, count: number) {
  await sink.report('forget');
  const before = await stage.documents();
  const pages = stage.pages(tenant, Math.ceil(count / ORIGINS));
  let published = 0;
  let received = 0;
  const started = performance.now();
  for (;;) {
    while (published - received < AHEAD && pages.length > 0) published += (await stage.publishPage(pages)) * ORIGINS;
    received = await sink.received();
    const isOver = pages.length === 0 && received >= published;
    const isWritten = isOver && (await stage.documents()) - before === published;
    if (isWritten && (await stage.open(tenant)) === 0) break;
    await pause(PAUSE_MS);
  }
  const perSecond = received / ((performance.now() - started) / 1_000);
  received = await sink.received();
  if (received !== published) throw new Error(`${received} of ${published} webhooks came`);
  return { perSecond };
}

const BODY = JSON.stringify({ created_at: new Date().toISOString(), filler: 'x'.repeat(900) });
const HEADERS = { 'content-type': 'application/json', 'x-service-signature': `t=1,v1=${'0'.repeat(64)}` };

async function throughPool(sink: Sink, count: number) {
  const pools = sink.origins.map((origin) => new Pool(origin, { connections: IN_FLIGHT / ORIGINS, pipelining: 1 }));
  let left = count;
  const started = performance.now();
  const worker = async (_: unknown, nth: number): Promise<void> => {
    const pool = pools[nth % ORIGINS] as Pool;
    while (left > 0) {
      left -= 1;
      const { body } = await pool.request({ method: 'POST', path: '/good', headers: HEADERS, body: BODY });
      await body.text();
    }
  };
  await Promise.all(Array.from({ length: IN_FLIGHT }, worker));
  const perSecond = count / ((performance.now() - started) / 1_000);
  await Promise.all(pools.map((pool) => pool.close()));
  return { perSecond };
}

/**
 * The 99th percentile of healthy endpoints, from event to request: in turn beside three good neighbours and
 * beside one that is dead, one that hangs and one with a backlog, who have as many events.
 */
async function compareNeighbours(stage: Stage, healthy: Sink): Promise<number> {
  const [bad, good] = [await startSink(3), await startSink(3)];
  const [dead = '', hang = '', slow = ''] = bad.origins;
  const tenant = newTenant();
  for (const origin of healthy.origins) await stage.register(tenant, `${origin}/good`);
  const neighbour = async (url: string) => {
    const owner = newTenant();
    return { owner, id: await stage.register(owner, url) };
  };
  const friends = await Promise.all(good.origins.map((origin) => neighbour(`${origin}/good`)));
  const others = await Promise.all([`${dead}/dead`, `${hang}/hang`, `${slow}/slow`].map(neighbour));
  const withBacklog = others[2] as Awaited<ReturnType<typeof neighbour>>;
  const p99Beside = (them: typeof others) => p99Of(stage, healthy, [tenant, ...them.map(({ owner }) => owner)]);
  let isPlanted = false;
  const sides = {
    calm: async (): Promise<number> => {
      await forget(stage, others);
      isPlanted = false;
      return p99Beside(friends);
    },
    busy: async (): Promise<number> => {
      if (!isPlanted) await plant(stage, withBacklog.owner, { id: withBacklog.id, origin: slow });
      isPlanted = true;
      return p99Beside(others);
    },
  };
  const rounds: { calm: number; busy: number }[] = [];
  for (let round = 0; round < PAYMENTS.rounds; round += 1) {
    const measured = { calm: Number.NaN, busy: Number.NaN };
    // Backwards in every second round, like all comparisons here: a backlog is planted once for two.
    const turns = ['calm', 'busy'] as const;
    for (const side of round % 2 === 0 ? turns : turns.toReversed()) measured[side] = await sides[side]();
    rounds.push(measured);
  }
  bad.stop();
  good.stop();
  const ratio = spread(rounds.map(({ calm, busy }) => busy / calm));
  const [calm, busy] = [spread(rounds.map((round) => round.calm)), spread(rounds.map((round) => round.busy))];
  console.log(
    `p99 in ms of healthy endpoints at ${PAYMENTS.perSecond} payments/s, ${healthy.origins.length} hosts, ${PAYMENTS.rounds} rounds, interleaved`,
  );
  console.log(
    `beside three good ones ${showSpread(calm, 0)}   beside one dead, one that hangs, one with ${PENDING} pending ${showSpread(busy, 0)}`,
  );
  console.log(
    `bad / good   ${showSpread(ratio)}   bound ${BOUNDS.p99}: ${ratio.median <= BOUNDS.p99 ? 'held' : 'MISSED'}`,
  );
  return ratio.median;
}

/** Open loop: payments of every tenant at a steady pace. */
async function p99Of(stage: Stage, sink: Sink, tenants: readonly Tenant[]): Promise<number> {
  await sink.report('forget');
  const wanted = PAYMENTS.perSecond * PAYMENTS.seconds * sink.origins.length;
  for (let sent = 0; sent < PAYMENTS.perSecond * PAYMENTS.seconds; sent += 1) {
    for (const tenant of tenants) void stage.publish(tenant);
    await pause(1_000 / PAYMENTS.perSecond);
  }
  while ((await sink.received()) < wanted) await pause(25);
  return (await sink.report()).p99Ms;
}

/** What is open at these endpoints is no longer. */
async function forget({ deliveries }: Stage, endpoints: readonly { readonly id: string }[]): Promise<void> {
  await deliveries.deleteMany({ endpointId: { $in: endpoints.map(({ id }) => id) }, dueAt: { $exists: true } });
}

const PAGE = 5_000;

/** Deliveries that are due for an endpoint, as a long outage would leave them. */
async function plant(
  { deliveries }: Stage,
  tenant: Tenant,
  { id, origin }: { id: string; origin: string },
): Promise<void> {
  const at = new Date(Date.now() - 3_600_000);
  for (let planted = 0; planted < PENDING; planted += PAGE) {
    const page = Array.from({ length: Math.min(PAGE, PENDING - planted) }, () => {
      const chargeId = newId('charge');
      return {
        _id: newId('delivery'),
        ...tenant,
        endpointId: id,
        eventId: eventIdOf(chargeId, 3),
        eventName: 'charge.paid',
        resendId: '',
        subjectId: chargeId,
        origin,
        payload: BODY,
        status: 'PENDING',
        queue: 'retry',
        attempts: 1,
        dueAt: at,
        nextRetryAt: at,
        attemptLog: [],
        createdAt: at,
        updatedAt: at,
      };
    });
    await deliveries.insertMany(page as never, { ordered: false });
  }
}
