import { connect, createServer, type Socket } from 'node:net';
import type { Scope } from './harness.ts';

/**
 * When to cut: at the first message that fits, before it is passed on or once it has been answered but not
 * delivered.
 */
export type Cut = { readonly at: (message: Buffer) => boolean; readonly when: 'before' | 'after' };
export type CutProxy = {
  readonly port: number;
  readonly arm: (cut: Cut) => void;
  readonly isCut: () => boolean;
  /** Lets connections through again. */
  readonly mend: () => void;
};

/**
 * Stands between a service and a server and dies on command: from the cut on nothing passes and nobody
 * connects. To the server that is what the death of the service looks like, at exactly this message.
 */
export async function cutProxy(scope: Scope, target: URL): Promise<CutProxy> {
  const sockets = new Set<Socket>();
  let armed: Cut | undefined;
  let cut = false;
  const sever = (): void => {
    cut = true;
    for (const socket of sockets) socket.destroy();
  };
  const server = createServer((client) => {
    if (cut) return void client.destroy();
    const upstream = connect(Number(target.port), target.hostname);
    let dying = false;
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on('error', () => socket.destroy());
      socket.on('close', () => {
        sockets.delete(socket);
        client.destroy();
        upstream.destroy();
      });
    }
    client.on('data', (message: Buffer) => {
      const fits = armed?.at(message) === true;
      if (fits && armed?.when === 'before') return sever();
      dying ||= fits;
      upstream.write(message);
    });
    upstream.on('data', (answer) => (dying ? sever() : client.write(answer)));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('not listening');
  scope.teardown(() => {
    sever();
    server.close();
  });
  return {
    port: address.port,
    arm: (next) => {
      armed = next;
    },
    isCut: () => cut,
    mend: () => {
      armed = undefined;
      cut = false;
    },
  };
}
