import { randomUUID } from 'node:crypto';
import { type Merchant, merchant } from '../stories/merchant.ts';

/** One request that was not answered as it should have been: what a merchant has to ask again. */
export type FailedRequest = { readonly at: number; readonly what: string };
export type TrafficOptions = { readonly clients: number; readonly everyMs: number };
/** Merchants who sell, and payers who pay, one sale after the other in each client. */
export type ClusterTraffic = {
  readonly requests: () => number;
  readonly failures: readonly FailedRequest[];
  /** Charges that were made and paid. */
  readonly paid: readonly string[];
  /** How long requests took that were answered, in milliseconds. */
  readonly latencies: readonly number[];
  readonly stop: () => Promise<void>;
};

const AMOUNT = 1_000;
const PAUSE_MS = 200;
/** After this long a sale is given up, and the step fails by it. */
const SALE_MS = 180_000;

/**
 * Sells until told to stop. What is not answered, or is answered 5xx, is written down as a failure and asked
 * again as a merchant's client would: a creation under its key, a payment only once the bank's books show
 * none, for a payer who pays twice has paid twice.
 */
export function startTraffic(gateway: string, key: string, { clients, everyMs }: TrafficOptions): ClusterTraffic {
  const shop = merchant(gateway, key);
  const failures: FailedRequest[] = [];
  const paid: string[] = [];
  const latencies: number[] = [];
  let requests = 0;
  let going = true;

  /** One request; what it was answered with, if that has the status that it should. */
  const ask = async <T extends { status: number; body: unknown }>(
    what: string,
    wanted: number,
    send: () => Promise<T>,
  ) => {
    const begin = performance.now();
    requests += 1;
    try {
      const answer = await send();
      if (answer.status === wanted) {
        latencies.push(performance.now() - begin);
        return answer;
      }
      failures.push({ at: Date.now(), what: `${what} ${answer.status} ${JSON.stringify(answer.body)}` });
    } catch (error) {
      failures.push({ at: Date.now(), what: `${what} no answer: ${String(error)}` });
    }
    return undefined;
  };
  /** Until it is answered, or for too long. */
  const again = async <T>(what: string, once: () => Promise<T | undefined>): Promise<T> => {
    for (const end = performance.now() + SALE_MS; performance.now() < end; await pause(PAUSE_MS)) {
      const done = await once();
      if (done !== undefined) return done;
    }
    throw new Error(`${what} came to nothing in ${SALE_MS / 1_000} s`);
  };
  const sale = async (): Promise<void> => {
    const idempotencyKey = randomUUID();
    const { body } = await again('a creation', () =>
      ask('create', 201, () => shop.create({ amount: AMOUNT }, idempotencyKey)),
    );
    await again('a payment', () => payOnce(shop, body.id, ask));
    paid.push(body.id);
  };
  const client = async (): Promise<void> => {
    for (; going; await pause(everyMs))
      await sale().catch((error) => failures.push({ at: Date.now(), what: String(error) }));
  };
  const running = Array.from({ length: clients }, client);
  return {
    requests: () => requests,
    failures,
    paid,
    latencies,
    stop: async () => {
      going = false;
      await Promise.all(running);
    },
  };
}

type SendExpecting = <T extends { status: number; body: unknown }>(
  what: string,
  wanted: number,
  send: () => Promise<T>,
) => Promise<T | undefined>;

async function payOnce(shop: Merchant, chargeId: string, ask: SendExpecting): Promise<true | undefined> {
  if ((await ask('pay', 202, () => shop.pay(chargeId))) !== undefined) return true;
  const books = await ask('books', 200, () => shop.send('GET', `/v1/test_helpers/charges/${chargeId}/bank`));
  const pix = books?.body['pix'];
  return Array.isArray(pix) && pix.length > 0 ? true : undefined;
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** The slowest of a hundredth, and the slowest of all. */
export function slowest({ latencies }: ClusterTraffic): string {
  const sorted = latencies.toSorted((a, b) => a - b);
  const at = (share: number): string => `${Math.round(sorted[Math.floor((sorted.length - 1) * share)] ?? 0)} ms`;
  return `half under ${at(0.5)}, 99 % under ${at(0.99)}, slowest ${at(1)}`;
}
