import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** Whose connections are meant, by their first bytes: a MongoDB client, for one, names itself there. */
export type ConnectionFilter = (greeting: Buffer) => boolean;
/** How connections break while this is ordered. */
export type WireCut = {
  readonly whose?: ConnectionFilter;
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
  readonly sever: (whose?: ConnectionFilter) => void;
  /**
   * Keeps each connection that carries this from then on, and what else it sends, until they are released.
   */
  readonly hold: (text: string) => Hold;
  /** How many connections were broken in all. */
  readonly cuts: () => number;
  readonly stop: () => Promise<void>;
};

type Link = {
  readonly near: Socket;
  readonly far: Socket;
  greeting: Buffer;
  left: number;
  deaf: boolean;
  kept: Buffer[] | undefined;
};

const ANYBODY: ConnectionFilter = () => true;
const GREETING_MAX = 4_096;

/** A wire to whatever port `target` names at the moment; nothing is there while it names none. */
export async function startWire(target: () => number | undefined): Promise<Wire> {
  const links = new Links();
  const server = createServer((near) => {
    const port = target();
    if (port === undefined) near.destroy();
    else links.join(near, connect(port, '127.0.0.1'));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    cut: (order) => links.obey(order),
    hold: (text) => links.hold(text),
    sever: (whose = ANYBODY) => links.sever(whose),
    cuts: () => links.cuts,
    stop: async () => {
      server.close();
      links.hangUp();
      await once(server, 'close');
    },
  };
}

/** The connections of a wire, and what is ordered about them. */
class Links {
  readonly #links = new Set<Link>();
  #order: WireCut | undefined;
  #ordered = 0;
  #heldText: string | undefined;
  cuts = 0;

  join(near: Socket, far: Socket): void {
    const link: Link = { near, far, greeting: Buffer.alloc(0), left: this.#budget(), deaf: false, kept: undefined };
    this.#links.add(link);
    for (const socket of [near, far]) {
      socket.setNoDelay(true).on('close', () => this.#hang(link));
      socket.on('error', () => this.#hang(link));
    }
    near.on('data', (chunk) => this.#fromNear(link, chunk));
    far.on('data', (chunk) => (link.deaf ? this.#breakOff(link) : this.#pass(link, chunk, near)));
  }

  obey(order: WireCut | undefined): void {
    [this.#order, this.#ordered] = [order, 0];
    for (const link of this.#links) link.left = this.#budget();
  }

  hold(text: string): Hold {
    this.#heldText = text;
    const kept = (): Link[] => [...this.#links].filter((link) => link.kept !== undefined);
    const release = (): void => {
      this.#heldText = undefined;
      for (const link of kept()) {
        const chunks = link.kept ?? [];
        link.kept = undefined;
        for (const chunk of chunks) this.#fromNear(link, chunk);
      }
    };
    return { waiting: () => kept().length, release };
  }

  sever(whose: ConnectionFilter): void {
    for (const link of [...this.#links]) if (whose(link.greeting)) this.#breakOff(link);
  }

  hangUp(): void {
    for (const link of [...this.#links]) this.#hang(link);
  }

  #budget(): number {
    return this.#order?.afterBytes?.() ?? Number.POSITIVE_INFINITY;
  }

  #isOrdered({ greeting }: Link): boolean {
    if (this.#order === undefined || this.#ordered >= (this.#order.times ?? Number.POSITIVE_INFINITY)) return false;
    return (this.#order.whose ?? ANYBODY)(greeting);
  }

  #fromNear(link: Link, chunk: Buffer): void {
    if (link.kept === undefined && this.#heldText !== undefined && chunk.includes(this.#heldText)) link.kept = [];
    if (link.kept !== undefined) return void link.kept.push(chunk);
    if (link.greeting.length < GREETING_MAX) link.greeting = Buffer.concat([link.greeting, chunk]);
    const word = this.#order?.word;
    if (word !== undefined && this.#isOrdered(link) && chunk.includes(word.text)) {
      if (word.when === 'before') {
        this.#breakOff(link);
        return;
      }
      link.deaf = true;
    }
    this.#pass(link, chunk, link.far);
  }

  /** Passes a chunk on, up to the byte at which the connection breaks. */
  #pass(link: Link, chunk: Buffer, to: Socket): void {
    if (!this.#isOrdered(link)) return void to.write(chunk);
    link.left -= chunk.length;
    if (link.left >= 0) return void to.write(chunk);
    const rest = chunk.subarray(0, Math.max(0, chunk.length + link.left));
    to.write(rest, () => this.#breakOff(link));
  }

  #breakOff(link: Link): void {
    if (!this.#links.delete(link)) return;
    this.cuts += 1;
    this.#ordered += 1;
    link.near.resetAndDestroy();
    link.far.resetAndDestroy();
  }

  #hang(link: Link): void {
    this.#links.delete(link);
    link.near.destroy();
    link.far.destroy();
  }
}
