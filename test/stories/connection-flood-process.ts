/**
 * Floods of connections, in a process of their own: ten thousand from one address, some hundred at a time,
 * each of which sends half a request and stays as long as it is let. argv is the gateway. `start` and `stop`
 * come as messages; at its end each sends the rest, and the flood says how many were `served`, `refused` with
 * 429, and `closed` without a word.
 */
import { connect, type Socket } from 'node:net';
import type { FloodReport } from './beside-a-flood.ts';
import { serveFloods } from './serve-floods.ts';

const { hostname, port } = new URL(process.argv[2] ?? '');
/** Whose flood it is: not the address of those who are measured. */
const ADDRESS = '127.0.0.2';
const CONNECTIONS = 10_000;
const AT_ONCE = 250;
const EVERY_MS = 40;
const HALF = 'GET /v1/charges HTTP/1.1\r\nhost: x\r\n';
const REST = '\r\n';

function start(): () => Promise<FloodReport> {
  const sockets: Socket[] = [];
  const ends: Promise<keyof typeof counts>[] = [];
  const counts = { served: 0, refused: 0, closed: 0, failed: 0 };
  const open = (): void => {
    const socket = connect({ host: hostname, port: Number(port), localAddress: ADDRESS });
    sockets.push(socket);
    ends.push(endOf(socket));
  };
  const allBegun = new Promise<void>((resolve) => {
    const timer = setInterval(() => {
      for (let nth = 0; nth < AT_ONCE && sockets.length < CONNECTIONS; nth += 1) open();
      if (sockets.length < CONNECTIONS) return;
      clearInterval(timer);
      resolve();
    }, EVERY_MS);
  });
  return async () => {
    await allBegun;
    for (const socket of sockets) if (socket.writable) socket.write(REST);
    for (const end of await Promise.all(ends)) counts[end] += 1;
    // Not before all have ended: one that leaves makes room for another.
    for (const socket of sockets) socket.destroy();
    return counts;
  };
}

/** What becomes of a connection that sends half a request, and the rest when it is told to. */
async function endOf(socket: Socket): Promise<'served' | 'refused' | 'closed' | 'failed'> {
  let isConnected = false;
  socket.setEncoding('latin1');
  return new Promise((resolve) => {
    socket.once('connect', () => {
      isConnected = true;
      socket.write(HALF);
    });
    socket.once('data', (answer: string) => resolve(answer.startsWith('HTTP/1.1 429') ? 'refused' : 'served'));
    // A stranger is closed without a word, or with a reset.
    socket.on('error', () => undefined);
    socket.once('close', () => resolve(isConnected ? 'closed' : 'failed'));
  });
}

serveFloods(start);
