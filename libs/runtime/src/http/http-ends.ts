import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { Server as TlsServer } from 'node:tls';

/**
 * How long, and for how many bytes more, an answered connection stays open to a client that still sends.
 * Closed at once, the network stack resets it, and a client that had not read its answer never does; without
 * a bound, one that never stops would keep it for ever.
 */
const LINGER_MS = 2_000;
const LINGER_BYTES = 8 * 1024 * 1024;
/** Connections that have their last answer, each with how much had been read of it by then. */
const LEAVING = new WeakMap<Duplex, number>();

const bytesReadOf = (socket: Duplex): number => ('bytesRead' in socket ? Number(socket.bytesRead) : 0);

function leave(socket: Duplex): void {
  LEAVING.set(socket, bytesReadOf(socket));
  setTimeout(() => socket.destroy(), LINGER_MS).unref();
}

/** Whether a connection has its last answer: what still comes in is read and forgotten, up to a bound. */
export function isLeaving(socket: Duplex): boolean {
  const readBefore = LEAVING.get(socket);
  if (readBefore === undefined) return false;
  if (bytesReadOf(socket) - readBefore > LINGER_BYTES) socket.destroy();
  return true;
}

/**
 * Sends the last bytes of a connection and gives its client a moment to read them and to close; then it is
 * gone.
 */
export function sendLast(socket: Duplex, bytes: string): void {
  // Of a connection that Node has handed over (CONNECT) nobody else takes the errors, and one that nobody
  // takes ends the process.
  socket.on('error', () => socket.destroy());
  socket.end(bytes);
  leave(socket);
}

/** Whether a request carries a body at all. */
export const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
const isUnfinished = (request: IncomingMessage): boolean => hasBody(request) && !request.complete;

/**
 * To be called before each answer. One that is given before the body of its request has ended is the last of
 * its connection: the rest of the body is read and dropped, so that a client that sends all of it before it
 * reads can do so (RFC 9112, 9.6), and nothing behind it is a request any more.
 */
export async function closeIfUnread(request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (!isUnfinished(request)) return;
  // What came in one packet with the headers has been parsed by then, and is a body that has ended.
  await new Promise((parsed) => setImmediate(parsed));
  const { socket } = request;
  if (!isUnfinished(request) || response.headersSent || isLeaving(socket)) return;
  response.setHeader('Connection', 'close');
  // Node calls it as soon as the answer is written, and would close both sides.
  socket.destroySoon = () => socket.end();
  leave(socket);
  request.on('data', () => isLeaving(socket));
}

const DRAIN_TICK_MS = 50;
/** What was connected and has sent nothing may have its request on the way; or none will ever come. */
const ASKS_WITHIN_MS = 1_000;

/**
 * Follows the connections of a server from its start. What is answered drains it: takes no new connection,
 * closes idle ones as they become idle, and lets what is in flight finish. A spare connection, of a browser
 * or a pool, that has never asked for anything is none of these, and Node no longer looks for it once a
 * server closes.
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
