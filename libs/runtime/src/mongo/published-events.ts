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

/** An event and the document that holds it. */
type PublishedEvent = { readonly eventId: string; readonly id: unknown };

/** Published events leave their documents this much later, many in one write: pulling is housekeeping. */
const PULL_EVERY_MS = 200;

/** Events that this process has published, as long as they are still in their documents. */
export class PublishedEvents {
  readonly #log: Host['log'];
  readonly #options: Options;
  readonly #waiting = new Set<string>();
  #due: PublishedEvent[] = [];
  #timer: NodeJS.Timeout | undefined;
  #pulling: Promise<void> = Promise.resolve();

  constructor(log: Host['log'], options: Options) {
    this.#log = log;
    this.#options = options;
  }

  readonly has = (eventId: string): boolean => this.#waiting.has(eventId);

  add({ id, outbox }: OutboxBatch): void {
    for (const { eventId } of outbox) {
      this.#waiting.add(eventId);
      this.#due.push({ eventId, id });
    }
    this.#timer ??= setTimeout(() => void this.pull(), PULL_EVERY_MS);
  }

  /** Takes out what was published until now. */
  pull(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#pulling = this.#pulling.then(async () => {
      const due = this.#due.splice(0);
      if (due.length === 0) return;
      try {
        await context.with(ROOT_CONTEXT, () => this.#remove(due));
      } catch (err) {
        const { collection } = this.#options;
        this.#log.warn({ collection, events: due.length, err }, 'published events stay in their documents for now');
      } finally {
        // One that was published once more meanwhile is still to be taken out.
        const again = new Set(this.#due.map(({ eventId }) => eventId));
        for (const { eventId } of due) if (!again.has(eventId)) this.#waiting.delete(eventId);
      }
    });
    return this.#pulling;
  }

  /** One statement for all, since an event id is in one document only. */
  async #remove(due: readonly PublishedEvent[]): Promise<void> {
    const { connection, collection, beforeRemoval } = this.#options;
    const ids = [...new Set(due.map(({ id }) => id))];
    const eventIds = due.map(({ eventId }) => eventId);
    await beforeRemoval?.(ids);
    await connection.collection(collection).updateMany(
      { _id: { $in: ids as never[] } },
      { $pull: { outbox: { eventId: { $in: eventIds } } } as never },
      // If it is lost the sweeper publishes again, which changes nothing.
      { writeConcern: { w: 1, journal: false } },
    );
  }
}
