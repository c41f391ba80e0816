import type { Id, Tenant } from '@gx/core';
import { databaseClock } from '@gx/runtime/mongo';
import type { Connection, mongo } from 'mongoose';
import { hourOf, hoursAround, startOf } from '../domain/days.ts';
import type { HourlyTotals, TimedTotals } from '../domain/payment-statistics.ts';
import { type CellKey, type CellRow, cellName, cellPrefix } from '../domain/statistics-cell.ts';
import type { Times } from '../domain/time-to-pay.ts';
import type { ChargeDocument } from './charge-document.ts';
import type { ChargeModel } from './charge-model.ts';
import { rememberedTimes } from './remembered-times.ts';

/** What all charges of a tenant add up to in one hour (UTC), by method and currency. */
export type CellDocument = {
  _id: string;
  accountId: Id<'account'>;
  livemode: boolean;
  hour: string;
  rows: CellRow[];
  /** How often it was marked dirty, and how often it had been when what it holds was begun. */
  marks: number;
  recomputed: number;
  dirty: boolean;
  /** Nobody recomputes it before: it rests, or somebody is at it. */
  restUntil: Date;
};
/** A cell that is recomputed, as often marked as this. */
export type ClaimedCell = CellKey & { readonly marks: number };
type Days = { readonly days: readonly string[]; readonly dayOf: (time: Date) => string };
type CellSource = Pick<ChargeDocument, 'accountId' | 'livemode' | 'createdAt' | 'settlement'>;
export type StatisticsCells = Awaited<ReturnType<typeof statisticsCells>>;

/** Longer than nearly every recompute takes; of two that are at one cell, what the later one knows stands. */
const LEASE_MS = 15_000;
const NO_TIMES: Times = new Map();
const DIRTY = { dirty: true } as const;

const COLLECTION = 'statistics_cells';

/** Makes the index that is missing: at a start, and by `prepare` before any replica of a version does. */
export async function makeStatisticsIndexes(connection: Connection): Promise<void> {
  const options = { name: 'dirty', partialFilterExpression: DIRTY };
  await connection.collection(COLLECTION).createIndex({ dirty: 1, restUntil: 1 }, options);
}

/** Statistics by hour. They are recomputed from charges, and only while they are dirty. */
export async function statisticsCells(connection: Connection, model: ChargeModel) {
  await makeStatisticsIndexes(connection);
  const collection = connection.collection<CellDocument>(COLLECTION);
  return {
    ...dirtyCells(collection, model, databaseClock(connection)),
    ...cellsOfDays(collection),

    byKey: (key: CellKey): Promise<CellDocument | null> => collection.findOne({ _id: cellName(key) }),

    /** The tenant's first cell of this hour or later. */
    async hourFrom(tenant: Tenant, hour: string): Promise<string | undefined> {
      const _id = { $gte: cellName({ tenant, hour }), $lt: `${cellPrefix(tenant)}~` };
      return (await collection.findOne({ _id }, { sort: { _id: 1 }, projection: { hour: 1 } }))?.hour;
    },

    /** The first account after this one that has a cell. */
    async accountAfter(account: string): Promise<Id<'account'> | undefined> {
      const found = await collection.findOne(
        { _id: { $gte: account === '' ? '' : `${account};` } },
        { sort: { _id: 1 } },
      );
      return found?.accountId;
    },
  };
}

type Cells = mongo.Collection<CellDocument>;

