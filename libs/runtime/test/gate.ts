import { connect, createServer, type Socket } from 'node:net';

/** A door in front of a server: while it is shut nobody is let in, and who was inside is thrown out. */
export type Gate = {
  readonly port: number;
  readonly open: () => void;
  readonly shut: () => void;
  readonly stop: () => Promise<void>;
};

export async function gate(target: { readonly host: string; readonly port: number }): Promise<Gate> {
  const sockets = new Set<Socket>();
  let isOpen = false;
  const keep = (socket: Socket, other: Socket): void => {
    sockets.add(socket);
    socket.on('error', () => socket.destroy());
    socket.on('close', () => {
      sockets.delete(socket);
      other.destroy();
    });
  };
  const shut = (): void => {
    isOpen = false;
    for (const socket of sockets) socket.destroy();
  };
  const server = createServer((client) => {
    if (!isOpen) return void client.destroy();
    const upstream = connect(target.port, target.host);
    keep(client, upstream);
    keep(upstream, client);
    client.pipe(upstream).pipe(client);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('not listening');
  return {
    port: address.port,
    open: () => {
      isOpen = true;
    },
    shut,
    stop: async () => {
      shut();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
