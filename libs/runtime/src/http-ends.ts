import type { Server } from 'node:http';
import type { Duplex } from 'node:stream';

/**
 * How long an answered connection stays open to whoever still sends. Closed at once, the network stack resets it, and a client that had not
 * read its answer never does; left open, a client that never closes its side keeps it for ever.
 */
const LINGER_MS = 2_000;
const LEAVING = new WeakSet<Duplex>();

/** Sends the last bytes of a connection and gives its client a moment to read them and to close; then it is gone. */
export function sendLast(socket: Duplex, bytes: string): void {
  socket.end(bytes);
  LEAVING.add(socket);
  setTimeout(() => socket.destroy(), LINGER_MS).unref();
}

/** Whether the last bytes of a connection were sent: what still comes in is read and forgotten. */
export const isLeaving = (socket: Duplex): boolean => LEAVING.has(socket);

const DRAIN_TICK_MS = 50;

/** Takes no new connection, closes idle ones as they become idle, and lets what is in flight finish. */
export function drainHttp(server: Server): Promise<void> {
  return new Promise((resolve) => {
    const tick = setInterval(() => server.closeIdleConnections(), DRAIN_TICK_MS);
    server.close(() => {
      clearInterval(tick);
      resolve();
    });
    server.closeIdleConnections();
  });
}
