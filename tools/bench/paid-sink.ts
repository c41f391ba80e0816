import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { JSON_TYPE } from './charge-request.ts';

export type PaidSink = {
  readonly url: string;
  /**
   * When `charge.paid` of a charge, or `payout.paid` of a payout, came, in milliseconds of
   * `performance.now()`.
   */
  readonly paid: (id: string) => Promise<number>;
  readonly stop: () => void;
};

const LOST_MS = 60_000;

/** A merchant's server that answers at once and tells when what was paid. */
export async function startPaidSink(): Promise<PaidSink> {
  const waiting = new Map<string, (atMs: number) => void>();
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const atMs = performance.now();
      response.end('ok');
      const { data } = JSON.parse(Buffer.concat(chunks).toString()) as { data: { object: { id: string } } };
      waiting.get(data.object.id)?.(atMs);
      waiting.delete(data.object.id);
    });
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/paid`,
    paid: (id) =>
      new Promise((resolve, reject) => {
        const lost = setTimeout(() => reject(new Error(`${id}: no webhook in ${LOST_MS} ms`)), LOST_MS);
        waiting.set(id, (atMs) => {
          clearTimeout(lost);
          resolve(atMs);
        });
      }),
    stop: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

type Merchant = { readonly origin: string; readonly apikey: string; readonly sink: Pick<PaidSink, 'url'> };

/** From now on the merchant's events of these names come to its sink. */
export async function registerSink({ origin, apikey, sink }: Merchant, events: readonly string[]): Promise<void> {
  const body = JSON.stringify({ url: sink.url, events });
  const headers = { ...JSON_TYPE, apikey };
  const answer = await fetch(`${origin}/v1/webhooks/endpoints`, { method: 'POST', headers, body });
  if (answer.status !== 201) throw new Error(`the endpoint was answered ${answer.status}: ${await answer.text()}`);
}
