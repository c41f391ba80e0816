import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A collector that takes every span and keeps none: tracing costs what it costs in production. */
export async function startOtlpSink(): Promise<{
  readonly endpoint: string;
  readonly batches: () => number;
  readonly stop: () => void;
}> {
  let batches = 0;
  const server = createServer((request, response) => {
    request.resume();
    request.on('end', () => {
      batches += 1;
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    endpoint: `http://127.0.0.1:${port}`,
    batches: () => batches,
    stop: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
