import { Pool } from 'undici';

export type Request = {
  readonly method?: 'GET' | 'POST';
  readonly path: string;
  readonly headers: Record<string, string>;
  readonly body?: string;
};
/** One kind of request to drive: `next` makes the n-th; a status other than `expect` fails the run. */
export type Target = {
  readonly origin: string;
  readonly expect: number;
  readonly next: (n: number) => Request;
};
export type Round = {
  readonly requests: number;
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
};

let serial = 0;

/** Closed loop: `inFlight` requests at a time until `requests` are answered. */
export async function drive(pool: Pool, target: Target, requests: number, inFlight: number): Promise<Round> {
  const latencies: number[] = [];
  let left = requests;
  const started = performance.now();
  const worker = async (): Promise<void> => {
    while (left > 0) {
      left -= 1;
      serial += 1;
      const request = target.next(serial);
      const sent = performance.now();
      const response = await pool.request({ method: 'POST', ...request });
      const text = await response.body.text();
      latencies.push(performance.now() - sent);
      if (response.statusCode !== target.expect)
        throw new Error(`${request.path} answered ${response.statusCode}: ${text.slice(0, 300)}`);
    }
  };
  await Promise.all(Array.from({ length: inFlight }, worker));
  const seconds = (performance.now() - started) / 1_000;
  latencies.sort((a, b) => a - b);
  return {
    requests,
    perSecond: requests / seconds,
    p50Ms: percentile(latencies, 0.5),
    p99Ms: percentile(latencies, 0.99),
  };
}

export const percentile = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;

export const poolFor = (origin: string, inFlight: number): Pool => new Pool(origin, { connections: inFlight });
