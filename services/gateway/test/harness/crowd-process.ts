/**
 * Clients that take connections of an edge, in a process of their own, so that what they cost is not the
 * edge's: argv is its port, how many say nothing, and how many send their requests a byte at a time. Says
 * `open` when all are connected, and what became of them when all are cut off.
 */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { GET, LOGIN } from './edge.ts';

export type CrowdReport = { readonly answered: number; readonly cutOff: number };

const [port = 0, idle = 0, slow = 0] = process.argv.slice(2).map(Number);
const DRIP_MS = 100;
const AT_ONCE = 250;
const BEGINNINGS = [`${GET}X-A: `, `${LOGIN}Content-Length: 10000\r\n\r\n{`];
type Client = { readonly socket: Socket; readonly text: () => string };

async function opened(): Promise<Client> {
  const socket = connect(port, '127.0.0.1');
  let text = '';
  socket.setEncoding('latin1').on('data', (chunk: string) => {
    text += chunk;
  });
  socket.on('error', () => socket.destroy());
  await once(socket, 'connect');
  return { socket, text: () => text };
}

/** Sends a beginning and then one byte at a time, for as long as it is let. */
async function dripping(beginning: string): Promise<Client> {
  const client = await opened();
  client.socket.write(beginning);
  const drip = setInterval(() => client.socket.write('a'), DRIP_MS);
  client.socket.on('close', () => clearInterval(drip));
  return client;
}

const all = [
  ...Array.from({ length: idle }, () => opened),
  ...Array.from({ length: slow }, (_, i) => () => dripping(BEGINNINGS[i % 2] ?? GET)),
];
const clients: Client[] = [];
// In groups: the queue of a listening socket is short.
for (let at = 0; at < all.length; at += AT_ONCE)
  clients.push(...(await Promise.all(all.slice(at, at + AT_ONCE).map((one) => one()))));
process.send?.('open');
await Promise.all(clients.map(({ socket }) => socket.destroyed || once(socket, 'close')));
const isAnswer = ({ text }: Client): boolean =>
  text().startsWith('HTTP/1.1 400') && text().includes('"request_id"') && text().includes('"error"');
process.send?.({ answered: clients.filter(isAnswer).length, cutOff: clients.length } satisfies CrowdReport);
process.disconnect?.();
