import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** Whose connections are meant, by their first bytes: a MongoDB client, for one, names itself there. */
export type Whose = (greeting: Buffer) => boolean;
/** How connections break while this is ordered. */
export type WireCut = {
  readonly whose?: Whose;
  /** Each connection breaks after this many more bytes of either direction; thrown anew for each. */
  readonly afterBytes?: () => number;
  /**
   * The connection that carries this breaks: before the other side sees it, or when its answer is on the way.
   */
  readonly word?: { readonly text: string; readonly when: 'before' | 'after' };
  /** At most so many cuts of this order. */
  readonly times?: number;
};
/** What is kept on the way: how many connections wait, and what lets them all go on. */
export type Hold = { readonly waiting: () => number; readonly release: () => void };
/** A TCP wire between two processes, which breaks connections as it is told. */
export type Wire = {
  readonly port: number;
  /** From now on, for connections that stand too; undefined mends the wire. */
  readonly cut: (order: WireCut | undefined) => void;
  /** Breaks every connection that stands, once. */
  readonly sever: (whose?: Whose) => void;
  /**
   * Keeps each connection that carries this from then on, and what else it sends, until they are released.
   */
  readonly hold: (text: string) => Hold;
  /** How many connections were broken in all. */
  readonly cuts: () => number;
  readonly stop: () => Promise<void>;
};

type Line = {
  readonly near: Socket;
  readonly far: Socket;
  greeting: Buffer;
  left: number;
  deaf: boolean;
  kept: Buffer[] | undefined;
};

const ANYBODY: Whose = () => true;
const GREETING_MAX = 4_096;

/** A wire to whatever port `target` names at the moment; nothing is there while it names none. */
export async function startWire(target: () => number | undefined): Promise<Wire> {
  const lines = new Lines();
  const server = createServer((near) => {
    const port = target();
    if (port === undefined) near.destroy();
    else lines.join(near, connect(port, '127.0.0.1'));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    cut: (order) => lines.obey(order),
    hold: (text) => lines.hold(text),
    sever: (whose = ANYBODY) => lines.sever(whose),
    cuts: () => lines.cuts,
    stop: async () => {
      server.close();
      lines.hangUp();
      await once(server, 'close');
    },
  };
}

/** The connections of a wire, and what is ordered about them. */
class Lines {
  readonly #lines = new Set<Line>();
  #order: WireCut | undefined;
  #ordered = 0;
  #heldText: string | undefined;
  cuts = 0;

  join(near: Socket, far: Socket): void {
    const line: Line = { near, far, greeting: Buffer.alloc(0), left: this.#budget(), deaf: false, kept: undefined };
    this.#lines.add(line);
    for (const socket of [near, far]) {
      socket.setNoDelay(true).on('close', () => this.#hang(line));
      socket.on('error', () => this.#hang(line));
    }
    near.on('data', (chunk) => this.#fromNear(line, chunk));
    far.on('data', (chunk) => (line.deaf ? this.#breakOff(line) : this.#pass(line, chunk, near)));
  }

  obey(order: WireCut | undefined): void {
    [this.#order, this.#ordered] = [order, 0];
    for (const line of this.#lines) line.left = this.#budget();
  }

  hold(text: string): Hold {
    this.#heldText = text;
    const kept = (): Line[] => [...this.#lines].filter((line) => line.kept !== undefined);
    const release = (): void => {
      this.#heldText = undefined;
      for (const line of kept()) {
        const chunks = line.kept ?? [];
        line.kept = undefined;
        for (const chunk of chunks) this.#fromNear(line, chunk);
      }
    };
    return { waiting: () => kept().length, release };
  }

  sever(whose: Whose): void {
    for (const line of [...this.#lines]) if (whose(line.greeting)) this.#breakOff(line);
  }

  hangUp(): void {
    for (const line of [...this.#lines]) this.#hang(line);
  }

  #budget(): number {
    return this.#order?.afterBytes?.() ?? Number.POSITIVE_INFINITY;
  }

  #isOrdered({ greeting }: Line): boolean {
    if (this.#order === undefined || this.#ordered >= (this.#order.times ?? Number.POSITIVE_INFINITY)) return false;
    return (this.#order.whose ?? ANYBODY)(greeting);
  }

  #fromNear(line: Line, chunk: Buffer): void {
    if (line.kept === undefined && this.#heldText !== undefined && chunk.includes(this.#heldText)) line.kept = [];
    if (line.kept !== undefined) return void line.kept.push(chunk);
    if (line.greeting.length < GREETING_MAX) line.greeting = Buffer.concat([line.greeting, chunk]);
    const word = this.#order?.word;
    if (word !== undefined && this.#isOrdered(line) && chunk.includes(word.text)) {
      if (word.when === 'before') {
        this.#breakOff(line);
        return;
      }
      line.deaf = true;
    }
    this.#pass(line, chunk, line.far);
  }

  /** Passes a chunk on, up to the byte at which the connection breaks. */
  #pass(line: Line, chunk: Buffer, to: Socket): void {
    if (!this.#isOrdered(line)) return void to.write(chunk);
    line.left -= chunk.length;
    if (line.left >= 0) return void to.write(chunk);
    const rest = chunk.subarray(0, Math.max(0, chunk.length + line.left));
    to.write(rest, () => this.#breakOff(line));
  }

  #breakOff(line: Line): void {
    if (!this.#lines.delete(line)) return;
    this.cuts += 1;
    this.#ordered += 1;
    line.near.resetAndDestroy();
    line.far.resetAndDestroy();
  }

  #hang(line: Line): void {
    this.#lines.delete(line);
    line.near.destroy();
    line.far.destroy();
  }
}
