import { context, ROOT_CONTEXT } from '@opentelemetry/api';
import type { Connection } from 'mongoose';
import type { Host } from '../run-service.ts';
import type { OutboxBatch } from './outbox.ts';

type Options = { readonly connection: Connection; readonly collection: string };

/** Published events leave their documents this much later, many in one write: pulling is housekeeping. */
const PULL_EVERY_MS = 200;
/**
 * So many times that long they are left to another write of the service, well before the sweeper takes them
 * for lost.
 */
const TURNS_LEFT = 10;

/**
 * Events that this process has published, as long as they are still in their documents. Those of a document
 * that is written soon anyway are left to that write for a while: whoever makes it asks `has`, takes them out
 * in passing and says so with `pulled`.
 */
export class PublishedEvents {
  readonly #log: Host['log'];
  readonly #options: Options;
  /** The documents that hold them, by event id. */
  readonly #documents = new Map<string, unknown>();
  #due: string[] = [];
  /** The oldest first. */
  #left: { readonly eventId: string; readonly turn: number }[] = [];
  #turn = 0;
  #timer: NodeJS.Timeout | undefined;
  #pulling: Promise<void> = Promise.resolve();

  constructor(log: Host['log'], options: Options) {
    this.#log = log;
    this.#options = options;
  }

  readonly has = (eventId: string): boolean => this.#documents.has(eventId);

  add({ id, outbox, isWrittenSoon = false }: OutboxBatch): void {
    for (const { eventId } of outbox) {
      this.#documents.set(eventId, id);
      if (isWrittenSoon) this.#left.push({ eventId, turn: this.#turn + TURNS_LEFT });
      else this.#due.push(eventId);
    }
    this.#timer ??= setTimeout(() => void this.#next(), PULL_EVERY_MS);
  }

  /** Somebody's write has taken these out of their documents. */
  readonly pulled = (eventIds: Iterable<string>): void => {
    for (const eventId of eventIds) this.#documents.delete(eventId);
  };

  /** Takes out everything now. */
  pullAll(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#due.push(...this.#left.splice(0).map(({ eventId }) => eventId));
    return this.pull();
  }

  #next(): Promise<void> {
    this.#turn += 1;
    const stay = this.#left.findIndex(({ turn }) => turn > this.#turn);
    const ended = this.#left.splice(0, stay === -1 ? this.#left.length : stay);
    this.#due.push(...ended.map(({ eventId }) => eventId));
    this.#timer = this.#left.length === 0 ? undefined : setTimeout(() => void this.#next(), PULL_EVERY_MS);
    return this.pull();
  }

  /** Takes out what is not left to anybody. */
  pull(): Promise<void> {
    this.#pulling = this.#pulling.then(async () => {
      const eventIds = this.#due.splice(0).filter(this.has);
      if (eventIds.length === 0) return;
      try {
        await context.with(ROOT_CONTEXT, () => this.#takeOut(eventIds));
      } catch (err) {
        const { collection } = this.#options;
        this.#log.warn(
          { collection, events: eventIds.length, err },
          'published events stay in their documents for now',
        );
      } finally {
        this.pulled(eventIds);
      }
    });
    return this.#pulling;
  }

  /** One statement for all, since an event id is in one document only. */
  async #takeOut(eventIds: readonly string[]): Promise<void> {
    const { connection, collection } = this.#options;
    const ids = [...new Set(eventIds.map((eventId) => this.#documents.get(eventId)))];
    await connection.collection(collection).updateMany(
      { _id: { $in: ids as never[] } },
      { $pull: { outbox: { eventId: { $in: eventIds } } } as never },
      // If it is lost the sweeper publishes again, which changes nothing.
      { writeConcern: { w: 1, journal: false } },
    );
  }
}
