import type { Id } from '@gx/core';
import { isDuplicateKey, type OutboxRelay } from '@gx/runtime/mongo';
import type { Connection } from 'mongoose';
import type { Countable, Part } from '../domain/contribution.ts';
import type { Addition } from '../domain/rollup.ts';
import type { ChargeDocument } from './charge-document.ts';
import type { ChargeModel } from './charge-model.ts';

/** A charge whose contribution is not in the rollups as it stands. */
export type Uncounted = Countable & Pick<ChargeDocument, '_id' | 'accountId' | 'livemode' | 'version' | 'rolled'>;
/**
 * One that waits to be counted, and those of its events that this process has published and nobody has taken
 * out yet.
 */
export type Waiting = Uncounted & { readonly published: readonly string[] };
type Published = ReadonlyMap<Id<'charge'>, readonly string[]>;
type Deps = {
  readonly connection: Connection;
  readonly model: ChargeModel;
  readonly relay: Pick<OutboxRelay, 'isPublished' | 'pulled'>;
};
/** Charges of one version that contribute the same. */
export type Mark = {
  readonly version: number;
  readonly parts: readonly Part[];
  readonly charges: readonly Id<'charge'>[];
};
/**
 * Charges that are counted together: by how much that raises the rollups, and what each of them has
 * contributed afterwards.
 */
export type Lot = { readonly number: number; readonly additions: readonly Addition[]; readonly marks: readonly Mark[] };
/** `isLeft`: nobody has been at it for so long that whoever began it is dead, or does no harm. */
export type Line = { readonly lots: number; readonly lot: Lot | null; readonly isLeft: boolean };
type StoredAddition = Omit<Addition, 'timeToPay'> & { timeToPay: [slot: number, by: number][] };
export type StoredLot = Omit<Lot, 'additions'> & { additions: StoredAddition[] };
export type LineDocument = { _id: string; lots: number; lot: StoredLot | null; begunAt: Date; isLeft?: boolean };
export type RollStore = ReturnType<typeof rollStore>;

/** Longer than a lot takes. */
const LEFT_MS = 5_000;
export const LINE = 'charges';
/** What counting reads of a charge. */
export const COUNTED_FIELDS = {
  accountId: 1,
  livemode: 1,
  version: 1,
  rolled: 1,
  status: 1,
  firstStatus: 1,
  amount: 1,
  currency: 1,
  fees: 1,
  createdAt: 1,
  settlement: 1,
  refunds: 1,
  paymentMethods: 1,
  method: 1,
} as const;

/**
 * The line of lots in which charges are counted: one at a time, of whatever tenants, named in one document
 * together with all that is to be done, so that anybody can finish what a dead process began. No transaction:
 * it would keep the charges of a dead process locked, and with them whoever wants to pay.
 */
export function rollStore({ connection, model, relay }: Deps) {
  const lines = connection.collection<LineDocument>('rolls');
  const publishedOf = (outbox: readonly { readonly eventId: string }[] = []): string[] =>
    outbox.map(({ eventId }) => eventId).filter(relay.isPublished);
  return {
    /** Whether there is anything to count. */
    async isWaiting(): Promise<boolean> {
      const found = await model.collection.findOne({ unrolled: true }, { projection: { _id: 1 }, hint: 'unrolled' });
      return found !== null;
    },

    /** Where the line is. Read before the charges: a lot that was begun since then shows in the number. */
    async line(): Promise<Line> {
      const isLeft = { $lt: ['$begunAt', { $subtract: ['$$NOW', LEFT_MS] }] };
      const found = await lines.findOne({ _id: LINE }, { projection: { lots: 1, lot: 1, isLeft } });
      if (found === null) return { lots: 0, lot: null, isLeft: false };
      return { lots: found.lots, lot: found.lot === null ? null : lotOf(found.lot), isLeft: found.isLeft === true };
    },

    async waiting(limit: number): Promise<Waiting[]> {
      const projection = { ...COUNTED_FIELDS, 'outbox.eventId': 1 };
      const found = await model.collection.find({ unrolled: true }, { projection, hint: 'unrolled', limit }).toArray();
      return found.map(({ outbox, ...charge }) => ({ ...countableOf(charge), published: publishedOf(outbox) }));
    },

    /** Begins a lot, if none has been since the one before it; from here on it will be counted. */
    async begin(lot: Lot): Promise<boolean> {
      try {
        const { upsertedCount, matchedCount } = await lines.updateOne(
          { _id: LINE, lots: lot.number - 1, lot: null },
          { $set: { lots: lot.number, lot: stored(lot) }, $currentDate: { begunAt: true } },
          { upsert: true },
        );
        return upsertedCount + matchedCount > 0;
      } catch (error) {
        if (isDuplicateKey(error)) return false;
        throw error;
      }
    },

    /**
     * Lets the charges of a lot remember what was counted, once; one that has changed meanwhile is to be
     * counted again. What was `published` of them leaves their outboxes in the same write.
     */
    async mark({ number, marks }: Lot, published: Published = new Map()): Promise<void> {
      const marked = async (operations: object[]): Promise<number> =>
        (await model.collection.bulkWrite(operations as never[], { ordered: false })).matchedCount;
      const charges = marks.flatMap((mark) => mark.charges);
      if ((await marked(marks.map((mark) => markUnchanged(number, mark, published)))) === charges.length)
        relay.pulled([...published.values()].flat());
      // Some have changed, or somebody else has marked some: then what was published of them is the relay's
      // to take out.
      else await marked(marks.map((mark) => markChanged(number, mark)));
    },

    async end({ number }: Lot): Promise<void> {
      await lines.updateOne({ _id: LINE, 'lot.number': number }, { $set: { lot: null } });
    },
  };
}

const unmarked = (lot: number, charges: Mark['charges']) => ({
  _id: { $in: charges },
  'rolled.lot': { $not: { $gte: lot } },
});

/**
 * Fields that are set cost the database a quarter less than a pipeline, and nearly all charges of a lot stand
 * as they did when it was made.
 */
function markUnchanged(lot: number, { version, parts, charges }: Mark, published: Published) {
  const out = charges.flatMap((id) => published.get(id) ?? []);
  const pull = out.length === 0 ? {} : { $pull: { outbox: { eventId: { $in: out } } } };
  const filter = { ...unmarked(lot, charges), version };
  return { updateMany: { filter, update: { $set: { rolled: { lot, version, parts }, unrolled: false }, ...pull } } };
}

/** Those of them that the one above has left. */
function markChanged(lot: number, { version, parts, charges }: Mark) {
  const set = { rolled: { $literal: { lot, version, parts } }, unrolled: { $ne: ['$version', version] } };
  return { updateMany: { filter: unmarked(lot, charges), update: [{ $set: set }] } };
}

/** Charges of an earlier version have neither methods nor refunds nor anything that was counted. */
export const countableOf = (document: unknown): Uncounted => {
  const found = document as Uncounted;
  return {
    ...found,
    firstStatus: found.firstStatus ?? null,
    refunds: found.refunds ?? [],
    paymentMethods: found.paymentMethods ?? ['PIX'],
    rolled: found.rolled ?? null,
  };
};

const stored = ({ additions, ...lot }: Lot): StoredLot => ({
  ...lot,
  additions: additions.map((addition) => ({ ...addition, timeToPay: [...addition.timeToPay] })),
});

export const lotOf = ({ additions, ...lot }: StoredLot): Lot => ({
  ...lot,
  additions: additions.map((addition) => ({ ...addition, timeToPay: new Map(addition.timeToPay) })),
});
