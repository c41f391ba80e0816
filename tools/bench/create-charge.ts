import { DATABASES } from '@gx/contracts';
import { startServers } from '@gx/stack';
import mongoose from 'mongoose';
import { chargeRequest } from './charge-request.ts';
import { drive, driveAt, type Target } from './load.ts';
import { IN_FLIGHT, optionsOf } from './options.ts';
import { startOtlpSink } from './otlp-sink.ts';
import { allPids, startProduct } from './product.ts';
import { measure, printSides, type Side } from './sides.ts';

const OPTIONS = optionsOf({ requests: 3_000, warmUp: 5_000 });
const PER_SECOND = 150;

/**
 * `POST /v1/charges` whole, with tracing on and one replica: at a fixed rate, which is what a caller feels,
 * and as fast as 16 callers get their answers.
 */
export async function benchCreateCharge(): Promise<void> {
  const servers = await startServers({ ephemeral: true });
  const otlp = await startOtlpSink();
  const { services, apikey, ...merchant } = await startProduct({ servers, otlp: otlp.endpoint });
  const target: Target = { origin: services.gateways[0] ?? '', expect: 201, next: () => chargeRequest(apikey) };
  const side = { operations: OPTIONS.requests, processes: allPids(services, servers) };
  const sides: Side[] = [
    { ...side, name: `${PER_SECOND} a second`, run: (requests) => driveAt(target, requests, PER_SECOND) },
    { ...side, name: `${IN_FLIGHT} in flight`, run: (requests) => drive(target, requests, IN_FLIGHT) },
  ];
  try {
    await drive(target, OPTIONS.warmUp, IN_FLIGHT);
    printSides(await measure(sides, OPTIONS.rounds), sides, 'creation');
    console.log(`wanted: p99 at ${PER_SECOND} a second ≤ 250 ms`);
    await checkStored(servers.mongoUrl, merchant);
  } finally {
    await services.stop();
    otlp.stop();
    await servers.stop();
  }
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
  const acknowledged = OPTIONS.warmUp + 2 * OPTIONS.rounds * OPTIONS.requests;
  console.log(`acknowledged ${acknowledged}, stored ${stored}, waiting for payment ${waiting}`);
  if (stored !== acknowledged || waiting !== acknowledged)
    throw new Error('an answer without its charge, or a charge without its answer');
}
