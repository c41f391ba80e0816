import { lookup } from 'node:dns/promises';
import { experimental, Metadata, status } from '@grpc/grpc-js';

type Endpoint = experimental.Endpoint;
type Listener = experimental.ResolverListener;
/** What stands behind a name now; rejects when nothing does or nobody knows. */
export type LookUp = (host: string) => Promise<readonly { readonly address: string }[]>;
export type WatchOptions = { readonly lookUp: LookUp; readonly everyMs: number };

/**
 * Shorter than what the name server's own memory (5 s) leaves of the 10 s between an address leaving the name
 * and its server stopping.
 */
const EVERY_MS = 2_000;
/** While nothing is known, and after a connection ended. */
const SOON_MS = 250;
/** A look-up holds one of four threads of the process: a slow name server is asked more seldom. */
const SHARE_OF_A_THREAD = 1 / 4;

/**
 * Makes a scheme of gRPC targets whose names are looked up again and again. grpc-js looks up only once a
 * connection has ended, and then calls fail until the answer is there: this way a new server is known before
 * an old one goes, and an old one is left before it stops.
 */
export function registerWatchedNames(scheme: string, options: WatchOptions): void {
  experimental.registerResolver(
    scheme,
    class extends WatchedName {
      constructor(target: experimental.GrpcUri, listener: Listener) {
        super(target, listener, options);
      }
    },
  );
}

/** The scheme of the targets that services give each other. */
export const WATCHED_SCHEME = 'watched';

class WatchedName implements experimental.Resolver {
  readonly #target: experimental.HostPort;
  readonly #listener: Listener;
  readonly #options: WatchOptions;
  #timer: NodeJS.Timeout | undefined;
  /** Counts lives: what was asked in an earlier one is not told in this. */
  #life = 0;
  #isLooking = false;
  #lookUpAt = Number.NEGATIVE_INFINITY;
  /** What the channel knows. */
  #publishedAddresses: string | undefined;

  constructor({ path }: experimental.GrpcUri, listener: Listener, options: WatchOptions) {
    const target = experimental.splitHostPort(path);
    if (target?.port === undefined) throw new Error(`${path} is not host:port`);
    this.#target = target;
    this.#listener = listener;
    this.#options = options;
  }

  static getDefaultAuthority({ path }: experimental.GrpcUri): string {
    return path;
  }

  updateResolution(): void {
    if (!this.#isLooking) this.#lookIn(this.#lookUpAt + SOON_MS - performance.now());
  }

  destroy(): void {
    clearTimeout(this.#timer);
    this.#life += 1;
    this.#isLooking = false;
    this.#publishedAddresses = undefined;
  }

  #lookIn(ms: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#look(), Math.max(0, ms));
    this.#timer.unref();
  }

  async #look(): Promise<void> {
    const life = this.#life;
    this.#isLooking = true;
    this.#lookUpAt = performance.now();
    const found = await this.#options.lookUp(this.#target.host).catch((error: Error) => error);
    if (life !== this.#life) return;
    this.#isLooking = false;
    if (found instanceof Error) this.#reportFailure(found);
    else this.#reportAddresses(found.map(({ address }) => address).sort());
    const tookMs = performance.now() - this.#lookUpAt;
    this.#lookIn(
      Math.max(this.#publishedAddresses === undefined ? SOON_MS : this.#options.everyMs, tookMs / SHARE_OF_A_THREAD),
    );
  }

  /** Only what is new is told: each telling makes the channel build its connections' order anew. */
  #reportAddresses(addresses: readonly string[]): void {
    const now = addresses.join();
    if (now === this.#publishedAddresses) return;
    const endpoints = addresses.map((host): Endpoint => ({ addresses: [{ host, port: this.#target.port as number }] }));
    const isAccepted = this.#listener(experimental.statusOrFromValue(endpoints), {}, null, '');
    this.#publishedAddresses = isAccepted ? now : undefined;
  }

  /** A channel that knows addresses keeps them: they are likelier to answer than none. */
  #reportFailure(error: Error): void {
    if (this.#publishedAddresses !== undefined) return;
    const details = `${this.#target.host} cannot be looked up: ${error.message}`;
    const failure = { code: status.UNAVAILABLE, details, metadata: new Metadata() };
    this.#listener(experimental.statusOrFromError(failure), {}, null, '');
  }
}

registerWatchedNames(WATCHED_SCHEME, { lookUp: (host) => lookup(host, { all: true }), everyMs: EVERY_MS });
