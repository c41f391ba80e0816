import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** Whose connections are meant, by their first bytes: a MongoDB client, for one, names itself there. */
export type Whose = (greeting: Buffer) => boolean;
/** How connections break while this is ordered. */
export type Cut = {
  readonly whose?: Whose;
  /** Each connection breaks after this many more bytes of either direction; thrown anew for each. */
  readonly afterBytes?: () => number;
  /** The connection that carries this breaks: before the other side sees it, or when its answer is on the way. */
  readonly word?: { readonly text: string; readonly when: 'before' | 'after' };
  /** At most so many cuts of this order. */
  readonly times?: number;
};
/** A TCP wire between two processes, which breaks connections as it is told. */
export type Wire = {
  readonly port: number;
  /** From now on, for connections that stand too; undefined mends the wire. */
  readonly cut: (order: Cut | undefined) => void;
  /** Breaks every connection that stands, once. */
  readonly sever: (whose?: Whose) => void;
  /** How many connections were broken in all. */
  readonly cuts: () => number;
  readonly stop: () => Promise<void>;
};

type Line = { readonly near: Socket; readonly far: Socket; greeting: Buffer; left: number; deaf: boolean };

const ANYBODY: Whose = () => true;
const GREETING_MAX = 4_096;

/** A wire to whatever port `target` names at the moment; nothing is there while it names none. */
export async function startWire(target: () => number | undefined): Promise<Wire> {
  const lines = new Set<Line>();
  let order: Cut | undefined;
  let ordered = 0;
  let total = 0;

  const hang = (line: Line): void => {
    lines.delete(line);
    line.near.destroy();
    line.far.destroy();
  };
  const breakOff = (line: Line): void => {
    if (!lines.has(line)) return;
    total += 1;
    ordered += 1;
    lines.delete(line);
    line.near.resetAndDestroy();
    line.far.resetAndDestroy();
  };
  const isOrdered = ({ greeting }: Line): boolean =>
    order !== undefined && ordered < (order.times ?? Number.POSITIVE_INFINITY) && (order.whose ?? ANYBODY)(greeting);
  const budget = (): number => order?.afterBytes?.() ?? Number.POSITIVE_INFINITY;

  /** Passes a chunk on, up to the byte at which the connection breaks. */
  const pass = (line: Line, chunk: Buffer, to: Socket): void => {
    if (!isOrdered(line)) return void to.write(chunk);
    line.left -= chunk.length;
    if (line.left >= 0) return void to.write(chunk);
    const rest = chunk.subarray(0, Math.max(0, chunk.length + line.left));
    to.write(rest, () => breakOff(line));
  };
  const fromNear = (line: Line, chunk: Buffer): void => {
    if (line.greeting.length < GREETING_MAX) line.greeting = Buffer.concat([line.greeting, chunk]);
    const word = order?.word;
    if (word !== undefined && isOrdered(line) && chunk.includes(word.text)) {
      if (word.when === 'before') {
        breakOff(line);
        return;
      }
      line.deaf = true;
    }
    pass(line, chunk, line.far);
  };
  const server = createServer((near) => {
    const port = target();
    if (port === undefined) return void near.destroy();
    const line: Line = {
      near,
      far: connect(port, '127.0.0.1'),
      greeting: Buffer.alloc(0),
      left: budget(),
      deaf: false,
    };
    lines.add(line);
    for (const socket of [near, line.far]) {
      socket.setNoDelay(true).on('close', () => hang(line));
      socket.on('error', () => hang(line));
    }
    near.on('data', (chunk) => fromNear(line, chunk));
    line.far.on('data', (chunk) => (line.deaf ? breakOff(line) : pass(line, chunk, near)));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    cut: (next) => {
      [order, ordered] = [next, 0];
      for (const line of lines) line.left = budget();
    },
    sever: (whose = ANYBODY) => {
      for (const line of [...lines]) if (whose(line.greeting)) breakOff(line);
    },
    cuts: () => total,
    stop: async () => {
      server.close();
      for (const line of [...lines]) hang(line);
      await once(server, 'close');
    },
  };
}
