import { createServer, type ServerHttp2Stream } from 'node:http2';
import type { AddressInfo, Socket } from 'node:net';
import * as grpc from '@grpc/grpc-js';
import { CALL_SERVICE, type MessageInit, SERVICES } from '@gx/contracts';
import type { CallFrame, ReplyFrame } from '@gx/contracts/calls';

type Replica = { readonly port: number; readonly stop: () => Promise<void> };

/** How a connection can go: reset, closed, or each of its streams put down before it. */
export const WAYS_TO_GO = ['resets', 'closes', 'puts down'] as const;
/** A caller that waits for a greeting gets none for so long. */
const SILENT_FOR_MS = 50;

/**
 * Connections to it are up, and gone as soon as somebody says something: a replica that stopped a moment ago,
 * and could not say so.
 */
export async function goneReplica(way: (typeof WAYS_TO_GO)[number]): Promise<Replica & { wasMet(): boolean }> {
  let met = false;
  const sockets = new Set<Socket>();
  const server = createServer();
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

/** Gives each call of a stream this list of wallets, and says nothing before the first. */
export async function muteReplica(wallets: object): Promise<Replica> {
  const response = SERVICES.ledger.ListWallets.responseSerialize(wallets as never);
  const server = new grpc.Server();
  server.addService(CALL_SERVICE, {
    Open: (stream: grpc.ServerDuplexStream<CallFrame, MessageInit<ReplyFrame>>) => {
      stream.on('data', ({ id }: CallFrame) => stream.write({ id, response }));
      stream.on('end', () => stream.end());
    },
  });
  const port = await new Promise<number>((resolve, reject) => {
    server.bindAsync('127.0.0.1:0', grpc.ServerCredentials.createInsecure(), (error, bound) =>
      error === null ? resolve(bound) : reject(error),
    );
  });
  return { port, stop: async () => server.forceShutdown() };
}
