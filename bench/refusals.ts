import { randomUUID } from 'node:crypto';
import { startServers } from '@gx/stack';
import { type Comparison, compare, type Side, type SideRound, type Spread, showSpread, spread } from './compare.ts';
import { startOtlpSink } from './otlp-sink.ts';
import { behindPids, pidsOf, startProduct } from './product.ts';

const OPTIONS = {
  rounds: Number(process.env['BENCH_ROUNDS'] ?? 7),
  requests: Number(process.env['BENCH_REQUESTS'] ?? 1_500),
  warmUp: Number(process.env['BENCH_WARM_UP'] ?? 2_000),
  inFlight: 16,
};
const BOUND = 0.5;
const CHARGE = { amount: 1_050, currency: 'BRL', description: 'Pedido 1042', payment_method: 'pix' };
const JSON_TYPE = { 'content-type': 'application/json' };
const CREATE = 'create';

/** What a request costs that is refused or answered again, in CPU of all processes together, beside one that creates a charge. */
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
  const post = (headers: Record<string, string>, change: object = {}) => ({
    path: '/v1/charges',
    headers: { ...JSON_TYPE, apikey, 'idempotency-key': randomUUID(), ...headers },
    body: JSON.stringify({ ...CHARGE, ...change }),
  });
  const known = { 'idempotency-key': randomUUID() };
  const behind = behindPids(services, servers);
  const processes = { ...pidsOf(services, 'gateway'), ...behind };
  const side = (name: string, expect: number, next: Side['target']['next'], at = origin): Side => ({
    name,
    target: { origin: at, expect, next },
    processes,
  });
  try {
    const first = post(known);
    const { status } = await fetch(`${origin}${first.path}`, { method: 'POST', ...first });
    if (status !== 201) throw new Error(`the charge that is asked for again was answered ${status}`);
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
