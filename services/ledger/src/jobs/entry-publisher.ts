import { setTimeout } from 'node:timers/promises';
import type { Logger } from '@gx/runtime';
import type { UnpublishedEntry } from '../store/unpublished.ts';

export type { UnpublishedEntry } from '../store/unpublished.ts';

type Deps = {
  /** One send to the topic; resolves when every in-sync replica has it. */
  readonly send: (events: readonly UnpublishedEntry[]) => Promise<void>;
  readonly markPublished: (events: readonly UnpublishedEntry[]) => Promise<void>;
  readonly log: Logger;
};

const EVENTS_PER_SEND = 500;
/** Beyond this the events wait beside their entries alone, and the sweeper brings them. */
const WAITING_MAX = 20_000;
const RETRY_MS = { first: 100, max: 2_000 } as const;

/**
 * Publishes what stands unpublished beside the entries: in order, one send in flight, a failed send holds
 * back the next. Nothing here is the only copy of an event.
 */
export class EntryPublisher {
  readonly #deps: Deps;
  readonly #waiting: UnpublishedEntry[] = [];
  readonly #stop = new AbortController();
  #draining: Promise<void> | undefined;
  #lastSend: Promise<unknown> = Promise.resolve();
  #failures = 0;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** True when nothing waits in this process. */
  get idle(): boolean {
    return this.#draining === undefined;
  }

  /** True while the broker refuses what this process has to send. */
  get stuck(): boolean {
    return this.#failures > 0;
  }

  /** Takes over the events of entries that were just posted; never throws and never waits. */
  publish(events: readonly UnpublishedEntry[]): void {
    if (this.#stop.signal.aborted || this.#waiting.length + events.length > WAITING_MAX) return;
    this.#waiting.push(...events);
    if (events.length > 0) this.#draining ??= this.#drain();
  }

  /**
   * Sends events of entries that stood before; throws when they could not be sent, and does not try again.
   */
  async publishAgain(events: readonly UnpublishedEntry[]): Promise<void> {
    for (let from = 0; from < events.length; from += EVENTS_PER_SEND) {
      await this.#send(events.slice(from, from + EVENTS_PER_SEND));
    }
  }

  /** Ends after what waits was sent, or with the first failure: the entries keep the rest. */
  async stop(): Promise<void> {
    this.#stop.abort();
    await this.#draining;
  }

  async #drain(): Promise<void> {
    // Posts of one turn of the event loop leave in one send.
    await new Promise((resolve) => setImmediate(resolve));
    while (this.#waiting.length > 0) {
      const page = this.#waiting.slice(0, EVENTS_PER_SEND);
      try {
        await this.#send(page);
        this.#waiting.splice(0, page.length);
        this.#failures = 0;
      } catch (err) {
        this.#failures += 1;
        const failures = this.#failures;
        if (failures === 1 || failures % 10 === 0) {
          this.#deps.log.warn({ waiting: this.#waiting.length, failures, err }, 'entries wait for kafka');
        }
        if (this.#stop.signal.aborted) break;
        await this.#pause(Math.min(RETRY_MS.first * 2 ** (failures - 1), RETRY_MS.max));
      }
    }
    this.#draining = undefined;
  }

  #send(events: readonly UnpublishedEntry[]): Promise<void> {
    const sent = this.#lastSend.then(() => this.#deps.send(events));
    this.#lastSend = sent.catch(() => 'its own caller is told');
    return sent.then(() => this.#deps.markPublished(events));
  }

  /** Ends early with a stop. */
  async #pause(ms: number): Promise<void> {
    await setTimeout(ms, undefined, { signal: this.#stop.signal }).catch(() => 'stopped');
  }
}
