import { randomUUID } from 'node:crypto';
import { startServers } from '@gx/stack';
import { compare, ratio, type Side, showSpread } from './compare.ts';
import { startOtlpSink } from './otlp-sink.ts';
import { behindPids, pidsOf, startProduct } from './product.ts';

const OPTIONS = {
  rounds: Number(process.env['BENCH_ROUNDS'] ?? 7),
  requests: Number(process.env['BENCH_REQUESTS'] ?? 1_500),
  warmUp: Number(process.env['BENCH_WARM_UP'] ?? 3_000),
  inFlight: 16,
};
const FLOOR = 0.8;
const CHARGE = JSON.stringify({ amount: 1_050, currency: 'BRL', description: 'Pedido 1042', payment_method: 'pix' });

/** `POST /v1/charges` with every span and metric exported, against the same product that exports none, on the same servers. */
export async function benchTracing(): Promise<void> {
  const servers = await startServers({ ephemeral: true });
  const otlp = await startOtlpSink();
  const traced = await startProduct({ servers, otlp: otlp.endpoint });
  const silent = await startProduct({ servers });
  const side = (name: string, { services, apikey }: typeof traced): Side => ({
    name,
    target: {
      origin: services.gateways[0] ?? '',
      expect: 201,
      next: () => ({
        path: '/v1/charges',
        headers: { 'content-type': 'application/json', apikey, 'idempotency-key': randomUUID() },
        body: CHARGE,
      }),
    },
    processes: { ...pidsOf(services, 'gateway'), ...behindPids(services, servers) },
  });
  try {
    const result = await compare([side('traced', traced), side('silent', silent)], OPTIONS);
    const share = ratio(result, 'traced', 'silent');
    console.log(
      `${OPTIONS.rounds} rounds, ${OPTIONS.requests} requests a side and round, ${otlp.batches()} batches exported`,
    );
    console.log(
      `traced / silent   ${showSpread(share)}   bound ${FLOOR}: ${share.median >= FLOOR ? 'held' : 'MISSED'}`,
    );
    if (share.median < FLOOR) process.exitCode = 1;
  } finally {
    await Promise.all([traced.services.stop(), silent.services.stop()]);
    otlp.stop();
    await servers.stop();
  }
}
