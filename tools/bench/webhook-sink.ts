/**
 * A merchant's server in a process of its own, on as many ports as it is told. `/good…` answers at once,
 * `/dead…` with 500, `/slow…` after 100 ms, `/hang…` never. By message it tells what came.
 */
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { percentile } from './load.ts';

export type SinkReport = { readonly received: number; readonly p50Ms: number; readonly p99Ms: number };
export type SinkMessage = { readonly ports: readonly number[] } | SinkReport;

const SLOW_MS = 100;
/** How long each webhook took from its event's own time, since the last report. */
let latencies: number[] = [];

const server = () =>
  createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      if (isGood(request)) latencies.push(Date.now() - bornAt(Buffer.concat(chunks)));
      if (request.url?.startsWith('/hang')) return;
      response.statusCode = request.url?.startsWith('/dead') ? 500 : 200;
      if (request.url?.startsWith('/slow')) setTimeout(() => response.end('ok'), SLOW_MS);
      else response.end('ok');
    });
  });

const isGood = ({ url = '' }: IncomingMessage): boolean => url.startsWith('/good');
const bornAt = (body: Buffer): number => {
  const { created_at } = JSON.parse(body.toString()) as { created_at?: string };
  return created_at === undefined ? Date.now() : Date.parse(created_at);
};

/**
 * While the other side waits it asks often, and for the number alone: sorting would take the processor from
 * who is measured.
 */
const received = (): SinkReport => ({ received: latencies.length, p50Ms: Number.NaN, p99Ms: Number.NaN });
const report = (): SinkReport => {
  const sorted = latencies.toSorted((a, b) => a - b);
  return { received: sorted.length, p50Ms: percentile(sorted, 0.5), p99Ms: percentile(sorted, 0.99) };
};

const listening = Array.from({ length: Number(process.argv[2] ?? 1) }, async () => {
  const one = server();
  await new Promise<void>((done) => one.listen(0, '127.0.0.1', done));
  return (one.address() as AddressInfo).port;
});
process.on('message', (message) => {
  process.send?.(message === 'count' ? received() : report());
  if (message === 'forget') latencies = [];
});
process.send?.({ ports: await Promise.all(listening) });
