import { createSecureServer, type ServerHttp2Stream } from 'node:http2';
import type { AddressInfo, Socket } from 'node:net';
import { identitySettings } from '@gx/testkit';

type Replica = { readonly port: number; readonly stop: () => Promise<void> };

/** How a connection can go: reset, closed, or each of its streams put down before it. */
export const WAYS_TO_GO = ['resets', 'closes', 'puts down'] as const;
/** Nobody who says nothing is answered for so long. */
const SILENT_FOR_MS = 50;

/**
 * Connections to it are up, and gone as soon as somebody says something: a replica that stopped a moment ago,
 * and could not say so.
 */
export async function goneReplica(way: (typeof WAYS_TO_GO)[number]): Promise<Replica & { wasMet(): boolean }> {
  let met = false;
  const sockets = new Set<Socket>();
  const { GRPC_CERTIFICATE: cert = '', GRPC_PRIVATE_KEY: key = '' } = identitySettings('ledger');
  const server = createSecureServer({ cert, key });
  const stop = (): Promise<void> => new Promise((resolve) => server.close(() => resolve()));
  const go = (stream: ServerHttp2Stream): void => {
    if (way === 'puts down') stream.close();
    else for (const socket of sockets) way === 'resets' ? socket.resetAndDestroy() : socket.destroy();
  };
  server.on('connection', (socket: Socket) => sockets.add(socket));
  server.on('stream', (stream) => {
    met = true;
    stream.on('error', () => undefined);
    stream.once('data', () => go(stream));
    setTimeout(() => go(stream), SILENT_FOR_MS);
    void stop();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { port: (server.address() as AddressInfo).port, wasMet: () => met, stop };
}
