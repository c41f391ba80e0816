import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export type PaidSink = {
  readonly url: string;
  /** When `charge.paid` of a charge, or `payout.paid` of a payout, came, in milliseconds of `performance.now()`. */
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