/** What becomes dirty, and clean again. */
function dirtyCells(collection: Cells, model: ChargeModel, clock: () => Promise<Date>) {
  return {
    /** Marks the cells dirty that any of these charges may be in. */
    async mark(charges: readonly unknown[]): Promise<void> {
      const projection = { accountId: 1, livemode: 1, createdAt: 1, 'settlement.paidAt': 1 };
      const found = await model.collection
        .find<CellSource>({ _id: { $in: charges } } as never, { projection })
        .toArray();
      const keys = found.flatMap(({ accountId, livemode, createdAt, settlement }) =>
        [createdAt, ...(settlement ? [settlement.paidAt] : [])].map(
          (time): CellKey => ({ tenant: { accountId, livemode }, hour: hourOf(time) }),
        ),
      );
      const cells = new Map(keys.map((key) => [cellName(key), key]));
      const operations = [...cells].map(([_id, { tenant, hour }]) => ({
        updateOne: {
          filter: { _id },
          update: {
            $inc: { marks: 1 },
            $set: { dirty: true },
            $setOnInsert: { ...tenant, hour, rows: [], recomputed: 0, restUntil: new Date(0) },
          },
          upsert: true,
        },
      }));
      if (operations.length > 0) await collection.bulkWrite(operations as never[], { ordered: false });
    },

    /** The dirty cell that has rested longest; nobody else takes it for a while. */
    async claim(): Promise<ClaimedCell | undefined> {
      const found = await collection.findOneAndUpdate(
        { ...DIRTY, restUntil: { $lte: await clock() } },
        [{ $set: { restUntil: { $add: ['$$NOW', LEASE_MS] } } }],
        { sort: { restUntil: 1 }, hint: { dirty: 1, restUntil: 1 }, projection: { rows: 0 } },
      );
      if (found === null) return undefined;
      const { accountId, livemode, hour, marks } = found;
      return { tenant: { accountId, livemode }, hour, marks };
    },

    /**
     * Keeps what was counted after the claim, unless what is there was counted after a later mark. The cell
     * stays dirty if it was marked since.
     */
    async complete(claim: ClaimedCell, rows: readonly CellRow[], pauseMs: number): Promise<void> {
      const { marks } = claim;
      const restUntil = { $add: ['$$NOW', Math.ceil(pauseMs)] };
      await collection.updateOne({ _id: cellName(claim), recomputed: { $lt: marks } }, [
        { $set: { rows: { $literal: rows }, recomputed: marks, dirty: { $ne: ['$marks', marks] }, restUntil } },
      ]);
    },
  };
}

/** What merchants read. */
function cellsOfDays(collection: Cells) {
  const remembered = rememberedTimes();
  const nameOfRow = ({ _id }: CellDocument, { method, currency }: CellRow): string => `${_id} ${method} ${currency}`;
  /**
   * Times to pay are most of a cell: they are read only of cells that were recomputed since the last read.
   */
  const untimed = (tenant: Tenant, days: readonly string[]): Promise<CellDocument[]> => {
    const { first, last } = hoursAround(days);
    const _id = { $gte: cellName({ tenant, hour: first }), $lte: cellName({ tenant, hour: last }) };
    return collection.find<CellDocument>({ _id }, { projection: { 'rows.timeToPay': 0 } }).toArray();
  };

  return {
    /** What a tenant's charges add up to on these days, which follow each other. */
    async sumsOf(tenant: Tenant, window: Days): Promise<HourlyTotals[]> {
      return ofDays(await untimed(tenant, window.days), window, (row) => row);
    },

    /** The same with the times to pay. */
    async timesOf(tenant: Tenant, window: Days): Promise<TimedTotals[]> {
      const cells = await untimed(tenant, window.days);
      const times = new Map<CellRow, Times>();
      const isKnown = (cell: CellDocument): boolean =>
        cell.rows.every((row) => {
          const known = remembered.after(nameOfRow(cell, row), cell.recomputed);
          if (known !== undefined) times.set(row, known);
          return known !== undefined;
        });
      const stale = cells.filter((cell) => !isKnown(cell)).map(({ _id }) => _id);
      const read = stale.length === 0 ? [] : await collection.find({ _id: { $in: stale } }).toArray();
      for (const cell of read)
        for (const row of cell.rows)
          times.set(row, remembered.keep(nameOfRow(cell, row), cell.recomputed, row.timeToPay));
      const fresh = new Map(read.map((cell) => [cell._id, cell]));
      const current = cells.map((cell) => fresh.get(cell._id) ?? cell);
      return ofDays(current, window, (row) => ({ ...row, timeToPay: times.get(row) ?? NO_TIMES }));
    },
  };
}

/** The rows of those cells that are of one of these days. */
function ofDays<R>(
  cells: readonly CellDocument[],
  { days, dayOf }: Days,
  read: (row: CellRow) => R,
): (R & { day: string })[] {
  const wanted = new Set(days);
  return cells.flatMap((cell) => {
    const day = dayOf(startOf(cell.hour));
    return wanted.has(day) ? cell.rows.map((row) => ({ ...read(row), day })) : [];
  });
}
