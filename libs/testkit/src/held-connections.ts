import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { until } from './until.ts';

export type HeldConnections = {
  /** The status that each connection was answered with, in the order in which they came. */
  readonly statuses: readonly number[];
  /** Closes the first of them. */
  readonly closeOne: () => Promise<void>;
  readonly close: () => void;
};

/** Opens so many connections one after the other, asks for a path on each, and holds them all. */
export async function holdConnections(url: string, count: number): Promise<HeldConnections> {
  const { port, pathname } = new URL(url);
  const sockets: Socket[] = [];
  const statuses: number[] = [];
  for (let nth = 0; nth < count; nth += 1) {
    const socket = connect(Number(port), '127.0.0.1');
    sockets.push(socket);
    let text = '';
    socket
      .on('error', () => undefined)
      .on('data', (bytes) => {
        text += String(bytes);
      });
    await once(socket, 'connect');
    socket.write(`GET ${pathname} HTTP/1.1\r\nHost: x\r\n\r\n`);
    await until('an answer', () => text.includes('\r\n\r\n'));
    statuses.push(Number(text.split(' ')[1]));
  }
  return {
    statuses,
    closeOne: async () => {
      const [first] = sockets.splice(0, 1);
      if (first === undefined) throw new Error('no connection is held');
      first.destroy();
      await once(first, 'close');
    },
    close: () => {
      for (const socket of sockets) socket.destroy();
    },
  };
}
