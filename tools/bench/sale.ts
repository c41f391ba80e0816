import { startServers } from '@gx/stack';
import { chargeRequest, JSON_TYPE } from './charge-request.ts';
import { type CostMeter, type Costs, costMeter, printCosts } from './costs.ts';
import { closedLoop, openLoop, percentile } from './load.ts';
import { optionsOf } from './options.ts';
import { type PaidSink, registerSink, startPaidSink } from './paid-sink.ts';
import { startProduct } from './product.ts';
import { showSpread, spread } from './sides.ts';

const { rounds: ROUNDS, requests: SALES, warmUp: WARM_UP } = optionsOf({ rounds: 3, requests: 1_000, warmUp: 500 });
const ALONE = { perSecond: 5, sales: 100 } as const;
const IN_FLIGHT = [16, 64] as const;

/** A shop with everything that a sale passes. */
type Shop = { readonly origin: string; readonly simulator: string; readonly apikey: string; readonly sink: PaidSink };
type SaleFigures = {
  readonly sales: number;
  readonly perSecond: number;
  /** From the bank's word that it is paid until `charge.paid` is there. */
  readonly latencies: readonly number[];
  /** Of a sale. */
  readonly costs: Costs;
};

/**
 * A paid sale whole: a charge is created, paid at the simulated bank, and its `charge.paid` delivered. Sales
 * a second, pay to webhook, and what a sale costs each process and database; it bounds nothing.
 */
export async function benchSale(): Promise<void> {
  const servers = await startServers({ ephemeral: true });
  const { services, apikey } = await startProduct({ servers });
  const sink = await startPaidSink();
  try {
    const shop: Shop = { origin: services.gateways[0] ?? '', simulator: services.simulator, apikey, sink };
    await registerSink(shop, ['charge.paid']);
    await driven(shop, WARM_UP, 64);
    const meter = await costMeter(servers, services);
    print(`alone, ${ALONE.perSecond} a second`, [
      await measured(meter, ALONE.sales, () => openLoop(ALONE.sales, ALONE.perSecond, () => sell(shop))),
    ]);
    for (const inFlight of IN_FLIGHT) {
      const rounds: SaleFigures[] = [];
      for (let round = 0; round < ROUNDS; round += 1)
        rounds.push(await measured(meter, SALES, () => driven(shop, SALES, inFlight)));
      print(`${inFlight} in flight`, rounds);
    }
  } finally {
    await services.stop();
    sink.stop();
    await servers.stop();
  }
}

/** One sale; milliseconds from paid to delivered. */
async function sell({ origin, simulator, apikey, sink }: Shop): Promise<number> {
  const { path, ...request } = chargeRequest(apikey);
  const created = await fetch(`${origin}${path}`, request);
  if (created.status !== 201) throw new Error(`a charge was answered ${created.status}: ${await created.text()}`);
  const { id, amount, pix } = (await created.json()) as { id: string; amount: number; pix: { br_code: string } };
  const delivered = sink.paid(id);
  const body = JSON.stringify({ br_code: pix.br_code, amount });
  const paid = await fetch(`${simulator}/sim/pay`, { method: 'POST', headers: JSON_TYPE, body });
  const { accepted } = (await paid.json()) as { accepted?: boolean };
  if (accepted !== true) throw new Error(`a payment was answered ${paid.status}`);
  const paidAt = performance.now();
  return (await delivered) - paidAt;
}

/** So many sales at a time until all are made. */
async function driven(shop: Shop, sales: number, inFlight: number): Promise<number[]> {
  const latencies: number[] = [];
  await closedLoop(sales, inFlight, async () => {
    latencies.push(await sell(shop));
  });
  return latencies;
}

async function measured(meter: CostMeter, sales: number, run: () => Promise<number[]>): Promise<SaleFigures> {
  const startedAt = performance.now();
  const { ran, costs } = await meter(sales, run);
  const seconds = (performance.now() - startedAt) / 1_000;
  return { sales, perSecond: sales / seconds, latencies: ran.toSorted((a, b) => a - b), costs };
}

function print(title: string, rounds: readonly SaleFigures[]): void {
  const over = (pick: (round: SaleFigures) => number): string => showSpread(spread(rounds.map(pick)), 1);
  const late = (share: number): string => over(({ latencies }) => percentile(latencies, share));
  const last = rounds.at(-1);
  const row = (name: string, text: string): void => console.log(`  ${name.padEnd(22)}${text}`);
  console.log(`${title}, ${rounds.length} x ${last?.sales} sales`);
  row(
    'sales a second',
    over(({ perSecond }) => perSecond),
  );
  row('pay to webhook, ms', `p50 ${late(0.5)}, p99 ${late(0.99)}`);
  printCosts(
    rounds.map(({ costs }) => costs),
    row,
  );
  console.log();
}
