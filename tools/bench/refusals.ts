import { randomUUID } from 'node:crypto';
import { startServers } from '@gx/stack';
import { chargeRequest, createOne } from './charge-request.ts';
import { drive, type Target } from './load.ts';
import { IN_FLIGHT, optionsOf } from './options.ts';
import { startOtlpSink } from './otlp-sink.ts';
import { allPids, startProduct } from './product.ts';
import { cpuOf, measure, type Rounds, type Side, showSpread, spread } from './sides.ts';

const OPTIONS = optionsOf({ requests: 1_500, warmUp: 2_000 });
const CREATE = 'create';

/**
 * What a request costs that is refused or answered again, in CPU of all processes together, beside one that
 * creates a charge.
 */
export async function benchRefusals(): Promise<void> {
  const servers = await startServers({ ephemeral: true });
  const otlp = await startOtlpSink();
  const { services, apikey } = await startProduct({
    servers,
    otlp: otlp.endpoint,
    replicas: { gateway: 2 },
    // So that bad keys come from many addresses: one alone is refused for its number, not for its key.
    gateway: { TRUSTED_PROXIES: '127.0.0.1/32' },
    processOverrides: { 'gateway-2': { RATE_LIMIT_TEST_PER_MINUTE: '1' } },
  });
  const [origin = '', strict = ''] = services.gateways;
  const post = (headers: Record<string, string>, body?: object) =>
    chargeRequest(apikey, { headers, ...(body && { body }) });
  const known = { 'idempotency-key': randomUUID() };
  const processes = allPids(services, servers);
  const side = (name: string, expect: number, next: Target['next'], at = origin): Side => ({
    name,
    operations: OPTIONS.requests,
    run: (requests) => drive({ origin: at, expect, next }, requests, IN_FLIGHT),
    processes,
  });
  try {
    await createOne(origin, post(known));
    const address = (n: number) => ({ 'x-forwarded-for': `198.51.${(n >> 8) % 256}.${n % 256}` });
    const sides = [
      side(CREATE, 201, () => post({})),
      side('401 unknown key', 401, (n) => post({ ...address(n), apikey: `gx_test_${randomUUID()}` })),
      side('400 invalid amount', 400, () => post({}, { amount: -1 })),
      side('409 reused key', 409, () => post(known, { amount: 2 })),
      side('201 replay', 201, () => post(known)),
      side('429 rate limit', 429, () => post({}), strict),
    ];
    for (const { run } of sides) await run(OPTIONS.warmUp);
    print(await measure(sides, OPTIONS.rounds), sides);
  } finally {
    await services.stop();
    otlp.stop();
    await servers.stop();
  }
}

function print(rounds: Rounds, sides: readonly Side[]): void {
  for (const { name } of sides) {
    const costs = rounds.map((round) => ({ micros: cpuOf(round, name), create: cpuOf(round, CREATE) }));
    const micros = showSpread(spread(costs.map((cost) => cost.micros)), 0);
    const share = showSpread(spread(costs.map((cost) => cost.micros / cost.create)));
    console.log(`${name.padEnd(20)} µs ${micros.padEnd(22)} of a create ${share}`);
  }
  console.log('wanted: ≤ 0.7 of a create');
}
