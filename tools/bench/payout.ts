import { setTimeout as pause } from 'node:timers/promises';
import { startServers } from '@gx/stack';
import { chargeRequest, JSON_TYPE } from './charge-request.ts';
import { type Costs, costMeter, printCosts } from './costs.ts';
import { openLoop, percentile } from './load.ts';
import { optionsOf } from './options.ts';
import { type PaidSink, registerSink, startPaidSink } from './paid-sink.ts';
import { startProduct } from './product.ts';
import { showSpread, spread } from './sides.ts';

const OPTIONS = optionsOf({ rounds: 3, requests: 1_500, warmUp: 500 });
const PER_SECOND = 100;
const AMOUNT = 1_000;
const FUNDS = 999_999_999;
const FUNDED_MS = 60_000;
const DAY_MS = 86_400_000;
const RETRY_MS = 1_000;

type Sender = {
  readonly origin: string;
  readonly simulator: string;
  readonly apikey: string;
  readonly sink: PaidSink;
};
type PayoutTimes = { readonly acceptedMs: number; readonly toldMs: number };
type Rounds<T> = { readonly ran: T[][]; readonly costs: Costs[] };

/**
 * `POST /v1/payouts` whole at a fixed rate, one replica of each service: until it is accepted, its money set
 * aside, and from the bank's word until `payout.paid` is there.
 */
export async function benchPayout(): Promise<void> {
  const servers = await startServers({ ephemeral: true });
  const { services, apikey } = await startProduct({ servers });
  const sink = await startPaidSink();
  try {
    const sender = { origin: services.gateways[0] ?? '', simulator: services.simulator, apikey, sink };
    await registerSink(sender, ['payout.paid']);
    await fund(sender);
    const tomorrow = new Date(Date.now() + DAY_MS).toISOString();
    await openLoop(OPTIONS.warmUp, PER_SECOND, (dueAt) => accept(sender, dueAt, tomorrow));
    const meter = await costMeter(servers, services);
    const waiting: Rounds<number> = { ran: [], costs: [] };
    const sent: Rounds<PayoutTimes> = { ran: [], costs: [] };
    for (let round = 0; round < OPTIONS.rounds; round += 1) {
      const later = await meter(OPTIONS.requests, () =>
        openLoop(OPTIONS.requests, PER_SECOND, (dueAt) => accept(sender, dueAt, tomorrow)),
      );
      waiting.ran.push(later.ran.map(({ acceptedMs }) => acceptedMs));
      waiting.costs.push(later.costs);
      const now = await meter(OPTIONS.requests, () =>
        openLoop(OPTIONS.requests, PER_SECOND, (dueAt) => payOut(sender, dueAt)),
      );
      sent.ran.push(now.ran);
      sent.costs.push(now.costs);
    }
    print(waiting, sent);
  } finally {
    await services.stop();
    sink.stop();
    await servers.stop();
  }
}

const headersOf = ({ apikey }: Sender): Record<string, string> => ({ ...JSON_TYPE, apikey });

/** One large sale, until it is in the wallet. */
async function fund(sender: Sender): Promise<void> {
  const { path, ...request } = chargeRequest(sender.apikey);
  const sold = { ...(JSON.parse(request.body ?? '{}') as object), amount: FUNDS };
  const created = await fetch(`${sender.origin}${path}`, { ...request, body: JSON.stringify(sold) });
  const { pix } = (await created.json()) as { pix: { br_code: string } };
  const body = JSON.stringify({ br_code: pix.br_code, amount: FUNDS });
  await fetch(`${sender.simulator}/sim/pay`, { method: 'POST', headers: JSON_TYPE, body });
  const end = performance.now() + FUNDED_MS;
  while ((await available(sender)) < FUNDS / 2) {
    if (performance.now() > end) throw new Error('the sale is not in the wallet');
    await pause(50);
  }
}

async function available(sender: Sender): Promise<number> {
  const answer = await fetch(`${sender.origin}/v1/wallets/balance`, { headers: headersOf(sender) });
  return ((await answer.json()) as { available: number }).available;
}

let serial = 0;
let refusedForNow = 0;

/** One payout to a key that nobody was paid to before, until it is accepted. */
async function accept(sender: Sender, dueAt: number, scheduledFor?: string) {
  serial += 1;
  const destination = { pix_key: `supplier-${serial}@example.com` };
  const body = JSON.stringify({ amount: AMOUNT, destination, scheduled_for: scheduledFor });
  const headers = { ...headersOf(sender), 'idempotency-key': `bench-payout-${serial}` };
  let answer = await fetch(`${sender.origin}/v1/payouts`, { method: 'POST', headers, body });
  // As any client: the same request, under the same key.
  while (answer.status === 503) {
    refusedForNow += 1;
    await pause(RETRY_MS);
    answer = await fetch(`${sender.origin}/v1/payouts`, { method: 'POST', headers, body });
  }
  if (answer.status !== 201) throw new Error(`a payout was answered ${answer.status}: ${await answer.text()}`);
  const { id } = (await answer.json()) as { id: string };
  return { id, acceptedMs: performance.now() - dueAt };
}

/** One payout that is sent at once, until the merchant hears that it arrived. */
async function payOut(sender: Sender, dueAt: number): Promise<PayoutTimes> {
  const { id, acceptedMs } = await accept(sender, dueAt);
  const paidAt = await sender.sink.paid(id);
  return { acceptedMs, toldMs: performance.timeOrigin + paidAt - (await settledAt(sender, id)) };
}

/** When the simulated bank says that it settled, in milliseconds since 1970. */
async function settledAt({ simulator }: Pick<Sender, 'simulator'>, id: string): Promise<number> {
  const answer = await fetch(`${simulator}/sim/pix-out/${id.slice(3).replaceAll('-', '')}`);
  const { settled_at } = (await answer.json()) as { settled_at: string };
  return Date.parse(settled_at);
}

function print(waiting: Rounds<number>, sent: Rounds<PayoutTimes>): void {
  const over = (rounds: readonly (readonly number[])[], share: number): string =>
    showSpread(
      spread(
        rounds.map((round) =>
          percentile(
            round.toSorted((a, b) => a - b),
            share,
          ),
        ),
      ),
      0,
    );
  const row = (name: string, text: string): void => console.log(`  ${name.padEnd(36)}${text}`);
  const times = (name: string, rounds: readonly (readonly number[])[], wanted: string): void =>
    row(name, `p50 ${over(rounds, 0.5)}, p99 ${over(rounds, 0.99)}; wanted: ${wanted}`);
  const of = (pick: (one: PayoutTimes) => number) => sent.ran.map((round) => round.map(pick));
  const accepted = of(({ acceptedMs }) => acceptedMs);
  const told = of(({ toldMs }) => toldMs);
  console.log(`${PER_SECOND} a second, ${sent.ran.length} x ${OPTIONS.requests} payouts, ms`);
  times('accepted, scheduled for tomorrow', waiting.ran, 'p99 ≤ 250');
  times('accepted, sent at once', accepted, 'p99 ≤ 250');
  times('bank’s word to webhook', told, '≤ 5,000');
  console.log(`  503, and then accepted under the same key: ${refusedForNow}`);
  console.log('  of one, scheduled for tomorrow');
  printCosts(waiting.costs, row);
  console.log('  of one, sent at once');
  printCosts(sent.costs, row);
}
