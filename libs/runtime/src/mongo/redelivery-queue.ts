import type { Connection, Model } from 'mongoose';
import { databaseClock } from './database-time.ts';
import { type DuePath, type DueTimes, dueTime, EVER } from './due-work.ts';
import type { OutboxRecord, OutboxRelay } from './outbox.ts';
import { republish } from './republish.ts';

export type RedeliveryQueueOptions = {
  readonly connection: Connection;
  readonly relay: Pick<OutboxRelay, 'publish'>;
  /** When the events were last published. Gone once their consumer is known to have them. */
  readonly path: DuePath;
};
type Document = {
  readonly _id: unknown;
  /** Undefined where no merchant has a part in it. */
  readonly accountId?: string;
  readonly livemode: boolean;
  readonly due?: DueTimes;
};

/**
 * Documents whose events some consumer is not known to have. Each write is for the moment that the document
 * was found at: of two processes the second changes nothing.
 */
export function redeliveryQueue<D extends Document>(
  model: Model<D>,
  { connection, relay, path }: RedeliveryQueueOptions,
) {
  const now = databaseClock(connection);
  const at = (document: Document) => {
    const { _id, accountId, livemode } = document;
    const owner = accountId === undefined ? { livemode } : { accountId, livemode };
    return { _id, ...owner, [path]: dueTime(document, path) };
  };
  const justNow = { $currentDate: { [path]: true } };
  const write = async (document: Document, update: object, when: object = {}): Promise<void> => {
    await model.updateOne({ ...at(document), ...when } as never, update as never);
  };

  return {
    /** Those whose events were last published or asked about `afterMs` ago, the oldest first. */
    async due(afterMs: number, limit: number): Promise<D[]> {
      const time = new Date((await now()).getTime() - afterMs);
      return (await model
        .find({ [path]: { ...EVER, $lt: time } } as never, { outbox: 0 })
        .sort({ [path]: 1 })
        .limit(limit)
        .lean()) as unknown as D[];
    },

    /** Nobody asks about them any more; `also` is unset with it, and `when` has to hold. */
    stopChecking: (
      document: Document,
      { also = {}, when = {} }: { also?: object; when?: object } = {},
    ): Promise<void> => write(document, { $unset: { [path]: '', ...also } }, when),

    /** Somebody asked in vain just now; the next question is a wait away. */
    later: (document: Document): Promise<void> => write(document, justNow),

    /** Publishes events once more as they were, unless one of them still waits for the broker. */
    republish: (document: Document, events: readonly OutboxRecord[], also: object = {}): Promise<boolean> =>
      republish(
        { collection: model.collection, relay },
        { filter: at(document), mark: { ...also, ...justNow }, events },
      ),
  };
}
