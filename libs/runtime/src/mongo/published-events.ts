import { context, ROOT_CONTEXT } from '@opentelemetry/api';
import type { Connection } from 'mongoose';
import type { Host } from '../service/run-service.ts';
import type { OutboxBatch } from './outbox.ts';

type Options = {
  readonly connection: Connection;
  readonly collection: string;
  /** Runs before events leave these documents; if it fails they stay, and are published again. */
  readonly beforeRemoval?: (documents: readonly unknown[]) => Promise<void>;
};

/** Published events leave their documents this much later, many in one write: pulling is housekeeping. */
const PULL_EVERY_MS = 200;

/** Events that this process has published, as long as they are still in their documents. */
export class PublishedEvents {
  readonly #log: Host['log'];
  readonly #options: Options;
  /** The documents that hold them, by event id. */
  readonly #documents = new Map<string, unknown>();
  #due: string[] = [];
  #timer: NodeJS.Timeout | undefined;
  #pulling: Promise<void> = Promise.resolve();

  constructor(log: Host['log'], options: Options) {
    this.#log = log;
    this.#options = options;
  }

  readonly has = (eventId: string): boolean => this.#documents.has(eventId);

  add({ id, outbox }: OutboxBatch): void {
    for (const { eventId } of outbox) {
      this.#documents.set(eventId, id);
      this.#due.push(eventId);
    }
    this.#timer ??= setTimeout(() => void this.pull(), PULL_EVERY_MS);
  }

  /** Takes out what was published until now. */
  pull(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#pulling = this.#pulling.then(async () => {
      const eventIds = this.#due.splice(0);
      if (eventIds.length === 0) return;
      try {
        await context.with(ROOT_CONTEXT, () => this.#remove(eventIds));
      } catch (err) {
        const { collection } = this.#options;
        this.#log.warn(
          { collection, events: eventIds.length, err },
          'published events stay in their documents for now',
        );
      } finally {
        for (const eventId of eventIds) this.#documents.delete(eventId);
      }
    });
    return this.#pulling;
  }

  /** One statement for all, since an event id is in one document only. */
  async #remove(eventIds: readonly string[]): Promise<void> {
    const { connection, collection, beforeRemoval } = this.#options;
    const ids = [...new Set(eventIds.map((eventId) => this.#documents.get(eventId)))];
    await beforeRemoval?.(ids);
    await connection.collection(collection).updateMany(
      { _id: { $in: ids as never[] } },
      { $pull: { outbox: { eventId: { $in: eventIds } } } as never },
      // If it is lost the sweeper publishes again, which changes nothing.
      { writeConcern: { w: 1, journal: false } },
    );
  }
}
