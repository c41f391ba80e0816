import { randomUUID } from 'node:crypto';
import { startServers } from '@gx/stack';
import { chargeRequest, createOne } from './charge-request.ts';
import { type Comparison, compare, type Side, type SideRound, type Spread, showSpread, spread } from './compare.ts';
import { optionsOf } from './options.ts';
import { startOtlpSink } from './otlp-sink.ts';
import { behindPids, pidsOf, startProduct } from './product.ts';

const OPTIONS = optionsOf({ requests: 1_500, warmUp: 2_000 });
const BOUND = 0.5;
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
  const behind = behindPids(services, servers);
  const processes = { ...pidsOf(services, 'gateway'), ...behind };
  const side = (name: string, expect: number, next: Side['target']['next'], at = origin): Side => ({
    name,
    target: { origin: at, expect, next },
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
    print(await compare(sides, OPTIONS), sides);
  } finally {
    await services.stop();
    otlp.stop();
    await servers.stop();
  }
}

const cpuOf = ({ cpuMicros }: SideRound): number => Object.values(cpuMicros).reduce((sum, micros) => sum + micros, 0);

function print({ rounds }: Comparison, sides: readonly Side[]): void {
  console.log(
    `${OPTIONS.rounds} rounds, ${OPTIONS.requests} requests a side and round, CPU of all processes together\n`,
  );
  for (const { name } of sides) {
    const micros = spread(rounds.map((round) => cpuOf(round[name] as SideRound)));
    const share: Spread = spread(
      rounds.map((round) => cpuOf(round[name] as SideRound) / cpuOf(round[CREATE] as SideRound)),
    );
    const verdict = name === CREATE ? '' : `bound ${BOUND}: ${share.median <= BOUND ? 'held' : 'MISSED'}`;
    console.log(
      `${name.padEnd(20)} µs ${showSpread(micros, 0).padEnd(22)} of a create ${showSpread(share)}   ${verdict}`,
    );
    if (name !== CREATE && share.median > BOUND) process.exitCode = 1;
  }
}
