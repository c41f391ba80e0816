import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/**
 * Cuts the connection that carries `word`: before the other side sees it, or after it answered and before we
 * hear.
 */
export type Cut = { readonly word: string; readonly when: 'before' | 'after'; readonly times: number };

/** A wire between a client and a server that can be cut at a word of the protocol. */
export async function tcpProxy(port: number) {
  const sockets = new Set<Socket>();
  let cut: Cut | undefined;
  let done = 0;
  const server = createServer((client) => {
    const upstream = connect(port, '127.0.0.1');
    let deaf = false;
    const end = (): void => {
      client.destroy();
      upstream.destroy();
    };
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on('close', () => {
        sockets.delete(socket);
        end();
      });
      socket.on('error', end);
    }
    client.on('data', (chunk) => {
      if (cut !== undefined && done < cut.times && chunk.includes(cut.word)) {
        done += 1;
        if (cut.when === 'before') return end();
        deaf = true;
      }
      return upstream.write(chunk);
    });
    upstream.on('data', (chunk) => (deaf ? end() : client.write(chunk)));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    /** From now on; replaces what was asked before. */
    cutAt(next: Cut | undefined): void {
      [cut, done] = [next, 0];
    },
    /** How often the present cut was made. */
    cuts: (): number => done,
    async stop(): Promise<void> {
      server.close();
      for (const socket of sockets) socket.destroy();
      await once(server, 'close');
    },
  };
}
