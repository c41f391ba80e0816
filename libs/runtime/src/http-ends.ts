import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { Server as TlsServer } from 'node:tls';

/**
 * How long an answered connection stays open to whoever still sends. Closed at once, the network stack resets it, and a client that had not
 * read its answer never does; left open, a client that never closes its side keeps it for ever.
 */
const LINGER_MS = 2_000;
const LEAVING = new WeakSet<Duplex>();

/** Sends the last bytes of a connection and gives its client a moment to read them and to close; then it is gone. */
export function sendLast(socket: Duplex, bytes: string): void {
  // Of a connection that Node has handed over (CONNECT) nobody else takes the errors, and one that nobody takes ends the process.
  socket.on('error', () => socket.destroy());
  socket.end(bytes);
  LEAVING.add(socket);
  setTimeout(() => socket.destroy(), LINGER_MS).unref();
}

/** Whether the last bytes of a connection were sent: what still comes in is read and forgotten. */
export const isLeaving = (socket: Duplex): boolean => LEAVING.has(socket);

const DRAIN_TICK_MS = 50;
/** What was connected and has sent nothing may have its request on the way; or none will ever come. */
const ASKS_WITHIN_MS = 1_000;

/**
 * Follows the connections of a server from its start. What is answered drains it: takes no new connection, closes idle ones as they become idle, and lets what is
 * in flight finish. A spare connection, of a browser or a pool, that has never asked for anything is none of these, and Node no longer looks for it once a server closes.
 */
export function drainOf(server: Server): () => Promise<void> {
  const silent = silentOnes(server);
  return () =>
    new Promise((resolve) => {
      const since = performance.now();
      const tick = setInterval(() => {
        server.closeIdleConnections();
        if (performance.now() - since < ASKS_WITHIN_MS) return;
        // After the sockets were read: what has arrived while this process was busy is no silence.
        setImmediate(() => {
          for (const socket of silent()) socket.destroy();
        });
      }, DRAIN_TICK_MS);
      server.close(() => {
        clearInterval(tick);
        resolve();
      });
      server.closeIdleConnections();
    });
}

/** The open connections of a server that have sent nothing but what TLS says of itself. */
function silentOnes(server: Server): () => Socket[] {
  const open = new Set<Socket>();
  server.on(server instanceof TlsServer ? 'secureConnection' : 'connection', (socket: Socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  });
  return () => [...open].filter(({ bytesRead }) => bytesRead === 0);
}
