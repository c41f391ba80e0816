import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { type Services, startServers } from '@gx/stack';
import { type Spread, showSpread, spread } from './compare.ts';
import { optionsOf } from './options.ts';
import { startOtlpSink } from './otlp-sink.ts';
import { startProduct } from './product.ts';

type Service = keyof Services['handles'];
type Footprint = { readonly service: Service; readonly megabytes: number; readonly startMs: Spread };

const { rounds } = optionsOf({ requests: 0, warmUp: 0 });
const IDLE_MS = 60_000;
const IDLE_MB_MAX = 220;
const START_MS_MAX = 1_500;

/**
 * What each service takes that does nothing, and how long it takes to start: resident memory a minute after
 * the whole product was connected, then each process stopped and started alone, service after service in each
 * round, from its spawn until `/readyz` says 200, which is asked at least every 100 ms.
 */
export async function benchFootprint(): Promise<void> {
  const servers = await startServers({ ephemeral: true });
  const otlp = await startOtlpSink();
  const { services } = await startProduct({ servers, otlp: otlp.endpoint });
  try {
    await pause(IDLE_MS);
    const megabytes = new Map(servicesOf(services).map((service) => [service, residentMegabytes(services, service)]));
    const startMs = await starts(services);
    report(
      servicesOf(services).map((service) => ({
        service,
        megabytes: megabytes.get(service) ?? Number.NaN,
        startMs: spread(startMs.get(service) ?? []),
      })),
    );
  } finally {
    await services.stop();
    otlp.stop();
    await servers.stop();
  }
}

const servicesOf = ({ handles }: Services): Service[] => Object.keys(handles) as Service[];

/** Pages of files that it shares with other processes included. */
function residentMegabytes({ handles }: Services, service: Service): number {
  const status = readFileSync(`/proc/${handles[service][0]?.pid()}/status`, 'utf8');
  return (Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]) * 1_024) / 1_000_000;
}

async function starts(services: Services): Promise<Map<Service, number[]>> {
  const startMs = new Map(servicesOf(services).map((service): [Service, number[]] => [service, []]));
  for (let round = 0; round < rounds; round += 1) {
    for (const [service, figures] of startMs) {
      const [handle] = services.handles[service];
      await handle?.stop();
      const startedAt = performance.now();
      await handle?.start();
      figures.push(performance.now() - startedAt);
    }
  }
  return startMs;
}

function report(footprints: readonly Footprint[]): void {
  console.log(`${IDLE_MS / 1_000} s idle, then ${rounds} starts of each\n`);
  for (const { service, megabytes, startMs } of footprints)
    console.log(`${service.padEnd(15)} ${megabytes.toFixed(0)} MB   ready after ${showSpread(startMs, 0)} ms`);
  const isHeld = footprints.every(
    ({ megabytes, startMs }) => megabytes <= IDLE_MB_MAX && startMs.median <= START_MS_MAX,
  );
  console.log(`\nbounds ${IDLE_MB_MAX} MB, ${START_MS_MAX} ms in the median: ${isHeld ? 'held' : 'MISSED'}`);
  if (!isHeld) process.exitCode = 1;
}
