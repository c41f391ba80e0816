import { DATABASES } from '@gx/contracts';
import { type Servers, type Services, startServers } from '@gx/stack';
import mongoose from 'mongoose';
import { CHARGE_BODY, chargeRequest, JSON_TYPE } from './charge-request.ts';
import { type Comparison, compare, ratio, type Side, showSpread, spread } from './compare.ts';
import { optionsOf } from './options.ts';
import { startOtlpSink } from './otlp-sink.ts';
import { behindPids, pidsOf, serverPids, startProduct } from './product.ts';
import { startSkeleton } from './skeleton/start.ts';

const OPTIONS = optionsOf({ requests: 2_000, warmUp: 5_000 });
const FLOOR = 0.6;
const ECHO = JSON.stringify({ amount: 1_050, currency: 'BRL', description: 'Pedido 1042' });

/**
 * `POST /v1/charges` whole, with tracing on and one replica, against the skeleton, and the skeleton against a
 * bare echo.
 */
export async function benchCreateCharge(): Promise<void> {
  const servers = await startServers({ ephemeral: true });
  const otlp = await startOtlpSink();
  const { services, secrets, ...merchant } = await startProduct({
    servers,
    otlp: otlp.endpoint,
    replicas: { gateway: 2 },
    processOverrides: { 'gateway-2': { QR_CODE_BASE64: 'off' } },
  });
  const skeleton = await startSkeleton(servers, services, secrets);
  try {
    const sides = sidesOf(servers, services, skeleton, merchant.apikey);
    const result = await compare(sides, OPTIONS);
    print(result, sides, otlp.batches());
    await checkStored(servers.mongoUrl, merchant);
  } finally {
    await skeleton.stop();
    await services.stop();
    otlp.stop();
    await servers.stop();
  }
}

function sidesOf(
  servers: Servers,
  services: Services,
  skeleton: Awaited<ReturnType<typeof startSkeleton>>,
  apikey: string,
): Side[] {
  const bank = { ...pidsOf(services, 'bank-simulator'), ...serverPids(servers) };
  const ours = behindPids(services, servers);
  const create = (origin: string) => ({
    origin,
    expect: 201,
    next: () => chargeRequest(apikey),
  });
  const [gateway, plain] = services.handles.gateway;
  return [
    { name: 'gx', target: create(services.gateways[0] ?? ''), processes: { gateway: gateway?.pid() ?? 0, ...ours } },
    {
      name: 'gx without PNG',
      target: create(services.gateways[1] ?? ''),
      processes: { gateway: plain?.pid() ?? 0, ...ours },
    },
    {
      name: 'skeleton',
      target: {
        origin: skeleton.origin,
        expect: 201,
        next: () => ({ path: '/v1/charges', headers: JSON_TYPE, body: CHARGE_BODY }),
      },
      processes: { ...skeleton.processes, ...bank },
    },
    {
      name: 'echo',
      target: {
        origin: skeleton.origin,
        expect: 201,
        next: () => ({ path: '/echo', headers: JSON_TYPE, body: ECHO }),
      },
      processes: skeleton.processes,
    },
  ];
}

function print(result: Comparison, sides: readonly Side[], spanBatches: number): void {
  console.log(
    `${OPTIONS.rounds} rounds, ${OPTIONS.requests} requests a side and round, ${OPTIONS.inFlight} in flight, interleaved, tracing on (${spanBatches} span batches exported)`,
  );
  console.log(`stolen CPU per round, percent: ${showSpread(spread(result.stealPercent), 1)}\n`);
  for (const { name } of sides) {
    const of = (pick: (round: Comparison['rounds'][number][string]) => number) =>
      spread(result.rounds.map((round) => pick(round[name] as Comparison['rounds'][number][string])));
    console.log(
      `${name.padEnd(15)} req/s ${showSpread(
        of((r) => r.perSecond),
        0,
      )}  p50 ms ${showSpread(
        of((r) => r.p50Ms),
        1,
      )}  p99 ms ${showSpread(
        of((r) => r.p99Ms),
        1,
      )}`,
    );
    const cpu = Object.keys(result.rounds[0]?.[name]?.cpuMicros ?? {}).map(
      (process) =>
        `${process} ${showSpread(
          of((r) => r.cpuMicros[process] ?? 0),
          0,
        )}`,
    );
    console.log(`${''.padEnd(15)} CPU µs/request: ${cpu.join(', ')}`);
  }
  const main = ratio(result, 'gx', 'skeleton');
  console.log(
    `\ngx / skeleton              ${showSpread(main)}   bound ${FLOOR}: ${main.median >= FLOOR ? 'held' : 'MISSED'}`,
  );
  console.log(`gx without PNG / skeleton  ${showSpread(ratio(result, 'gx without PNG', 'skeleton'))}`);
  console.log(
    `skeleton / echo            ${showSpread(ratio(result, 'skeleton', 'echo'))}   (the echo has no bank and no database)`,
  );
  if (main.median < FLOOR) process.exitCode = 1;
}

/** Every 201 is a charge in the database: as many documents as answers, none waiting to be created. */
async function checkStored(
  mongoUrl: string,
  { namespace, accountId }: { readonly namespace: string; readonly accountId: string },
): Promise<void> {
  const connection = await mongoose
    .createConnection(mongoUrl, { dbName: `${namespace}${DATABASES.charge}` })
    .asPromise();
  const charges = connection.collection('charges');
  const stored = await charges.countDocuments({ accountId });
  const waiting = await charges.countDocuments({ accountId, status: 'WAITING_PAYMENT' });
  await connection.close();
  const acknowledged = 2 * (OPTIONS.warmUp + OPTIONS.rounds * OPTIONS.requests);
  console.log(`acknowledged ${acknowledged}, stored ${stored}, waiting for payment ${waiting}`);
  if (stored !== acknowledged || waiting !== acknowledged)
    throw new Error('an answer without its charge, or a charge without its answer');
}
