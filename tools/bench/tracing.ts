import { startServers } from '@gx/stack';
import { chargeRequest } from './charge-request.ts';
import { drive } from './load.ts';
import { IN_FLIGHT, optionsOf } from './options.ts';
import { startOtlpSink } from './otlp-sink.ts';
import { allPids, startProduct } from './product.ts';
import { measure, printSides, ratioOf, type Side } from './sides.ts';

const OPTIONS = optionsOf({ requests: 1_500, warmUp: 3_000 });

/**
 * `POST /v1/charges` with every span and metric exported, beside the same product that exports none, on the
 * same servers.
 */
export async function benchTracing(): Promise<void> {
  const servers = await startServers({ ephemeral: true });
  const otlp = await startOtlpSink();
  const traced = await startProduct({ servers, otlp: otlp.endpoint });
  const silent = await startProduct({ servers });
  const side = (name: string, { services, apikey }: typeof traced): Side => {
    const target = { origin: services.gateways[0] ?? '', expect: 201, next: () => chargeRequest(apikey) };
    const run: Side['run'] = (requests) => drive(target, requests, IN_FLIGHT);
    return { name, operations: OPTIONS.requests, run, processes: allPids(services, servers) };
  };
  const sides = [side('traced', traced), side('silent', silent)];
  try {
    for (const { run } of sides) await run(OPTIONS.warmUp);
    const rounds = await measure(sides, OPTIONS.rounds);
    printSides(rounds, sides, 'creation');
    console.log(`traced / silent   ${ratioOf(rounds, 'traced', 'silent')}   wanted: ≥ 0.8`);
  } finally {
    await Promise.all([traced.services.stop(), silent.services.stop()]);
    otlp.stop();
    await servers.stop();
  }
}
