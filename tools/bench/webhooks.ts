import { setTimeout as pause } from 'node:timers/promises';
import { newId, type Tenant } from '@gx/core';
import { startServers } from '@gx/stack';
import { openLoop } from './load.ts';
import { optionsOf } from './options.ts';
import { serverPids } from './product.ts';
import { type Figures, measure, printSides, type Rounds, type Side, showSpread, spread } from './sides.ts';
import { type Sink, type Stage, startSink, startStage } from './webhook-stage.ts';

const OPTIONS = optionsOf({ requests: 20_000, warmUp: 10_000 });
/** Hosts that each event of a backlog is delivered to. */
const ORIGINS = 4;
/** So many deliveries are published before they are made. */
const AHEAD = 3_000;
const PAUSE_MS = 10;
const STEADY = { perSecond: 40, seconds: 10 } as const;
const BACKLOG = 'backlog';
const ALONE = 'one alone';
const BESIDE_GOOD = 'beside good ones';
const BESIDE_BAD = 'beside bad ones';
const newTenant = (): Tenant => ({ accountId: newId('account'), livemode: false });

/**
 * Signed, recorded deliveries: as fast as a backlog of them is made, one at a time from its event to its
 * endpoint, and beside endpoints that are dead, hang or are slow.
 */
export async function benchWebhooks(): Promise<void> {
  const servers = await startServers({ ephemeral: true });
  const stage = await startStage(servers);
  const [many, one, good, bad] = [await startSink(ORIGINS), await startSink(1), await startSink(3), await startSink(3)];
  try {
    const [owner, single] = [newTenant(), newTenant()];
    for (const origin of many.origins) await stage.register(owner, `${origin}/good`);
    await stage.register(single, `${one.origins[0]}/good`);
    const friends = await neighbours(stage, good, ['good', 'good', 'good']);
    const others = await neighbours(stage, bad, ['dead', 'hang', 'slow']);
    const steady = { operations: STEADY.perSecond * STEADY.seconds, processes: {} };
    const processes = { webhooks: stage.service.pid, ...serverPids(servers, ['mongo', 'kafka']) };
    const sides: Side[] = [
      { name: BACKLOG, operations: OPTIONS.requests, run: (count) => drained(stage, many, owner, count), processes },
      { ...steady, name: ALONE, run: (count) => paced(stage, one, [single], count), processes },
      { ...steady, name: BESIDE_GOOD, run: (count) => paced(stage, one, [single, ...friends], count) },
      {
        ...steady,
        name: BESIDE_BAD,
        run: async (count) => {
          const figures = await paced(stage, one, [single, ...others], count);
          await stage.forget(others);
          return figures;
        },
      },
    ];
    await drained(stage, many, owner, OPTIONS.warmUp);
    const rounds = await measure(sides, OPTIONS.rounds);
    printSides(rounds, sides, 'webhook');
    console.log(`p99 ${BESIDE_BAD} / ${BESIDE_GOOD}   ${p99Ratio(rounds)}`);
  } finally {
    for (const sink of [many, one, good, bad]) sink.stop();
    await stage.stop();
    await servers.stop();
  }
}

/** One merchant for each of a sink's origins, whose endpoint behaves as its path says. */
async function neighbours(stage: Stage, { origins }: Sink, paths: readonly string[]): Promise<Tenant[]> {
  const tenants = origins.map(newTenant);
  for (const [nth, tenant] of tenants.entries()) await stage.register(tenant, `${origins[nth]}/${paths[nth]}`);
  return tenants;
}

/**
 * One event becomes a delivery for each host; done when all of them are recorded. The events are made before,
 * and are published as fast as deliveries are made: what is measured is the pace that the service keeps, and
 * not how a burst is put away.
 */
async function drained(stage: Stage, sink: Sink, tenant: Tenant, count: number): Promise<Figures> {
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

/** Payments of every tenant at a steady pace; how long the sink's took from event to request. */
async function paced(stage: Stage, sink: Sink, tenants: readonly Tenant[], count: number): Promise<Figures> {
  await sink.report('forget');
  const started = performance.now();
  await openLoop(count, STEADY.perSecond, () => Promise.all(tenants.map(stage.publish)));
  while ((await sink.received()) < count) await pause(PAUSE_MS);
  const perSecond = count / ((performance.now() - started) / 1_000);
  const { p50Ms, p99Ms } = await sink.report();
  return { perSecond, p50Ms, p99Ms };
}

const p99Ratio = (rounds: Rounds): string =>
  showSpread(spread(rounds.map((round) => (round[BESIDE_BAD]?.p99Ms ?? 0) / (round[BESIDE_GOOD]?.p99Ms ?? 1))));
