import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export type CallbackListener = { readonly url: string; readonly bodies: readonly string[]; close(): Promise<void> };

/**
 * Where a bank's callbacks end in these tests: keeps each body and answers 200, as the product's listener
 * does.
 */
export async function callbackListener(): Promise<CallbackListener> {
  const bodies: string[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      bodies.push(Buffer.concat(chunks).toString('utf8'));
      response.end();
    });
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    bodies,
    close: async () => {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}
