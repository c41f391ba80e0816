import { startServers } from '@gx/stack';
import { chargeRequest } from './charge-request.ts';
import { compare, ratio, type Side, showSpread } from './compare.ts';
import { optionsOf } from './options.ts';
import { startOtlpSink } from './otlp-sink.ts';
import { behindPids, pidsOf, startProduct } from './product.ts';

const OPTIONS = optionsOf({ requests: 1_500, warmUp: 3_000 });
const FLOOR = 0.8;

/**
 * `POST /v1/charges` with every span and metric exported, against the same product that exports none, on the
 * same servers.
 */
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
      next: () => chargeRequest(apikey),
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
